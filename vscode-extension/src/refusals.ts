// Refused tool calls. The host of the chat never sees them, so it cannot tell the model; this file does.

import type { Refusal } from './guard.js';
import type { ToolCallPart, ToolResultPart, Turn } from './turns.js';

/** A call that was not passed on, as the model made it, and why. */
export interface RefusedCall {
  readonly call: ToolCallPart;
  readonly refusal: Refusal;
}

/** Chats whose refusals are remembered. Older ones lose them, which costs the model a hint and nothing else. */
const REMEMBERED = 500;

/** The tool error the model gets: it names the field and the way out, and holds no private value. */
export function toolError({ call, refusal }: RefusedCall): ToolResultPart {
  const field = refusal.field ? ` in ${refusal.field}` : '';
  const text =
    `SlotGuard refused this call (${refusal.kind}${field}): ${refusal.message}. ` +
    "Stand-ins in square brackets are restored on the user's machine; use them exactly as they were given.";
  return { type: 'tool-result', id: call.id, text, images: [], isError: true };
}

/**
 * Refused calls that were made together with accepted ones. The chat goes on with the accepted ones alone; when it
 * comes back, the refused ones are put beside them.
 */
export class Refusals {
  readonly #beside = new Map<string, readonly RefusedCall[]>();

  remember(acceptedId: string, refused: readonly RefusedCall[]): void {
    this.#beside.set(acceptedId, refused);
    const oldest = this.#beside.keys().next();
    if (this.#beside.size > REMEMBERED && !oldest.done) {
      this.#beside.delete(oldest.value);
    }
  }

  /** The conversation as the model knows it. */
  complete(turns: readonly Turn[]): readonly Turn[] {
    return this.#beside.size === 0 ? turns : turns.map((turn) => this.#complete(turn));
  }

  #complete(turn: Turn): Turn {
    const extra = turn.parts.flatMap((part) => {
      if (part.type !== 'tool-call' && part.type !== 'tool-result') {
        return [];
      }
      const refused = this.#beside.get(part.id) ?? [];
      return refused.map((one) => (part.type === 'tool-call' ? one.call : toolError(one)));
    });
    return extra.length === 0 ? turn : { role: turn.role, parts: [...turn.parts, ...extra] };
  }
}
