// Virtual documents `slotguard:`: texts as they would leave, beside what they come from. Kept in memory while open.

import * as vscode from 'vscode';

export const SCHEME = 'slotguard';

export class Previews implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? vscode.l10n.t('This preview is no longer kept. Make a new one.');
  }

  /** A new document; `name` gives it its language. */
  add(name: string, text: string): vscode.Uri {
    this.#count++;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${this.#count}/${name}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  forget(uri: vscode.Uri): void {
    this.#texts.delete(uri.toString());
  }
}

export function registerPreviews(previews: Previews): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, previews),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === SCHEME) {
        previews.forget(uri);
      }
    }),
  );
}

/** Shows `text` and what would leave of it side by side. `original` is where it stands, if it stands anywhere. */
export async function showDifference(previews: Previews, name: string, text: string, clean: string, original?: vscode.Uri): Promise<void> {
  const left = original ?? previews.add(name, text);
  const right = previews.add(name, clean);
  await vscode.commands.executeCommand('vscode.diff', left, right, vscode.l10n.t('{0} ↔ as it leaves', name), { preview: true });
}
