import * as vscode from 'vscode';
import type { App } from '../app.js';
import { chosenText } from '../hits.js';
import { sayAndIgnore } from './say.js';

/** Puts the selection, or the whole file, on the clipboard as it would leave. */
export async function copySanitized(app: App): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a file first.'));
    return;
  }
  await sayAndIgnore(app, async () => {
    const guard = await app.sessions.current();
    const { text, hits } = guard.sanitize(chosenText(editor), 'file', { file: editor.document.uri.fsPath });
    app.learned(hits);
    await vscode.env.clipboard.writeText(text);
    void vscode.window.setStatusBarMessage(vscode.l10n.t('Copied, with {0} places hidden.', hits.length), 5000);
  });
}

/** Pastes the clipboard with real values for its slots. Secrets stay hidden: `Reveal` shows them one by one. */
export async function pasteRebound(app: App): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a file first.'));
    return;
  }
  await sayAndIgnore(app, async () => {
    const guard = await app.sessions.current();
    const text = guard.rebindDisplay(await vscode.env.clipboard.readText());
    await editor.edit((edit) => editor.selections.forEach((selection) => edit.replace(selection, text)));
  });
}
