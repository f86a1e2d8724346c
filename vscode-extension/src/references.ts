// What a user attached to a prompt: files, selections and texts. Pictures and folders are left out.

import * as vscode from 'vscode';
import type { TextPart } from './turns.js';

/** Longest attachment in characters; the rest is cut, and the model is told. */
const MAX_CHARACTERS = 400_000;

export async function readReferences(references: readonly vscode.ChatPromptReference[]): Promise<TextPart[]> {
  const read = await Promise.all(references.filter(isTheUsers).map(({ value }) => readOne(value)));
  return read.flatMap((text) => (text === undefined ? [] : [{ type: 'text' as const, text }]));
}

/** VS Code attaches a list of its agents and instructions, which are for its own agent. */
function isTheUsers({ id }: vscode.ChatPromptReference): boolean {
  return !id.startsWith('vscode.customizations');
}

async function readOne(value: unknown): Promise<string | undefined> {
  if (typeof value === 'string') {
    return value;
  }
  if (value instanceof vscode.Uri) {
    return attached(value.fsPath, await textOf(value));
  }
  if (value instanceof vscode.Location) {
    return attached(`${value.uri.fsPath}:${value.range.start.line + 1}`, await textOf(value.uri, value.range));
  }
  return undefined;
}

async function textOf(uri: vscode.Uri, range?: vscode.Range): Promise<string | undefined> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    return document.getText(range);
  } catch {
    // A picture, a folder, or gone.
    return undefined;
  }
}

function attached(name: string, text: string | undefined): string | undefined {
  if (text === undefined) {
    return undefined;
  }
  const cut = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n[the rest was cut]` : text;
  return `File ${name}:\n${cut}`;
}
