import * as vscode from 'vscode';
import type { App } from '../app.js';
import { showDifference } from '../previews.js';
import { sayAndIgnore } from './say.js';

/** The active file or selection beside what would leave of it. */
export async function previewActive(app: App): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a file first.'));
    return;
  }
  const { document, selection } = editor;
  const text = document.getText(selection.isEmpty ? undefined : selection);
  await preview(app, document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1), text, selection.isEmpty ? document.uri : undefined);
}

/** The clipboard beside what would leave of it. */
export async function previewClipboard(app: App): Promise<void> {
  await preview(app, vscode.l10n.t('clipboard'), await vscode.env.clipboard.readText());
}

async function preview(app: App, name: string, text: string, original?: vscode.Uri): Promise<void> {
  await sayAndIgnore(app, async () => {
    const guard = await app.sessions.current();
    const context = original ? { file: original.fsPath } : {};
    const { text: clean, hits } = guard.sanitize(text, 'file', context);
    app.learned(hits);
    await showDifference(app.previews, name, text, clean, original);
    void vscode.window.setStatusBarMessage(vscode.l10n.t('SlotGuard would hide {0} places in {1}.', hits.length, name), 8000);
  });
}
