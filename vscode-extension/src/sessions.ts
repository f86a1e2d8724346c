// The session of this window. It is opened on first use. A workspace has one session, whose roots are all its folders:
// an agent works in all of them at once, and nothing in a call of a tool says which of two sessions `[REPO_ROOT_1]` is of.

import * as l10n from '@vscode/l10n';
import type { Environment } from './environment.js';
import { type Config, type Guard, type Sealed, Blocked, Unsealable } from './guard.js';
import type { Log } from './log.js';
import type { Settings } from './settings.js';
import type { Permits, Snapshots, Taken } from './snapshots.js';

export interface SessionsHost {
  readonly settings: () => Settings;
  /** Folders of the workspace, as absolute paths; the first is where tools run. */
  readonly folders: () => readonly string[];
  readonly environment: () => Environment;
  readonly open: (config: Config, sealed?: Sealed) => Promise<Guard>;
  /** Absent where a session ends with its window. */
  readonly snapshots?: Snapshots | undefined;
  readonly log: Log;
}

export class Sessions {
  #current: Promise<Guard> | undefined;
  /** The session, once it is open. */
  #opened: Guard | undefined;
  /** What the session was opened with. */
  #config: Config | undefined;
  /** The session on its way to another configuration, until that is one that it can be opened with. */
  #moving: Sealed | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The end of the session before. */
  #cleared: Promise<unknown> = Promise.resolve();

  constructor(private readonly host: SessionsHost) {}

  /** The session, opened if need be. @throws {Blocked} */
  current(): Promise<Guard> {
    return this.#current ?? this.#start(this.#open());
  }

  /** Whether `guard` is still the session: what others issue by now does not resolve. */
  isCurrent(guard: Guard): boolean {
    return this.#opened === guard;
  }

  /** A wrong setting can be corrected: after a failure the next request tries again. */
  #start(opening: Promise<Guard>): Promise<Guard> {
    this.#current = opening;
    this.#opened = undefined;
    void this.#note(opening);
    return opening;
  }

  async #note(opening: Promise<Guard>): Promise<void> {
    const guard = await opening.catch(() => undefined);
    if (this.#current === opening) {
      this.#opened = guard;
      this.#current = guard && opening;
    }
  }

  /** A session of its own with the same configuration, for invented values that should leave no trace. @throws {Blocked} */
  another(): Promise<Guard> {
    return this.host.open(this.#wanted());
  }

  #wanted(): Config {
    return sessionConfig(this.host.settings(), this.host.folders(), this.host.environment());
  }

  /** Whether there is one yet, or one to go on with. */
  async isThere(): Promise<boolean> {
    return this.#current !== undefined || ((await this.host.snapshots?.isThere()) ?? false);
  }

  /** The next use opens a new session: what was issued until now no longer resolves. */
  reset(): void {
    clearTimeout(this.#timer);
    // Nobody takes up what is being replaced, even if it was not opened in this window yet.
    const old = this.#current ? Promise.resolve() : this.#takeSealed();
    this.#current = this.#moving = this.#opened = undefined;
    this.#cleared = old.then(() => this.host.snapshots?.discard()).catch(() => this.#notSealed());
  }

  /**
   * Settings or folders are others. What was added is in force at once, and what was issued still resolves. A session
   * cannot unlearn what it was allowed or where it may go, so if some of that was taken away there is a new one: returns
   * whether that is so.
   */
  reconfigure(): boolean {
    const [before, current] = [this.#config, this.#current];
    const config = this.#wanted();
    if (!before || !current || JSON.stringify(config) === JSON.stringify(before)) {
      return false;
    }
    if (isNarrower(config, before)) {
      this.reset();
      return true;
    }
    this.#config = config;
    const moved: Promise<Guard> = current.then((guard) => {
      if (this.#current !== moved) {
        // Replaced meanwhile, or on its way to a later configuration.
        return guard;
      }
      this.#moving = sealedFor(guard);
      return this.#open();
    });
    void this.#start(moved);
    return false;
  }

  /** Seals the session once it is quiet, so that a window that is reloaded goes on with it. */
  saveSoon(): void {
    clearTimeout(this.#timer);
    if (this.host.snapshots && this.#current) {
      this.#timer = setTimeout(() => void this.#seal((snapshots, guard, permits) => snapshots.save(guard, permits)), QUIET);
    }
  }

  /** Seals the session for the window that comes next. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#seal((snapshots, guard, permits) => snapshots.release(guard, permits));
  }

  async #seal(how: (snapshots: Snapshots, guard: Guard, permits: Permits) => Promise<void>): Promise<void> {
    const { snapshots } = this.host;
    const current = this.#current;
    if (!snapshots || !current) {
      return;
    }
    try {
      const guard = await current;
      if (this.#current === current && this.#config) {
        await how(snapshots, guard, this.#config);
      }
    } catch {
      this.#notSealed();
    }
  }

  #notSealed(): void {
    this.host.log.write({ event: 'not-sealed' });
  }

  async #takeSealed(): Promise<Taken | undefined> {
    try {
      return await this.host.snapshots?.take();
    } catch {
      this.#notSealed();
      return undefined;
    }
  }

  /** A session of before that may go on: not one that was allowed what is no longer allowed. */
  async #takenFor(config: Config): Promise<Sealed | undefined> {
    const taken = await this.#takeSealed();
    if (!taken || !isNarrower(config, taken.permits)) {
      return taken;
    }
    this.host.log.write({ event: 'seal-refused', reason: 'allows-more' });
    await this.host.snapshots?.discard();
    return undefined;
  }

  /** Nothing if the seal is not taken: a new session is safe, and stand-ins of the old one do not resolve. */
  async #restored(config: Config, sealed: Sealed): Promise<Guard | undefined> {
    try {
      return await this.host.open(config, sealed);
    } catch (error) {
      if (!(error instanceof Unsealable)) {
        throw error;
      }
      this.host.log.write({ event: 'seal-refused', reason: error.problem });
      await this.host.snapshots?.discard();
      return undefined;
    }
  }

  async #open(): Promise<Guard> {
    const started = performance.now();
    const config = this.#wanted();
    try {
      await this.#cleared;
      const sealed = this.#moving ?? (await this.#takenFor(config));
      const restored = sealed && (await this.#restored(config, sealed));
      const guard = restored ?? (await this.host.open(config));
      this.#moving = undefined;
      this.#config = config;
      const event = restored ? 'session-restored' : 'session-opened';
      this.host.log.write({ event, ms: performance.now() - started, roots: config.roots.length });
      return guard;
    } catch (error) {
      throw error instanceof Blocked ? error : new Blocked('trap', l10n.t('SlotGuard could not start, so nothing was sent.'));
    }
  }
}

