// Tools for agents of any model: a protected way to files, terminals and commands, even where the model itself is not
// protected. Each rebinds its own arguments; the provider leaves them alone.

import * as vscode from 'vscode';
import type { App } from '../app.js';
import { readFile } from './readFile.js';
import { runCommand } from './run.js';
import { terminalOutput } from './terminalOutput.js';

export function registerTools(app: App): vscode.Disposable {
  const run = runCommand(app);
  return vscode.Disposable.from(
    vscode.lm.registerTool('slotguard_read_file', readFile(app)),
    vscode.lm.registerTool('slotguard_terminal_output', terminalOutput(app)),
    ...(run ? [vscode.lm.registerTool('slotguard_run', run)] : []),
  );
}
