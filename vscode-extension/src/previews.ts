// Virtual documents `slotguard:`: texts as they would leave, beside what they come from. Kept in memory while open. They
// are files to VS Code, and read-only, because its chat attaches nothing else.

import * as vscode from 'vscode';

export const SCHEME = 'slotguard';

/** Documents for the chat, which reads them when it likes, whether they are open or not. */
const KEPT = 20;

export class Previews implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #texts = new Map<string, { readonly bytes: Uint8Array; readonly version: number }>();
  readonly #kept: string[] = [];
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  #count = 0;

  /** A new document; `name` gives it its language. */
  add(name: string, text: string): vscode.Uri {
    this.#count++;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${this.#count}/${name}` });
    this.#texts.set(uri.toString(), { bytes: new TextEncoder().encode(text), version: 0 });
    return uri;
  }

  /** Gives a document another text. Returns whether it is still kept. */
  update(uri: vscode.Uri, text: string): boolean {
    const before = this.#texts.get(uri.toString());
    if (before) {
      this.#texts.set(uri.toString(), { bytes: new TextEncoder().encode(text), version: before.version + 1 });
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }
    return before !== undefined;
  }

  /** A new document that outlives its editor. */
  keep(name: string, text: string): vscode.Uri {
    const uri = this.add(name, text);
    this.#kept.push(uri.toString());
    for (const old of this.#kept.splice(0, this.#kept.length - KEPT)) {
      this.#texts.delete(old);
    }
    return uri;
  }

  /** Its editor was closed. */
  closed(uri: vscode.Uri): void {
    if (!this.#kept.includes(uri.toString())) {
      this.#texts.delete(uri.toString());
    }
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const gone = () => new TextEncoder().encode(vscode.l10n.t('This preview is no longer kept. Make a new one.'));
    return this.#texts.get(uri.toString())?.bytes ?? gone();
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const mtime = this.#texts.get(uri.toString())?.version ?? 0;
    return { type: vscode.FileType.File, ctime: 0, mtime, size: this.readFile(uri).length, permissions: vscode.FilePermission.Readonly };
  }

  watch(): vscode.Disposable {
    return { dispose: () => {} };
  }

  readDirectory(): [] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

export function registerPreviews(previews: Previews): vscode.Disposable {
  return vscode.Disposable.from(
    previews,
    vscode.workspace.registerFileSystemProvider(SCHEME, previews, { isReadonly: true, isCaseSensitive: true }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === SCHEME) {
        previews.closed(uri);
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
