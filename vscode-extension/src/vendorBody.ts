// A conversation for another vendor's model as one JSON document, so that it crosses the boundary as every other
// request does, and back into VS Code's parts. The shape is that of Anthropic Messages, which the component knows.

import * as vscode from 'vscode';
import { parseObject } from './objects.js';
import type { ModelRequest, Part, Role } from './turns.js';

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string };

export interface VendorBody {
  readonly messages: readonly { readonly role: Role; readonly content: readonly Block[] }[];
  readonly tools: readonly { readonly name: string; readonly description: string; readonly input_schema: object }[];
  readonly toolRequired: boolean;
  readonly options: Record<string, number | boolean>;
}

export function toBody({ turns, tools, toolRequired, options }: ModelRequest): VendorBody {
  return {
    messages: turns.map(({ role, parts }) => ({ role, content: parts.flatMap(toBlock) })),
    tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    toolRequired,
    options: { ...options },
  };
}

/** Pictures never get here: nobody says whether another vendor's model takes any. */
function toBlock(part: Part): Block[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text }];
    case 'image':
      return [];
    case 'tool-call':
      return [{ type: 'tool_use', id: part.id, name: part.name, input: parseObject(part.args) ?? {} }];
    case 'tool-result':
      return [{ type: 'tool_result', tool_use_id: part.id, content: part.isError ? `Error: ${part.text}` : part.text }];
  }
}

/** VS Code takes no system messages from extensions, so these become the user's. */
export function fromBody({ messages }: VendorBody): vscode.LanguageModelChatMessage[] {
  const { Assistant, User } = vscode.LanguageModelChatMessageRole;
  return messages.map(({ role, content }) => new vscode.LanguageModelChatMessage(role === 'assistant' ? Assistant : User, content.map(toPart)));
}

function toPart(block: Block): vscode.LanguageModelInputPart {
  switch (block.type) {
    case 'text':
      return new vscode.LanguageModelTextPart(block.text);
    case 'tool_use':
      return new vscode.LanguageModelToolCallPart(block.id, block.name, block.input);
    case 'tool_result':
      return new vscode.LanguageModelToolResultPart(block.tool_use_id, [new vscode.LanguageModelTextPart(block.content)]);
  }
}
