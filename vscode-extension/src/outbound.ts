// Outbound: makes of a conversation what may leave. The request is put together as the server wants it, and the
// component rewrites it as one JSON document: what it returns is what is sent, byte for byte.

import type { Context, Guard, Kind } from './guard.js';
import { parseObject } from './objects.js';
import type { ModelRequest, Part, ToolResultPart, Turn, Upstream } from './turns.js';

/** A request that may leave, and what was done to it, for the status bar and the log. */
export interface Protected {
  /** For {@link Upstream.stream}. */
  readonly body: string;
  readonly turns: number;
  /** How many places were rewritten. */
  readonly replaced: number;
  /** Distinct stand-ins in the request, and what is behind them. */
  readonly standIns: ReadonlyMap<string, Kind>;
}

export interface OutboundOptions {
  /** Whether pictures may leave: nobody looks into them. */
  readonly images: boolean;
}

/** @throws {Blocked} then nothing may be sent. */
export function protectRequest(guard: Guard, upstream: Pick<Upstream, 'body'>, request: ModelRequest, options: OutboundOptions): Protected {
  const { turns } = request;
  learnSources(guard, turns);
  const allowed = options.images ? request : { ...request, turns: turns.map(withoutImages) };
  const { text, ...done } = guard.sanitizeRequest(JSON.stringify(upstream.body(allowed)));
  return { body: text, turns: turns.length, ...done };
}

const REMOVED_IMAGE = '[picture removed by SlotGuard: it cannot look into pictures; see the setting slotguard.images]';

function withoutImages({ role, parts }: Turn): Turn {
  return { role, parts: parts.map(withoutImage) };
}

function withoutImage(part: Part): Part {
  if (part.type === 'image') {
    return { type: 'text', text: REMOVED_IMAGE };
  }
  return part.type === 'tool-result' && part.images.length > 0 ? { ...part, text: `${part.text}\n${REMOVED_IMAGE}`, images: [] } : part;
}

/** Results whose sources a session knows, by the ids of their calls. */
const learned = new WeakMap<Guard, Set<string>>();

/**
 * Secrets may go back to the file or command that they come from, and a request does not tell the component which that
 * is: the result of a call is shown to it once by itself, together with what the call asked for.
 */
function learnSources(guard: Guard, turns: readonly Turn[]): void {
  const known = learned.get(guard) ?? new Set();
  learned.set(guard, known);
  const sources = new Map<string, Context>();
  for (const part of turns.flatMap(({ parts }) => parts)) {
    if (part.type === 'tool-call') {
      sources.set(part.id, sourceOf(part.args));
    } else if (part.type === 'tool-result' && !known.has(part.id)) {
      known.add(part.id);
      learnSource(guard, part, sources.get(part.id));
    }
  }
}

function learnSource(guard: Guard, { text }: ToolResultPart, source: Context | undefined): void {
  if (source?.file !== undefined || source?.command !== undefined) {
    guard.sanitize(text, 'tool', source);
  }
}

/** File and command of a tool call, under the names that agents give them. */
function sourceOf(args: string): Context {
  const fields: Record<string, unknown> = { ...parseObject(args) };
  const file = ['filePath', 'file_path', 'path', 'file'].map((key) => fields[key]).find(isString);
  const command = isString(fields['command']) ? fields['command'] : undefined;
  return { ...(file === undefined ? {} : { file }), ...(command === undefined ? {} : { command }) };
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
