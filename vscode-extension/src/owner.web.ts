// In a browser the owner is a worker. It holds a lock that ends with it and that the workers of other windows on the
// same workspace see: VS Code gives them one origin.

import type { Owner } from './owner.js';

const LOCK = 'slotguard.owner.';

/** None where the browser has no locks, as over plain http: sessions end with their window then. */
export function owner(): Owner | undefined {
  // Absent outside of secure contexts, whatever the types say.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) {
    return undefined;
  }
  const name = String(1 + (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0));
  const held = new Promise<void>((done) => {
    void locks.request(LOCK + name, () => {
      done();
      return new Promise<never>(() => {});
    });
  });
  return {
    name,
    isAlive: async (other) => {
      const { held: all = [] } = await locks.query();
      return all.some((lock) => lock.name === LOCK + other);
    },
    alone: async (work) => {
      // Nothing is owned before others can see by whom.
      await held;
      return locks.request('slotguard.take', work) as ReturnType<typeof work>;
    },
  };
}
