// Agents send the whole conversation again with every turn. What was read once is not read again, as long as the
// session has not learned anything: after that, an old text may hold what is private now.

import type { Context, Guard, Origin, Sanitized } from './guard.js';

/** Characters of text that are kept; more than any model takes at once. */
const MAX_CHARACTERS = 24_000_000;

interface Entry {
  readonly origin: Origin;
  readonly context: Context | undefined;
  readonly sanitized: Sanitized;
}

export class Remembered {
  readonly #entries = new Map<string, Entry>();
  readonly #standIns = new Set<string>();
  #characters = 0;
  #generation = 0;
  #edits = 0;

  constructor(private readonly guard: Guard) {}

  /** Grows when a text shows a value that no text showed before. */
  get generation(): number {
    return this.#generation;
  }

  sanitize(text: string, origin: Origin, context?: Context): Sanitized {
    // The user's word on a value counts in old texts too.
    if (this.#edits !== this.guard.edits) {
      this.#edits = this.guard.edits;
      this.#forget();
    }
    const entry = this.#entries.get(text);
    if (entry?.origin === origin && isSame(entry.context, context)) {
      return entry.sanitized;
    }
    const sanitized = this.guard.sanitize(text, origin, context);
    this.#learn(sanitized);
    this.#keep(text, { origin, context, sanitized });
    return sanitized;
  }

  #forget(): void {
    this.#entries.clear();
    this.#characters = 0;
  }

  #learn({ hits }: Sanitized): void {
    const before = this.#standIns.size;
    for (const { standIn } of hits) {
      this.#standIns.add(standIn);
    }
    if (this.#standIns.size > before) {
      this.#generation++;
      this.#forget();
    }
  }

  #keep(text: string, entry: Entry): void {
    if (this.#characters > MAX_CHARACTERS) {
      this.#forget();
    }
    this.#characters += text.length;
    this.#entries.set(text, entry);
  }
}

function isSame(one: Context | undefined, other: Context | undefined): boolean {
  return one?.file === other?.file && one?.command === other?.command && one?.host === other?.host;
}

const memories = new WeakMap<Guard, Remembered>();

/** The memory of a session, which goes with it. */
export function rememberedBy(guard: Guard): Remembered {
  const known = memories.get(guard);
  if (known) {
    return known;
  }
  const made = new Remembered(guard);
  memories.set(guard, made);
  return made;
}
