// VS Code's message parts, to and from plain turns. Parts of unknown kinds are dropped: what nobody can read,
// nobody can check.

import * as vscode from 'vscode';
import type { ImagePart, ModelRequest, Part, Role, Tool, Turn } from './turns.js';

type Messages = readonly vscode.LanguageModelChatRequestMessage[];

/** Options as a provider gets them, or as a participant sends them. */
export interface RequestOptions {
  readonly tools?: readonly vscode.LanguageModelChatTool[] | undefined;
  readonly toolMode?: vscode.LanguageModelChatToolMode | undefined;
  readonly modelOptions?: Readonly<Record<string, unknown>> | undefined;
}

export function toRequest(messages: Messages, options: RequestOptions): ModelRequest {
  return {
    turns: messages.map(toTurn),
    tools: (options.tools ?? []).map(toTool),
    toolRequired: options.toolMode === vscode.LanguageModelChatToolMode.Required,
    options: numbersAndSwitches(options.modelOptions ?? {}),
  };
}

function toTool({ name, description, inputSchema }: vscode.LanguageModelChatTool): Tool {
  return { name, description, schema: inputSchema ?? { type: 'object', properties: {} } };
}

function numbersAndSwitches(options: Readonly<Record<string, unknown>>): Record<string, number | boolean> {
  const allowed = Object.entries(options).filter(
    (entry): entry is [string, number | boolean] => typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  );
  return Object.fromEntries(allowed);
}

function toTurn(message: vscode.LanguageModelChatRequestMessage): Turn {
  return { role: roleOf(message.role), parts: message.content.flatMap(toPart) };
}

/** System messages come as a number that the stable API has no name for. */
const SYSTEM = 3;

function roleOf(role: number): Role {
  return role === vscode.LanguageModelChatMessageRole.Assistant ? 'assistant' : role === SYSTEM ? 'system' : 'user';
}

function toPart(part: unknown): Part[] {
  if (part instanceof vscode.LanguageModelTextPart) {
    return [{ type: 'text', text: part.value }];
  }
  if (part instanceof vscode.LanguageModelToolCallPart) {
    return [{ type: 'tool-call', id: part.callId, name: part.name, args: JSON.stringify(part.input ?? {}) }];
  }
  if (part instanceof vscode.LanguageModelToolResultPart) {
    const parts = part.content.flatMap(toPart);
    const texts = parts.flatMap((one) => (one.type === 'text' ? [one.text] : []));
    const images = parts.filter((one): one is ImagePart => one.type === 'image');
    return [{ type: 'tool-result', id: part.callId, text: texts.join('\n'), images }];
  }
  if (part instanceof vscode.LanguageModelPromptTsxPart) {
    return [{ type: 'text', text: promptText(part.value) }];
  }
  return part instanceof vscode.LanguageModelDataPart ? dataPart(part) : [];
}

function dataPart({ mimeType, data }: vscode.LanguageModelDataPart): Part[] {
  if (mimeType.startsWith('image/')) {
    return [{ type: 'image', mime: mimeType, data }];
  }
  if (mimeType.startsWith('text/') || /[/+](json|xml|yaml|javascript)$/.test(mimeType)) {
    return [{ type: 'text', text: new TextDecoder().decode(data) }];
  }
  // Cache marks and other state of the chat's own have no meaning for another model.
  return mimeType.includes('/')
    ? [{ type: 'text', text: `[attachment of type ${mimeType} removed by SlotGuard: it cannot look into it]` }]
    : [];
}

/** The text in a rendered prompt-tsx tree: nodes of type 2 are text. */
function promptText(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(promptText).join('');
  }
  if (typeof value !== 'object' || value === null) {
    return '';
  }
  const { text, children, node } = value as { text?: unknown; children?: unknown; node?: unknown };
  return promptText(text) + promptText(node) + promptText(children);
}

/** About four characters a token; a picture counts as a thousand. */
export function estimateTokens(content: string | vscode.LanguageModelChatRequestMessage): number {
  if (typeof content === 'string') {
    return Math.ceil(content.length / 4);
  }
  const sizes = toTurn(content).parts.map((part) => {
    switch (part.type) {
      case 'text':
        return part.text.length / 4;
      case 'image':
        return 1000;
      case 'tool-call':
        return (part.name.length + part.args.length) / 4;
      case 'tool-result':
        return part.text.length / 4 + part.images.length * 1000;
    }
  });
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 4));
}
