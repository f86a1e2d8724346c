// What the status bar shows: numbers of this window's session.

import type { Hit, Kind, Slot } from './guard.js';
import type { Protected } from './outbound.js';

export type Health = 'protected' | 'paused' | 'error';

export class Stats {
  requests = 0;
  replaced = 0;
  refused = 0;
  isPaused = false;
  /** The last failure, in the words the user saw; a success clears it. */
  problem: string | undefined;
  readonly #standIns = new Map<string, Kind>();

  sent(what: Protected): void {
    this.requests++;
    this.replaced += what.replaced;
    for (const [standIn, kind] of what.standIns) {
      this.#standIns.set(standIn, kind);
    }
  }

  learned(hits: readonly Hit[]): void {
    for (const { standIn, kind } of hits) {
      this.#standIns.set(standIn, kind);
    }
  }

  /** The session of before goes on. */
  restored(slots: readonly Slot[]): void {
    for (const { standIn, kind } of slots.filter(({ uses }) => uses > 0)) {
      this.#standIns.set(standIn, kind);
    }
  }

  reset(): void {
    this.requests = this.replaced = this.refused = 0;
    this.problem = undefined;
    this.#standIns.clear();
  }

  get health(): Health {
    return this.isPaused ? 'paused' : this.problem === undefined ? 'protected' : 'error';
  }

  /** Distinct values that were hidden. */
  get hidden(): number {
    return this.#standIns.size;
  }

  /** How many of each kind, most first. */
  get byKind(): readonly (readonly [Kind, number])[] {
    const counts = new Map<Kind, number>();
    for (const kind of this.#standIns.values()) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return [...counts].toSorted(([, a], [, b]) => b - a);
  }
}
