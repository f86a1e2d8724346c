// What a text holds that would be hidden, with places in a document.

import * as vscode from 'vscode';
import type { App } from './app.js';
import type { Guard, Hit } from './guard.js';

export interface Place {
  readonly range: vscode.Range;
  readonly hit: Hit;
}

/** Everything in `document` that would be hidden. */
export async function placesIn(app: App, document: vscode.TextDocument): Promise<Place[]> {
  return placesOf(await app.sessions.current(), document);
}

export function placesOf(guard: Guard, document: vscode.TextDocument): Place[] {
  const { hits } = guard.sanitize(document.getText(), 'file', { file: document.uri.fsPath });
  return hits.map((hit) => ({ hit, range: new vscode.Range(document.positionAt(hit.input[0]), document.positionAt(hit.input[1])) }));
}

/** The text a command is about: the selection, or else the whole document. */
export function chosenText(editor: vscode.TextEditor): string {
  return editor.document.getText(editor.selection.isEmpty ? undefined : editor.selection);
}
