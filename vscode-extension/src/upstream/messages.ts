// Anthropic Messages: https://docs.anthropic.com/en/api/messages

import * as l10n from '@vscode/l10n';
import type { ModelEvent, ModelRequest, Part, Turn, Upstream } from '../turns.js';
import type { Connection } from './connection.js';
import { UpstreamError } from './error.js';
import { postForEvents } from './http.js';
import { at, base64, endpoint, type Json, text, withModel } from './wire.js';

export function messages(connection: Connection): Upstream {
  return {
    body: (request) => requestBody(connection.maxOutputTokens, request),
    stream: (body, signal) =>
      readEvents(
        connection.name,
        postForEvents(
          {
            name: connection.name,
            url: endpoint(connection.url, '/messages'),
            headers: headers(connection.key),
            body: withModel(connection.model, body),
            patience: connection.patience,
          },
          signal,
        ),
      ),
  };
}

export function headers(key: string | undefined): Record<string, string> {
  return { 'anthropic-version': '2023-06-01', ...(key ? { 'x-api-key': key } : {}) };
}

function requestBody(maxOutputTokens: number, request: ModelRequest): object {
  const system = request.turns.filter(({ role }) => role === 'system').flatMap(({ parts }) => parts.flatMap(block));
  const tools = request.tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema }));
  const turns = request.turns.filter(({ role }) => role !== 'system');
  return {
    max_tokens: maxOutputTokens,
    ...request.options,
    ...(system.length > 0 ? { system: cached(system) } : {}),
    messages: withCachedEnd(turns.map(message).filter(({ content }) => content.length > 0)),
    stream: true,
    ...(tools.length > 0 ? { tools, tool_choice: { type: request.toolRequired ? 'any' : 'auto' } } : {}),
  };
}

interface Message {
  readonly role: string;
  readonly content: readonly object[];
}

/** Tool results must come first. */
function message({ role, parts }: Turn): Message {
  const results = parts.filter((part) => part.type === 'tool-result');
  const others = parts.filter((part) => part.type !== 'tool-result');
  return { role, content: [...results, ...others].flatMap(block) };
}

/** Marks the end of what stays the same from turn to turn, so that the server need not read it again. */
function cached(content: readonly object[]): object[] {
  const last = content.length - 1;
  return content.map((one, index) => (index === last ? { ...one, cache_control: { type: 'ephemeral' } } : one));
}

function withCachedEnd(all: readonly Message[]): Message[] {
  const last = all.length - 1;
  return all.map((one, index) => (index === last ? { ...one, content: cached(one.content) } : one));
}

function block(part: Part): object[] {
  switch (part.type) {
    case 'text':
      // The server refuses blocks without a word in them.
      return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }];
    case 'image':
      return [{ type: 'image', source: { type: 'base64', media_type: part.mime, data: base64(part.data) } }];
    case 'tool-call':
      return [{ type: 'tool_use', id: part.id, name: part.name, input: parsed(part.args) }];
    case 'tool-result': {
      const content = [...block({ type: 'text', text: part.text }), ...part.images.flatMap(block)];
      return [{ type: 'tool_result', tool_use_id: part.id, content, is_error: part.isError ?? false }];
    }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
}

async function* readEvents(name: string, events: AsyncIterable<Json>): AsyncGenerator<ModelEvent> {
  const calls = new Map<unknown, { id: string; name: string; args: string }>();
  for await (const event of events) {
    const index = at(event, 'index');
    switch (text(at(event, 'type'))) {
      case 'content_block_start': {
        const start = at(event, 'content_block');
        if (at(start, 'type') === 'tool_use') {
          calls.set(index, { id: text(at(start, 'id')), name: text(at(start, 'name')), args: '' });
        }
        break;
      }
      case 'content_block_delta': {
        const said = text(at(event, 'delta', 'text'));
        if (said !== '') {
          yield { type: 'text', text: said };
        }
        const call = calls.get(index);
        if (call) {
          call.args += text(at(event, 'delta', 'partial_json'));
        }
        break;
      }
      case 'content_block_stop': {
        const call = calls.get(index);
        if (call) {
          calls.delete(index);
          yield { type: 'tool-call', ...call };
        }
        break;
      }
      case 'message_stop':
        return;
      case 'error': {
        const said = text(at(event, 'error', 'message')).slice(0, 300);
        throw new UpstreamError('server', l10n.t('{0} reports an error: {1}', name, said || l10n.t('no reason given')));
      }
    }
  }
  throw new UpstreamError('cut-off', l10n.t('{0} broke off in the middle of its answer. Try again.', name));
}
