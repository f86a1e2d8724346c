// Runs a command that the user confirmed. Secrets reach it through its environment, never through its text.

import { spawn } from 'node:child_process';
import * as vscode from 'vscode';
import type { App } from '../app.js';
import type { Outcome, ReboundCommand, Shell } from '../guard.js';
import { shownText } from '../terminalText.js';
import { refusalError, textResult } from './result.js';

interface Input {
  readonly command: string;
  readonly timeoutSeconds?: number;
}

const TIMEOUT = 60;
/** Characters of output that are kept, from the end. */
const MAX_OUTPUT = 1_000_000;

const SHELL: { readonly dialect: Shell; readonly program: string; readonly args: readonly string[] } =
  process.platform === 'win32'
    ? { dialect: 'power-shell', program: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-Command'] }
    : { dialect: 'posix', program: '/bin/sh', args: ['-c'] };

export function runCommand(app: App): vscode.LanguageModelTool<Input> | undefined {
  return {
    prepareInvocation: async ({ input }) => {
      const bound = await rebound(app, input);
      return 'refusal' in bound ? {} : { invocationMessage: vscode.l10n.t('Running a command'), confirmationMessages: question(bound.ok) };
    },
    invoke: async ({ input }, token) => {
      if (!vscode.workspace.isTrusted) {
        throw new Error('Commands are not run in Restricted Mode.');
      }
      const bound = await rebound(app, input);
      if ('refusal' in bound) {
        app.refused(bound.refusal);
        throw refusalError(bound.refusal);
      }
      const output = await run(bound.ok, input.timeoutSeconds ?? TIMEOUT, token);
      const { text, hits } = (await app.sessions.current()).sanitize(output, 'tool', { command: input.command });
      app.learned(hits);
      return textResult(text);
    },
  };
}

async function rebound(app: App, { command }: Input): Promise<Outcome<ReboundCommand>> {
  return (await app.sessions.current()).rebindCommand(command, SHELL.dialect);
}

/** The real command, for the user alone. Secrets in it are names of variables. */
function question({ text, env }: ReboundCommand): vscode.LanguageModelToolConfirmationMessages {
  const message = new vscode.MarkdownString();
  if (text.includes('\n')) {
    message.appendCodeblock(text, 'sh');
  } else {
    // A block of code does not wrap, and the end of a long command must be seen too.
    message.appendMarkdown(`${inCode(text)}\n\n`);
  }
  if (env.length > 0) {
    message.appendText(vscode.l10n.t('It gets {0} through its environment.', env.map(({ name }) => name).join(', ')));
  }
  return { title: vscode.l10n.t('Run this command?'), message };
}

/** Text in a line, between more backticks than it holds in a row. */
function inCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks} ${text} ${ticks}`;
}

function run({ text, env }: ReboundCommand, seconds: number, token: vscode.CancellationToken): Promise<string> {
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const child = spawn(SHELL.program, [...SHELL.args, text], { cwd, env: { ...process.env, ...variables }, timeout: seconds * 1000 });
  const subscription = token.onCancellationRequested(() => child.kill());
  let output = '';
  const keep = (piece: string) => {
    output = (output + piece).slice(-MAX_OUTPUT);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  return new Promise((done) => {
    const finish = (ending: string) => {
      subscription.dispose();
      done(`${shownText(output).trimEnd()}\n[${ending}]\n`);
    };
    child.once('error', () => finish('the shell could not be started'));
    child.once('close', (code, signal) => finish(signal === null ? `exit code ${code}` : `stopped by ${signal} after at most ${seconds} seconds`));
  });
}
