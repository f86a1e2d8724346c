// Earlier turns of a chat with the participant.

import * as vscode from 'vscode';
import type { Turn } from './turns.js';

export function chatHistory(context: vscode.ChatContext): Turn[] {
  return context.history.flatMap((turn): Turn[] => {
    if (turn instanceof vscode.ChatRequestTurn) {
      // What `/slots` and its kin showed is no business of the model's.
      return turn.command === undefined ? [{ role: 'user', parts: [{ type: 'text', text: turn.prompt }] }] : [];
    }
    if (turn instanceof vscode.ChatResponseTurn && turn.command === undefined) {
      const text = turn.response.flatMap((part) => (part instanceof vscode.ChatResponseMarkdownPart ? [part.value.value] : [])).join('');
      return text === '' ? [] : [{ role: 'assistant', parts: [{ type: 'text', text }] }];
    }
    return [];
  });
}
