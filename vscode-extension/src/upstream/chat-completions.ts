// OpenAI Chat Completions: https://platform.openai.com/docs/api-reference/chat, spoken by Ollama, llama.cpp, vLLM
// and most others too.

import * as l10n from '@vscode/l10n';
import type { ModelEvent, ModelRequest, Part, ToolResultPart, Turn, Upstream } from '../turns.js';
import type { Connection } from './connection.js';
import { UpstreamError } from './error.js';
import { DONE, postForEvents } from './http.js';
import { at, dataUrl, endpoint, type Json, list, text, withModel } from './wire.js';

export function chatCompletions(connection: Connection): Upstream {
  return {
    body: requestBody,
    stream: (body, signal) =>
      readEvents(
        connection.name,
        postForEvents(
          {
            name: connection.name,
            url: endpoint(connection.url, '/chat/completions'),
            headers: connection.key ? { authorization: `Bearer ${connection.key}` } : {},
            body: withModel(connection.model, body),
            patience: connection.patience,
          },
          signal,
        ),
      ),
  };
}

function requestBody(request: ModelRequest): object {
  const tools = request.tools.map(({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }));
  return {
    ...request.options,
    messages: request.turns.flatMap(messages),
    stream: true,
    ...(tools.length > 0 ? { tools, tool_choice: request.toolRequired ? 'required' : 'auto' } : {}),
  };
}

/** Tool results are messages of their own and come before the words of the same turn. */
function messages(turn: Turn): object[] {
  const results = turn.parts.filter((part) => part.type === 'tool-result').flatMap(toolMessages);
  const content = turn.parts.flatMap(contentPart);
  const calls = turn.parts.flatMap(toolCall);
  if (content.length === 0 && calls.length === 0) {
    return results;
  }
  const message = {
    role: turn.role,
    content: content.length === 0 ? null : simplest(content),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return [...results, message];
}

type Content = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

function contentPart(part: Part): Content[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    case 'image':
      return [{ type: 'image_url', image_url: { url: dataUrl(part.mime, part.data) } }];
    case 'tool-call':
    case 'tool-result':
      return [];
  }
}

/** Small servers know text content as a plain string only. */
function simplest(content: readonly Content[]): string | readonly Content[] {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === content.length ? texts.join('\n') : content;
}

function toolCall(part: Part): object[] {
  return part.type === 'tool-call'
    ? [{ id: part.id, type: 'function', function: { name: part.name, arguments: part.args } }]
    : [];
}

/** This format has no pictures in tool results: they follow in a message of the user's. */
function toolMessages(part: ToolResultPart): object[] {
  const content = part.isError ? `Error: ${part.text}` : part.text;
  const result = { role: 'tool', tool_call_id: part.id, content };
  const images = part.images.flatMap(contentPart);
  return images.length === 0 ? [result] : [result, { role: 'user', content: images }];
}

interface PendingCall {
  id: string;
  name: string;
  args: string;
}

async function* readEvents(name: string, events: AsyncIterable<Json>): AsyncGenerator<ModelEvent> {
  const calls = new Map<number, PendingCall>();
  let isFinished = false;
  for await (const event of events) {
    throwIfError(name, event);
    const choice = at(event, 'choices', 0);
    // A server that does not stream answers with one whole message instead of deltas.
    const delta = at(choice, 'delta') ?? at(choice, 'message');
    const said = text(at(delta, 'content'));
    if (said !== '') {
      yield { type: 'text', text: said };
    }
    collect(calls, delta);
    isFinished ||= event === DONE || text(at(choice, 'finish_reason')) !== '';
  }
  // Some servers forget one of the two; without both the answer is half, and half calls are not run.
  if (!isFinished) {
    throw new UpstreamError('cut-off', l10n.t('{0} broke off in the middle of its answer. Try again.', name));
  }
  for (const call of calls.values()) {
    yield { type: 'tool-call', ...call };
  }
}

function throwIfError(name: string, event: Json): void {
  const error = at(event, 'error');
  if (error !== undefined && error !== null) {
    const said = text(at(error, 'message')) || text(error);
    throw new UpstreamError('server', l10n.t('{0} reports an error: {1}', name, said.slice(0, 300) || l10n.t('no reason given')));
  }
}

/** Pieces of several calls may be interleaved; the index tells them apart. Whole calls may come without one. */
function collect(calls: Map<number, PendingCall>, delta: Json): void {
  for (const piece of list(at(delta, 'tool_calls'))) {
    const given = at(piece, 'index');
    const index = typeof given === 'number' ? given : calls.size;
    const call = calls.get(index) ?? { id: `call_${index}_${crypto.randomUUID()}`, name: '', args: '' };
    call.id = text(at(piece, 'id')) || call.id;
    call.name ||= text(at(piece, 'function', 'name'));
    const args = at(piece, 'function', 'arguments');
    call.args += typeof args === 'object' && args !== null ? JSON.stringify(args) : text(args);
    calls.set(index, call);
  }
}
