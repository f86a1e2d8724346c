// Outbound: makes of a conversation what may leave.

import type { Context, Guard, Hit, Kind, Origin } from './guard.js';
import { type Remembered, rememberedBy } from './remembered.js';
import type { ImagePart, ModelRequest, Part, Role, Tool, ToolResultPart, Turn } from './turns.js';

/** What was done to a request, for the status bar, the log and `/preview`. */
export interface Protected {
  readonly request: ModelRequest;
  /** How many places were rewritten. */
  readonly replaced: number;
  /** Distinct stand-ins in the request, and what is behind them. */
  readonly standIns: ReadonlyMap<string, Kind>;
}

export interface OutboundOptions {
  /** Whether pictures may leave: nobody looks into them. */
  readonly images: boolean;
}

/**
 * Rewrites every text of `request`. What a late turn teaches counts in the early ones too: if a pass met a new
 * value, everything is read once more.
 *
 * @throws {Blocked} then nothing may be sent.
 */
export function protectRequest(guard: Guard, request: ModelRequest, options: OutboundOptions): Protected {
  const memory = rememberedBy(guard);
  const before = memory.generation;
  const once = new Pass(memory, options).protected(request);
  return memory.generation === before ? once : new Pass(memory, options).protected(request);
}

const REMOVED_IMAGE = '[picture removed by SlotGuard: it cannot look into pictures; see the setting slotguard.images]';

/** A protocol field passes as it is only if it can hold nothing but a name. */
const PLAIN_NAME = /^[A-Za-z0-9_.:-]{1,128}$/;

/** Parts of a schema that are words for the model; its structure is left alone. */
const SCHEMA_WORDS = new Set(['description', 'title', 'default', 'examples', 'enum', 'const', '$comment']);

class Pass {
  replaced = 0;
  readonly standIns = new Map<string, Kind>();
  /** Where the results of earlier tool calls come from. */
  readonly #sources = new Map<string, Context>();

  constructor(
    private readonly memory: Remembered,
    private readonly options: OutboundOptions,
  ) {}

  protected(given: ModelRequest): Protected {
    const request = {
      ...given,
      turns: given.turns.map((turn) => this.#turn(turn)),
      tools: given.tools.map((tool) => this.#tool(tool)),
    };
    return { request, replaced: this.replaced, standIns: this.standIns };
  }

  #turn(turn: Turn): Turn {
    return { role: turn.role, parts: turn.parts.map((part) => this.#part(turn.role, part)) };
  }

  #part(role: Role, part: Part): Part {
    switch (part.type) {
      case 'text':
        return { type: 'text', text: this.#text(part.text, originOf(role)) };
      case 'image':
        return this.options.images ? part : { type: 'text', text: REMOVED_IMAGE };
      case 'tool-call':
        this.#sources.set(part.id, sourceOf(part.args));
        return { ...part, id: this.#name(part.id), name: this.#name(part.name), args: this.#json(part.args) };
      case 'tool-result':
        return this.#result(part);
    }
  }

  #result(part: ToolResultPart): ToolResultPart {
    const text = this.#text(part.text, 'tool', this.#sources.get(part.id));
    const images: readonly ImagePart[] = this.options.images ? part.images : [];
    const removed = part.images.length - images.length;
    const note = removed > 0 ? `\n${REMOVED_IMAGE}` : '';
    return { ...part, id: this.#name(part.id), text: text + note, images };
  }

  #text(text: string, origin: Origin, context?: Context): string {
    if (text === '') {
      return text;
    }
    const sanitized = this.memory.sanitize(text, origin, context);
    this.#count(sanitized.hits);
    return sanitized.text;
  }

  #count(hits: readonly Hit[]): void {
    this.replaced += hits.length;
    for (const hit of hits) {
      this.standIns.set(hit.standIn, hit.kind);
    }
  }

  #name(name: string): string {
    return PLAIN_NAME.test(name) ? name : this.#text(name, 'model');
  }

  /** Rewrites JSON as a whole, so that keys give context; string by string if that does not parse afterwards. */
  #json(json: string): string {
    const text = this.#text(json, 'model');
    return parses(text) || !parses(json) ? text : JSON.stringify(this.#strings(JSON.parse(json), () => true));
  }

  #tool(tool: Tool): Tool {
    return {
      name: this.#name(tool.name),
      description: this.#text(tool.description, 'tool'),
      schema: this.#strings(tool.schema, (key) => SCHEMA_WORDS.has(key)) as object,
    };
  }

  /** Rewrites the strings below the keys that `wanted` names. */
  #strings(value: unknown, wanted: (key: string) => boolean, inside = wanted('')): unknown {
    if (typeof value === 'string') {
      return inside ? this.#text(value, 'tool') : value;
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.#strings(item, wanted, inside));
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    // A property of the tool may itself be called `title`: what is below it is a schema again.
    const below = (key: string, item: unknown) =>
      this.#strings(item, wanted, wanted('') || (wanted(key) && !isSchema(item)));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, below(key, item)]));
  }
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A chat's user turn carries files and terminal output too, so only what the model wrote is not a tool's. */
function originOf(role: Role): Origin {
  return role === 'assistant' ? 'model' : 'tool';
}

/** File and command of a tool call, under the names that agents give them. */
function sourceOf(args: string): Context {
  const fields = parseObject(args);
  const file = ['filePath', 'file_path', 'path', 'file'].map((key) => fields[key]).find(isString);
  const command = isString(fields['command']) ? fields['command'] : undefined;
  return { ...(file === undefined ? {} : { file }), ...(command === undefined ? {} : { command }) };
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function parses(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