/** The session as it is now, for an instance with another configuration. */
function sealedFor(guard: Guard): Sealed {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const { bytes, counter } = guard.snapshot(key);
  return { key, bytes, minCounter: counter };
}

/** Whether something is no longer allowed. */
function isNarrower(now: Permits, before: Permits): boolean {
  const paths = ({ roots, scopes }: Permits) => [...roots, ...scopes.map(({ path, access }) => `${access} ${path}`)];
  return !isWithin(before.allow, now.allow) || !isWithin(paths(before), paths(now));
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

/** Milliseconds without a change after which a session is sealed. */
const QUIET = 1000;

export function sessionConfig(settings: Settings, folders: readonly string[], environment: Environment): Config {
  const { home, user, host } = environment;
  const [cwd] = folders;
  return {
    ...settings.protection,
    hosts: [...settings.protection.hosts, ...(host !== undefined && isTelling(host) ? [host] : [])],
    roots: [...new Set(folders.map(withoutEnd))].filter((folder) => isRoot(folder, home)),
    ...(cwd === undefined ? {} : { cwd }),
    ...(home === undefined ? {} : { home }),
    ...(user === undefined || ANYBODY.has(user) ? {} : { user }),
    naming: 'ordinal',
    // Our own tool hands variables on; `exchange.ts` refuses them, or asks, for tools that take text only.
    secretsInCommands: settings.commandSecrets === 'inline' ? 'inline' : 'env',
  };
}

/** Login names that say nothing about anybody, and are words of every other text. */
const ANYBODY = new Set('root admin administrator user dev developer test guest ubuntu debian node vscode runner coder codespace'.split(' '));

function withoutEnd(path: string): string {
  return path.length > 1 ? path.replace(/[/\\]+$/, '') : path;
}

/** A home or a whole disk opened as a folder is no scope: an agent there may touch what it names, and no more. */
function isRoot(folder: string, home: string | undefined): boolean {
  const isDisk = /^(\/|[A-Za-z]:[/\\]?)$/.test(folder);
  const isHome = /^(\/root|\/(home|Users)\/[^/]+|[A-Za-z]:[/\\]Users[/\\][^/\\]+)$/i.test(folder);
  return !isDisk && !isHome && folder !== home;
}

/** `localhost` and `debian` say nothing; `miras-laptop` and `build7` do. */
function isTelling(host: string): boolean {
  return host.length >= 5 && /[-.\d]/.test(host) && !host.startsWith('localhost');
}
