// Terminal output for the clipboard, an editor or the chat, as it would leave.

import * as vscode from 'vscode';
import type { App } from '../app.js';
import { type Capture, outputOf } from '../captures.js';
import { Following, type Show } from '../follow.js';
import { sayAndIgnore } from './say.js';

/** Commands that a capture shows. */
const SHOWN = 10;

export async function copyLastOutput(app: App): Promise<void> {
  await withCaptures(app, 1, async (captures) => {
    const text = await sanitized(app, captures, false);
    await vscode.env.clipboard.writeText(text);
    void vscode.window.setStatusBarMessage(vscode.l10n.t('Output copied, sanitized.'), 5000);
  });
}

export async function openCapture(app: App): Promise<void> {
  await withCaptures(app, SHOWN, async (captures) => {
    const uri = app.previews.add('terminal.txt', await sanitized(app, captures, true));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
    const last = captures.at(-1);
    if (last && !last.isRead) {
      await follow(app, uri, captures.slice(0, -1), last);
    }
  });
}

/** The document grows with what the command prints. */
async function follow(app: App, uri: vscode.Uri, before: readonly Capture[], last: Capture): Promise<void> {
  const guard = await app.sessions.current();
  const head = before.length === 0 ? '' : `${await sanitized(app, before, true)}\n`;
  const command = guard.sanitize(`$ ${last.command}`, 'tool').text;
  const show: Show = (text, state) => {
    const end = state === 'cut' ? `\n[${vscode.l10n.t('A new session began. Open the capture again.')}]` : ending(last);
    return app.previews.update(uri, `${head}${command}\n${text.trimEnd()}${end}\n`);
  };
  const following = new Following(app, guard, last, show);
  app.context.subscriptions.push(following);
}

export async function attachCapture(app: App): Promise<void> {
  await withCaptures(app, SHOWN, async (captures) => {
    const uri = app.previews.keep('terminal.txt', await sanitized(app, captures, true));
    await vscode.commands.executeCommand('workbench.action.chat.open', { query: '', isPartialQuery: true, attachFiles: [uri] });
  });
}

async function withCaptures(app: App, count: number, work: (captures: readonly Capture[]) => Promise<void>): Promise<void> {
  const captures = await app.captures.wholeLast(count);
  if (captures.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No command has been captured yet. Run one in a terminal with shell integration; cmd.exe, ssh and tmux have none.'),
    );
    return;
  }
  await sayAndIgnore(app, () => work(captures));
}

/** The outputs, and the commands that made them if wanted, with private values hidden. */
export async function sanitized(app: App, captures: readonly Capture[], withCommands: boolean): Promise<string> {
  const guard = await app.sessions.current();
  const parts = captures.map((capture) => {
    const output = outputOf(capture).trimEnd();
    if (isLost(capture)) {
      return vscode.l10n.t('[VS Code did not pass on the output of this command. Run it again.]');
    }
    const { text, hits } = guard.sanitize(withCommands ? `$ ${capture.command}\n${output}` : output, 'tool', { command: capture.command });
    app.learned(hits);
    return withCommands ? text + ending(capture) : text;
  });
  return `${parts.join('\n\n')}\n`;
}

/**
 * Even a command without output writes the marks of shell integration. VS Code 1.139 drops all of a quick one if it
 * arrives at once with the command's start.
 */
function isLost({ isRunning, pieces }: Capture): boolean {
  return !isRunning && pieces.length === 0;
}

function ending({ isRunning, exitCode }: Capture): string {
  if (isRunning) {
    return `\n[${vscode.l10n.t('still running')}]`;
  }
  return exitCode === undefined || exitCode === 0 ? '' : `\n[${vscode.l10n.t('exit code {0}', exitCode)}]`;
}
