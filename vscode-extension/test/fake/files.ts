// A folder in memory, and a secret storage.

import type { Files } from '../../src/snapshots.js';

export class FakeFiles implements Files {
  readonly all = new Map<string, { content: Uint8Array; time: number }>();
  #time = 0;

  list(): Promise<(readonly [string, number])[]> {
    return Promise.resolve([...this.all].map(([name, { time }]) => [name, time] as const));
  }

  read(name: string): Promise<Uint8Array> {
    const file = this.all.get(name);
    return file ? Promise.resolve(file.content) : Promise.reject(new Error('no such file'));
  }

  write(name: string, content: Uint8Array): Promise<void> {
    this.all.set(name, { content, time: ++this.#time });
    return Promise.resolve();
  }

  /** At once, as on a disk. */
  rename(from: string, to: string): Promise<void> {
    const file = this.all.get(from);
    if (!file) {
      return Promise.reject(new Error('no such file'));
    }
    this.all.delete(from);
    this.all.set(to, file);
    return Promise.resolve();
  }

  remove(name: string): Promise<void> {
    return this.all.delete(name) ? Promise.resolve() : Promise.reject(new Error('no such file'));
  }
}

export function fakeSecrets() {
  const all = new Map<string, string>();
  return {
    all,
    get: (key: string) => Promise.resolve(all.get(key)),
    store: (key: string, value: string) => Promise.resolve(void all.set(key, value)),
    delete: (key: string) => Promise.resolve(void all.delete(key)),
  };
}
