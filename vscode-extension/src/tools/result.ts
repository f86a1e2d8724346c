import * as vscode from 'vscode';
import type { Refusal } from '../guard.js';

export function textResult(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** For the model: what was wrong, and what to do. It holds no private value. */
export function refusalError({ kind, message }: Refusal): Error {
  return new Error(`SlotGuard refused this (${kind}): ${message}`);
}
