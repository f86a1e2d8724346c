// One POST whose answer is a stream of server-sent events.

import * as l10n from '@vscode/l10n';
import { createParser } from 'eventsource-parser';
import { statusError, UpstreamError } from './error.js';

export interface Call {
  /** The upstream's name, for messages. */
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** Longest silence in milliseconds, before and between events. */
  readonly patience: number;
}

/** The end of a stream of Chat Completions. */
export const DONE = Symbol('done');

/** Local models can take minutes to read a long prompt. */
export const PATIENCE = 300_000;

/**
 * Posts `call` and yields the data of each event, parsed; `[DONE]` as {@link DONE}, after which nothing comes.
 *
 * @throws {UpstreamError}
 */
export async function* postForEvents(call: Call, signal: AbortSignal): AsyncGenerator {
  const watch = new Watch(call.patience, signal);
  try {
    const response = await post(call, watch);
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('json')) {
      yield parse(call, await response.text());
      return;
    }
    if (!type.includes('event-stream')) {
      throw new UpstreamError('not-a-model', `${notAModel(call)} ${l10n.t('It sent {0}.', type || l10n.t('nothing that has a type'))}`);
    }
    yield* eventsOf(call, response, watch);
  } catch (error) {
    throw asUpstreamError(call, error, watch, signal);
  } finally {
    watch.stop();
  }
}

function notAModel(call: Call): string {
  return l10n.t('{0} answered, but not as a model does. Check its address with "SlotGuard: Test Upstream".', call.name);
}

async function post(call: Call, watch: Watch): Promise<Response> {
  const response = await fetch(call.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...call.headers },
    body: call.body,
    // A redirect would carry the conversation and the key to a place nobody configured.
    redirect: 'error',
    signal: watch.signal,
  });
  watch.touch();
  if (!response.ok) {
    throw statusError(call.name, response, await response.text());
  }
  return response;
}

async function* eventsOf(call: Call, response: Response, watch: Watch): AsyncGenerator {
  const ready: string[] = [];
  const parser = createParser({ onEvent: (event) => ready.push(event.data) });
  // Keeps the bytes of a character that came in two pieces.
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    watch.touch();
    parser.feed(decoder.decode(bytes, { stream: true }));
    for (const data of ready.splice(0)) {
      if (data === '[DONE]') {
        yield DONE;
        return;
      }
      yield parse(call, data);
    }
  }
}

function parse(call: Call, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UpstreamError('not-a-model', `${notAModel(call)} ${l10n.t('It sent something that is not JSON.')}`);
  }
}

function asUpstreamError(call: Call, error: unknown, watch: Watch, signal: AbortSignal): Error {
  if (error instanceof UpstreamError) {
    return error;
  }
  if (signal.aborted) {
    return new UpstreamError('cancelled', l10n.t('Cancelled.'));
  }
  if (watch.isOver) {
    const seconds = Math.round(call.patience / 1000);
    return new UpstreamError('silent', l10n.t('{0} said nothing for {1} seconds. Is the model still loading? Try again.', call.name, seconds));
  }
  if (watch.hasAnswered) {
    return new UpstreamError('cut-off', l10n.t('{0} broke off in the middle of its answer. Try again.', call.name));
  }
  const hint = l10n.t('Is it running, and is its address right? "SlotGuard: Test Upstream" tells more.');
  return new UpstreamError('unreachable', `${l10n.t('{0} cannot be reached{1}.', call.name, reason(error))} ${hint}`);
}

/** `ECONNREFUSED` and the like. */
function reason(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

/** Aborts on the caller's signal, and when nothing was heard for too long. */
class Watch {
  readonly #controller = new AbortController();
  readonly #cancel = () => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout>;
  isOver = false;
  hasAnswered = false;

  constructor(
    private readonly patience: number,
    private readonly outer: AbortSignal,
  ) {
    outer.addEventListener('abort', this.#cancel);
    if (outer.aborted) {
      this.#cancel();
    }
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  touch(): void {
    this.hasAnswered = true;
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.outer.removeEventListener('abort', this.#cancel);
    this.#cancel();
  }

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.isOver = true;
      this.#cancel();
    }, this.patience);
  }
}
