import * as vscode from 'vscode';
import { type App, isExpected } from '../app.js';

/** Runs `work`; a failure is shown to the user, noted in the log, and ends there. */
export async function sayAndIgnore(app: App, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const shown = app.failed(error);
    void vscode.window.showErrorMessage(isExpected(error) ? error.message : shown.message);
  }
}
