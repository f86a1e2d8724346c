// A session over a reload of its window. The component seals it; the seal lies in the storage of the workspace, its
// key, its number and what it was allowed in VS Code's secret storage. A seal moves a session: its file is named after its owner, and
// another window takes it over only once that one is gone.

import type { SecretStorage } from 'vscode';
import type { Config, Guard, Sealed } from './guard.js';
import type { Owner } from './owner.js';

/** A folder of small files. Every function fails for what is not there. */
export interface Files {
  /** Names with the time of the last change, in any order; none if there is no folder yet. */
  list(): Promise<readonly (readonly [name: string, time: number])[]>;
  read(name: string): Promise<Uint8Array>;
  write(name: string, content: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}

type Secrets = Pick<SecretStorage, 'get' | 'store' | 'delete'>;

/** What a session was allowed by its settings and folders. It cannot unlearn that. */
export type Permits = Pick<Config, 'allow' | 'roots' | 'scopes'>;

/** A seal that was taken over, and what its session was allowed. */
export interface Taken extends Sealed {
  readonly permits: Permits;
}

/** What lies in the secret storage for a seal. Names of folders and allowed values are private too. */
interface Kept extends Permits {
  readonly counter: string;
}

const KEY = 'session-key';
const NAME = /^(\d+)-([0-9a-f-]{36})\.session$/;
/** The owner of what anybody may take. */
const NOBODY = '0';
/** Sessions that are kept for windows that are closed. */
const KEPT = 4;

export class Snapshots {
  #id: string | undefined;
  #work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly files: Files,
    private readonly secrets: Secrets,
    private readonly owner: Owner,
  ) {}

  /** Whether there is a session to take over. */
  async isThere(): Promise<boolean> {
    return (await this.#free()).length > 0;
  }

  /** Takes over the last session that nobody owns. What cannot be read any more is removed. */
  take(): Promise<Taken | undefined> {
    return this.owner.alone(() => this.#take());
  }

  async #take(): Promise<Taken | undefined> {
    for (const [name, id] of await this.#free()) {
      const own = `${this.owner.name}-${id}.session`;
      try {
        // Of two windows one succeeds.
        await this.files.rename(name, own);
      } catch {
        continue;
      }
      this.#id = id;
      const [key, kept] = await Promise.all([this.secrets.get(KEY), this.secrets.get(place(id))]);
      if (key !== undefined && kept !== undefined) {
        const { counter, ...permits } = JSON.parse(kept) as Kept;
        return { key: fromBase64(key), bytes: await this.files.read(own), minCounter: BigInt(counter), permits };
      }
      await this.discard();
    }
    return undefined;
  }

  /** Seals the session as it is now. */
  save(guard: Guard, permits: Permits): Promise<void> {
    return this.#inTurn(async () => void (await this.#save(guard, permits)));
  }

  /** Seals the session for whoever comes next. */
  release(guard: Guard, permits: Permits): Promise<void> {
    return this.#inTurn(async () => {
      const id = await this.#save(guard, permits);
      await this.files.rename(`${this.owner.name}-${id}.session`, `${NOBODY}-${id}.session`);
      this.#id = undefined;
    });
  }

  /** Removes what was sealed. */
  discard(): Promise<void> {
    return this.#inTurn(async () => {
      const id = this.#id;
      this.#id = undefined;
      if (id !== undefined) {
        await this.#remove(`${this.owner.name}-${id}.session`, id);
      }
    });
  }

  /** One after the other: a seal of before must not come after one of now. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => {});
    return done;
  }

  async #save(guard: Guard, { allow, roots, scopes }: Permits): Promise<string> {
    this.#id ??= crypto.randomUUID();
    const id = this.#id;
    const { bytes, counter } = guard.snapshot(await this.#key());
    const own = `${this.owner.name}-${id}.session`;
    await this.files.write(`${own}.new`, bytes);
    await this.files.rename(`${own}.new`, own);
    const kept: Kept = { counter: String(counter), allow, roots, scopes };
    await this.secrets.store(place(id), JSON.stringify(kept));
    return id;
  }

  async #key(): Promise<Uint8Array> {
    const known = await this.secrets.get(KEY);
    if (known !== undefined) {
      return fromBase64(known);
    }
    const made = crypto.getRandomValues(new Uint8Array(32));
    await this.secrets.store(KEY, btoa(String.fromCharCode(...made)));
    return made;
  }

  /** What nobody owns, the last first; what is too old is removed. */
  async #free(): Promise<(readonly [name: string, id: string])[]> {
    const listed = (await this.files.list()).toSorted(([, one], [, other]) => other - one);
    const looked = listed.map(async ([name]) => {
      const [, by, id] = NAME.exec(name) ?? [];
      return id !== undefined && by !== undefined && (by === NOBODY || !(await this.owner.isAlive(by))) ? [[name, id] as const] : [];
    });
    const free = (await Promise.all(looked)).flat();
    await Promise.all(free.splice(KEPT).map(([name, id]) => this.#remove(name, id)));
    return free;
  }

  async #remove(name: string, id: string): Promise<void> {
    await this.files.remove(name).catch(() => {});
    await this.secrets.delete(place(id));
  }
}

function place(id: string): string {
  return `session:${id}`;
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
