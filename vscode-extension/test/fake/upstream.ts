// A model on loopback that speaks all three wire formats, keeps what it was sent, and misbehaves on request.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelEvent } from '../../src/turns.js';

/** What the fake was asked, read from any of the formats. */
export interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The request as it came over the wire. */
  readonly raw: string;
  readonly model: string;
  /** The text of the last message, tool results included. */
  readonly last: string;
  readonly tools: readonly string[];
  /** Whether there is a tool result anywhere in it. */
  readonly hasToolResult: boolean;
  /** Whether the last message is one. */
  readonly isToolResult: boolean;
}

export type Fault =
  | 'unauthorized'
  | 'rate-limited'
  | 'server-error'
  | 'not-found'
  | 'html'
  | 'garbage'
  | 'redirect'
  | 'cut'
  | 'cut-in-character'
  | 'silent'
  | 'error-event';

export interface Reply {
  readonly events: readonly ModelEvent[];
  readonly fault?: Fault;
  /** Code units per piece of text or arguments. */
  readonly piece?: number;
  /** Milliseconds between pieces. */
  readonly delay?: number;
  /** Bytes per write, to cut events and characters anywhere. */
  readonly bytes?: number;
}

export type Script = (seen: Seen) => Reply;

export interface FakeUpstream {
  readonly url: string;
  /** Every request, oldest first. */
  readonly log: Seen[];
  script: Script;
  close(): Promise<void>;
}

export async function fakeUpstream(script: Script, port = 0): Promise<FakeUpstream> {
  const log: Seen[] = [];
  const fake = { url: '', log, script, close: () => closed(server) };
  const server = createServer((request, response) => {
    // A page may ask it too, as Ollama and others allow it on loopback.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    answer(fake, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return fake;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}

async function answer(fake: FakeUpstream, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const raw = await bodyOf(request);
  const path = request.url ?? '';
  if (path.endsWith('/models')) {
    fake.log.push({ path, headers: request.headers, raw, model: '', last: '', tools: [], hasToolResult: false, isToolResult: false });
    json(response, 200, { data: [{ id: 'fake-1' }, { id: 'fake-2' }] });
    return;
  }
  const seen = read(path, request.headers, raw);
  fake.log.push(seen);
  const reply = fake.script(seen);
  if (!plainFault(response, reply.fault)) {
    await stream(response, encoded(path, reply), reply);
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const received: Buffer[] = [];
  for await (const bytes of request) {
    received.push(bytes as Buffer);
  }
  return Buffer.concat(received).toString('utf8');
}

interface Body {
  model?: string;
  messages?: { role?: string; content?: unknown }[];
  input?: { type?: string; role?: string; content?: unknown; output?: unknown }[];
  tools?: { name?: string; function?: { name?: string } }[];
}

function read(path: string, headers: IncomingMessage['headers'], raw: string): Seen {
  const body = JSON.parse(raw) as Body;
  const messages = body.messages ?? body.input ?? [];
  const last = messages.at(-1);
  return {
    path,
    headers,
    raw,
    model: body.model ?? '',
    last: strings(last).join('\n'),
    tools: (body.tools ?? []).map((tool) => tool.name ?? tool.function?.name ?? ''),
    hasToolResult: TOOL_RESULT.test(raw),
    isToolResult: TOOL_RESULT.test(JSON.stringify(last ?? '')),
  };
}

const TOOL_RESULT = /"role":"tool"|"function_call_output"|"tool_result"/;

/** Every text in a message. */
function strings(value: unknown, key = 'content'): string[] {
  if (typeof value === 'string') {
    return ['content', 'text', 'output'].includes(key) ? [value] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => strings(item, key));
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, item]) => strings(item, name));
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Faults that need no stream. */
function plainFault(response: ServerResponse, fault: Fault | undefined): boolean {
  switch (fault) {
    case 'unauthorized':
      json(response, 401, { error: { message: 'Incorrect API key provided: you-know-which' } });
      return true;
    case 'rate-limited':
      json(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '7' });
      return true;
    case 'server-error':
      json(response, 503, { error: { message: 'overloaded' } });
      return true;
    case 'not-found':
      json(response, 404, { error: { message: 'no such model' } });
      return true;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome to the proxy</body></html>');
      return true;
    case 'redirect':
      response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end();
      return true;
    default:
      return false;
  }
}

async function stream(response: ServerResponse, events: readonly string[], reply: Reply): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  const { fault, delay = 0 } = reply;
  const kept = fault === 'cut' ? events.slice(0, Math.ceil(events.length / 2)) : events;
  for (const event of fault === 'garbage' ? ['data: {"choices": oops\n\n'] : kept) {
    await write(response, Buffer.from(event), reply.bytes);
    if (delay > 0) {
      await new Promise((done) => setTimeout(done, delay));
    }
  }
  if (fault === 'cut-in-character') {
    const bytes = Buffer.from('data: {"half":"é');
    await write(response, bytes.subarray(0, bytes.length - 1), undefined);
  }
  if (fault === 'cut' || fault === 'cut-in-character') {
    response.destroy();
  } else if (fault !== 'silent') {
    response.end();
  }
}

