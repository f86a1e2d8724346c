import * as vscode from 'vscode';
import type { App } from '../app.js';
import { refusalError, textResult } from './result.js';

interface Input {
  readonly path: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

/** Bytes; a model can ask for the next lines. */
const MAX_FILE = 2_000_000;

export function readFile(app: App): vscode.LanguageModelTool<Input> {
  return {
    prepareInvocation: ({ input }) => ({ invocationMessage: vscode.l10n.t('Reading {0} with private values hidden', input.path) }),
    invoke: async ({ input }) => {
      const guard = await app.sessions.current();
      const bound = await guard.rebindPath(input.path, 'read');
      if ('refusal' in bound) {
        app.refused(bound.refusal);
        throw refusalError(bound.refusal);
      }
      const uri = uriOf(bound.ok);
      const { text, hits } = guard.sanitize(await linesOf(uri, input), 'file', { file: uri.fsPath });
      app.learned(hits);
      return textResult(text);
    },
  };
}

/** Relative paths are below the first folder. */
function uriOf(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const isAbsolute = path.startsWith('/') || /^[A-Za-z]:[/\\]|^\\\\/.test(path);
  if (!isAbsolute && !folder) {
    // Nobody judged what it would be below the root of the disk.
    throw new Error('No folder is open, so a path has to be absolute.');
  }
  return isAbsolute || !folder ? vscode.Uri.file(path) : vscode.Uri.joinPath(folder, path);
}

async function linesOf(uri: vscode.Uri, { startLine = 1, endLine }: Input): Promise<string> {
  const { size } = await stat(uri);
  if (size > MAX_FILE) {
    throw new Error(`The file has ${size} bytes, which is too much; search in it instead.`);
  }
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  return text.split('\n').slice(startLine - 1, endLine).join('\n');
}

async function stat(uri: vscode.Uri): Promise<vscode.FileStat> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    // The system's own words would name the real path.
    throw new Error('There is no such file.');
  }
}
