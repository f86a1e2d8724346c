// OpenAI Responses: https://platform.openai.com/docs/api-reference/responses. Nothing is stored on the server, and
// the whole conversation is sent each time, as the other formats do.

import * as l10n from '@vscode/l10n';
import type { ModelEvent, ModelRequest, Part, Role, Turn, Upstream } from '../turns.js';
import type { Connection } from './connection.js';
import { UpstreamError } from './error.js';
import { postForEvents } from './http.js';
import { at, dataUrl, endpoint, type Json, text, withModel } from './wire.js';

export function responses(connection: Connection): Upstream {
  return {
    body: requestBody,
    stream: (body, signal) =>
      readEvents(
        connection.name,
        postForEvents(
          {
            name: connection.name,
            url: endpoint(connection.url, '/responses'),
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
    name,
    description,
    parameters: schema,
    strict: false,
  }));
  return {
    ...request.options,
    input: request.turns.flatMap(items),
    stream: true,
    store: false,
    ...(tools.length > 0 ? { tools, tool_choice: request.toolRequired ? 'required' : 'auto' } : {}),
  };
}

function items(turn: Turn): object[] {
  return turn.parts.flatMap((part) => item(turn.role, part));
}

function item(role: Role, part: Part): object[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [message(role, { type: wordType(role), text: part.text })];
    case 'image':
      return [message('user', image(part.mime, part.data))];
    case 'tool-call':
      return [{ type: 'function_call', call_id: part.id, name: part.name, arguments: part.args }];
    case 'tool-result': {
      const output = part.isError ? `Error: ${part.text}` : part.text;
      const pictures = part.images.map(({ mime, data }) => message('user', image(mime, data)));
      return [{ type: 'function_call_output', call_id: part.id, output }, ...pictures];
    }
  }
}

function message(role: Role, content: object): object {
  return { type: 'message', role, content: [content] };
}

function wordType(role: Role): string {
  return role === 'assistant' ? 'output_text' : 'input_text';
}

function image(mime: string, data: Uint8Array): object {
  return { type: 'input_image', image_url: dataUrl(mime, data) };
}

async function* readEvents(name: string, events: AsyncIterable<Json>): AsyncGenerator<ModelEvent> {
  for await (const event of events) {
    switch (text(at(event, 'type'))) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        yield { type: 'text', text: text(at(event, 'delta')) };
        break;
      case 'response.output_item.done':
        yield* finishedCall(at(event, 'item'));
        break;
      case 'response.completed':
      case 'response.incomplete':
        return;
      case 'response.failed':
        throw failure(name, at(event, 'response', 'error', 'message'));
      case 'error':
        throw failure(name, at(event, 'message') ?? at(event, 'error', 'message'));
    }
  }
  throw new UpstreamError('cut-off', l10n.t('{0} broke off in the middle of its answer. Try again.', name));
}

function* finishedCall(done: Json): Generator<ModelEvent> {
  if (at(done, 'type') === 'function_call') {
    const id = text(at(done, 'call_id')) || `call_${crypto.randomUUID()}`;
    yield { type: 'tool-call', id, name: text(at(done, 'name')), args: text(at(done, 'arguments')) };
  }
}

function failure(name: string, said: Json): UpstreamError {
  return new UpstreamError('server', l10n.t('{0} reports an error: {1}', name, text(said).slice(0, 300) || l10n.t('no reason given')));
}