async function write(response: ServerResponse, bytes: Buffer, size = bytes.length): Promise<void> {
  for (let from = 0; from < bytes.length; from += size) {
    response.write(bytes.subarray(from, from + size));
    if (size < bytes.length) {
      await new Promise((done) => setImmediate(done));
    }
  }
}

/** The reply as server-sent events. Faults that break off leave out the end. */
function encoded(path: string, reply: Reply): string[] {
  const encode = path.endsWith('/messages') ? asMessages : path.endsWith('/responses') ? asResponses : asCompletions;
  const { start, body, end } = encode(reply.events, reply.piece ?? 1_000_000);
  const error = data({ type: 'error', error: { message: 'the model fell over' }, message: 'the model fell over' }, 'error');
  switch (reply.fault) {
    case 'error-event':
      return [...start, ...body, error];
    case 'silent':
    case 'cut-in-character':
      return [...start, ...body];
    default:
      return [...start, ...body, ...end];
  }
}

function data(value: object | string, event = ''): string {
  const head = event === '' ? '' : `event: ${event}\n`;
  return `${head}data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
}

function pieces(text: string, size: number): string[] {
  const count = Math.max(1, Math.ceil(text.length / size));
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size));
}

interface Encoded {
  readonly start: string[];
  readonly body: string[];
  readonly end: string[];
}

function asCompletions(events: readonly ModelEvent[], size: number): Encoded {
  const chunk = (delta: object, finish: string | null = null) =>
    data({ id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
  const texts = events.filter((event) => event.type === 'text');
  const calls = events.filter((event) => event.type === 'tool-call');
  const heads = calls.map(({ id, name }, index) =>
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
  );
  // Interleaved, as servers that run calls in parallel do.
  const args = calls.map((call) => pieces(call.args, size));
  const rounds = Math.max(0, ...args.map((all) => all.length));
  const deltas = Array.from({ length: rounds }, (_, round) =>
    args.flatMap((all, index) =>
      all[round] === undefined ? [] : [chunk({ tool_calls: [{ index, function: { arguments: all[round] } }] })],
    ),
  );
  return {
    start: [chunk({ role: 'assistant', content: '' })],
    body: [
      ...texts.flatMap(({ text }) => pieces(text, size).map((content) => chunk({ content }))),
      ...heads,
      ...deltas.flat(),
    ],
    end: [chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'), data('[DONE]')],
  };
}

function asResponses(events: readonly ModelEvent[], size: number): Encoded {
  const typed = (type: string, fields: object) => data({ type, ...fields }, type);
  const body = events.flatMap((event, index) => {
    if (event.type === 'text') {
      return pieces(event.text, size).map((delta) => typed('response.output_text.delta', { output_index: index, delta }));
    }
    const item = { type: 'function_call', id: `fc_${index}`, call_id: event.id, name: event.name };
    return [
      typed('response.output_item.added', { output_index: index, item: { ...item, arguments: '' } }),
      ...pieces(event.args, size).map((delta) =>
        typed('response.function_call_arguments.delta', { output_index: index, delta }),
      ),
      typed('response.output_item.done', { output_index: index, item: { ...item, arguments: event.args } }),
    ];
  });
  return {
    start: [typed('response.created', { response: { id: 'r1' } })],
    body,
    end: [typed('response.completed', { response: { id: 'r1', status: 'completed' } })],
  };
}

function asMessages(events: readonly ModelEvent[], size: number): Encoded {
  const typed = (type: string, fields: object = {}) => data({ type, ...fields }, type);
  const body = events.flatMap((event, index) => {
    const isText = event.type === 'text';
    const block = isText ? { type: 'text', text: '' } : { type: 'tool_use', id: event.id, name: event.name, input: {} };
    const deltas = pieces(isText ? event.text : event.args, size).map((piece) =>
      isText ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece },
    );
    return [
      typed('content_block_start', { index, content_block: block }),
      ...deltas.map((delta) => typed('content_block_delta', { index, delta })),
      typed('content_block_stop', { index }),
    ];
  });
  return {
    start: [typed('message_start', { message: { id: 'm1', role: 'assistant', content: [] } }), typed('ping')],
    body,
    end: [typed('message_delta', { delta: { stop_reason: 'end_turn' } }), typed('message_stop')],
  };
}
