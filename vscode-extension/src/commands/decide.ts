// The user's own word on a value: always hide it, never hide it, hide it as something else. Written to the settings,
// in force at once, and undone with one click.

import * as vscode from 'vscode';
import type { App } from '../app.js';
import { isKind, KINDS } from '../settings.js';
import type { Kind } from '../guard.js';

type List = 'allow.values' | 'protect.values';

/** "Never protect this value": `value`, or the selection. */
export async function neverProtect(app: App, value?: unknown): Promise<void> {
  const text = given(value);
  if (text !== undefined) {
    (await app.sessions.current()).allow(text);
    await withUndo(app, 'allow.values', text, vscode.l10n.t('This value is not hidden from now on.'));
  }
}

/** "Always protect this value", as what it is said to be, or as the user says. */
export async function alwaysProtect(app: App, value?: unknown, kind?: unknown): Promise<void> {
  const text = given(value);
  const as = isKind(kind) ? kind : text && (await askForKind());
  if (text !== undefined && as) {
    (await app.sessions.current()).protect(text, as);
    await withUndo(app, 'protect.values', { value: text, kind: as }, vscode.l10n.t('This value is hidden as {0} from now on.', as));
  }
}

/** A text of more than a few words is a slip of the mouse. */
const MAX_VALUE = 500;

function given(value: unknown): string | undefined {
  const editor = vscode.window.activeTextEditor;
  const text = typeof value === 'string' ? value : editor?.document.getText(editor.selection);
  if (text === undefined || text.trim() === '' || text.length > MAX_VALUE || text.includes('\n')) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Select one value in a line first.'));
    return undefined;
  }
  return text.trim();
}

async function askForKind(): Promise<Kind | undefined> {
  const picked = await vscode.window.showQuickPick([...KINDS], { title: vscode.l10n.t('Hide it as'), placeHolder: vscode.l10n.t('What is it?') });
  return isKind(picked) ? picked : undefined;
}

async function withUndo(app: App, list: List, added: unknown, message: string): Promise<void> {
  const before = listed(list);
  await write(list, [...before, added]);
  app.changed();
  // Not awaited: the message stays as long as the user likes.
  void offerUndo(app, list, before, message);
}

async function offerUndo(app: App, list: List, before: unknown[], message: string): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  if ((await vscode.window.showInformationMessage(message, undo)) === undo) {
    await write(list, before);
    // A session cannot unlearn a word of the user's; a new one starts from the settings.
    app.newSession();
  }
}

function listed(list: List): unknown[] {
  const value = vscode.workspace.getConfiguration('slotguard').inspect<unknown[]>(list)?.globalValue;
  return Array.isArray(value) ? value : [];
}

async function write(list: List, values: unknown[]): Promise<void> {
  await vscode.workspace.getConfiguration('slotguard').update(list, values.length > 0 ? values : undefined, vscode.ConfigurationTarget.Global);
}
