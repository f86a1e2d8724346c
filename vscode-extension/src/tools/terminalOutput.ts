import * as vscode from 'vscode';
import type { App } from '../app.js';
import { sanitized } from '../commands/terminal.js';
import { textResult } from './result.js';

interface Input {
  readonly commands?: number;
}

export function terminalOutput(app: App): vscode.LanguageModelTool<Input> {
  return {
    prepareInvocation: () => ({ invocationMessage: vscode.l10n.t('Reading the terminal with private values hidden') }),
    invoke: async ({ input }) => {
      const captures = await app.captures.wholeLast(Math.max(1, input.commands ?? 1));
      return textResult(captures.length === 0 ? 'No command has been captured yet.' : await sanitized(app, captures, true));
    },
  };
}
