// One request and its answer across the boundary: what goes out is rewritten, what comes back is rebound.

import type { Guard, Refusal, Variable } from './guard.js';
import { inlineSecrets } from './inline.js';
import { parseObject } from './objects.js';
import { protectRequest, type OutboundOptions, type Protected } from './outbound.js';
import { type RefusedCall, type Refusals, toolError } from './refusals.js';
import type { ModelEvent, ModelRequest, Part, ToolCallPart, Turn, Upstream } from './turns.js';

/** What the local chat gets. Texts and arguments hold real values. */
export type LocalEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: 'refused'; readonly tool: string; readonly refusal: Refusal };

export interface ExchangeOptions extends OutboundOptions {
  /** Called with what is about to leave, before it does. */
  readonly onSend?: (what: Protected) => void;
  /**
   * Asks the user whether a command of `tool` may hold secrets as plain text; absent or `false` refuses it.
   */
  readonly allowInline?: (tool: string) => Promise<boolean>;
  /** Called when the first byte of the answer arrives. */
  readonly onFirst?: () => void;
}

/** Our own tools rebind their arguments themselves. */
const OWN_TOOLS = 'slotguard_';

/** How often a model may try again after a refusal before the turn ends. */
const MAX_ROUNDS = 4;

/**
 * Asks `upstream` and yields its answer for the local user.
 *
 * If every tool call of an answer was refused, the model is told so and asked again at once: the chat would otherwise
 * end there. If some were accepted, `refusals` keeps the others for the next request.
 *
 * @throws {Blocked} before anything is sent. @throws {UpstreamError}
 */
export async function* exchange(
  guard: Guard,
  upstream: Upstream,
  request: ModelRequest,
  refusals: Refusals,
  options: ExchangeOptions,
  signal: AbortSignal,
): AsyncGenerator<LocalEvent> {
  let turns = refusals.complete(request.turns);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const sent = protectRequest(guard, upstream, { ...request, turns }, options);
    options.onSend?.(sent);
    const answer = new Answer(guard, options);
    yield* answer.events(upstream.stream(sent.body, signal));
    const [first] = answer.accepted;
    if (first !== undefined) {
      refusals.remember(first, answer.refused);
      return;
    }
    if (answer.refused.length === 0) {
      return;
    }
    turns = [...turns, ...retry(answer)];
  }
}

/** The model's own words and calls, and the tool errors that answer them. */
function retry(answer: Answer): Turn[] {
  const said: Part[] = answer.said === '' ? [] : [{ type: 'text', text: answer.said }];
  return [
    { role: 'assistant', parts: [...said, ...answer.refused.map(({ call }) => call)] },
    { role: 'user', parts: answer.refused.map(toolError) },
  ];
}

/** One streamed answer. */
class Answer {
  /** What the model said, with stand-ins. */
  said = '';
  readonly accepted: string[] = [];
  readonly refused: RefusedCall[] = [];

  constructor(
    private readonly guard: Guard,
    private readonly options: ExchangeOptions,
  ) {}

  async *events(stream: AsyncIterable<ModelEvent>): AsyncGenerator<LocalEvent> {
    let text = this.guard.rebindStream();
    let isFirst = true;
    for await (const event of stream) {
      if (isFirst) {
        this.options.onFirst?.();
        isFirst = false;
      }
      if (event.type === 'text') {
        this.said += event.text;
        yield* textEvent(text.push(event.text));
      } else {
        yield* textEvent(text.finish());
        text = this.guard.rebindStream();
        yield await this.#call(event);
      }
    }
    yield* textEvent(text.finish());
  }

  async #call({ id, name, args }: ModelEvent & { type: 'tool-call' }): Promise<LocalEvent> {
    const call: ToolCallPart = { type: 'tool-call', id, name, args: args.trim() === '' ? '{}' : args };
    const outcome = await this.#rebind(call);
    if ('refusal' in outcome) {
      this.refused.push({ call: asObject(call), refusal: outcome.refusal });
      return { type: 'refused', tool: name, refusal: outcome.refusal };
    }
    this.accepted.push(id);
    return { type: 'tool-call', id, name, input: outcome.input };
  }

  async #rebind(call: ToolCallPart): Promise<{ input: object } | { refusal: Refusal }> {
    const own = call.name.startsWith(OWN_TOOLS) ? parseObject(call.args) : undefined;
    if (own) {
      return { input: own };
    }
    const bound = await this.guard.rebindToolCall(call.name, call.args);
    if ('refusal' in bound) {
      return bound;
    }
    const input = parseObject(bound.ok.args);
    if (!input) {
      return { refusal: refusal('malformed', 'the arguments are not a JSON object; send them again') };
    }
    return bound.ok.env.length === 0 ? { input } : this.#withSecrets(call.name, input, bound.ok.env);
  }

  /** A chat's tools take text only: variables would be lost on the way, and the command would run without them. */
  async #withSecrets(tool: string, input: object, env: readonly Variable[]): Promise<{ input: object } | { refusal: Refusal }> {
    const inlined = inlineSecrets(input, env);
    if (inlined && (await this.options.allowInline?.(tool))) {
      return { input: inlined };
    }
    return { refusal: refusal('secret-egress', 'this tool cannot be given a secret; use slotguard_run, or ask the user to run it') };
  }
}

function* textEvent(text: string): Generator<LocalEvent> {
  if (text !== '') {
    yield { type: 'text', text };
  }
}

function refusal(kind: Refusal['kind'], message: string): Refusal {
  return { kind, field: '', range: { start: 0, end: 0 }, message };
}

/** Upstreams refuse a history whose arguments do not parse. */
function asObject(call: ToolCallPart): ToolCallPart {
  return parseObject(call.args) ? call : { ...call, args: '{}' };
}
