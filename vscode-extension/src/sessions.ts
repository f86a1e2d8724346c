// The session of this window. It is opened on first use; one window has one session, whose roots are all its folders,
// because an agent works in all of them at once and must see one stand-in for one value.

import type { Environment } from './environment.js';
import { type Config, type Guard, Blocked } from './guard.js';
import type { Log } from './log.js';
import type { Settings } from './settings.js';

export interface SessionsHost {
  readonly settings: () => Settings;
  /** Folders of the workspace, as absolute paths; the first is where tools run. */
  readonly folders: () => readonly string[];
  readonly environment: () => Environment;
  readonly open: (config: Config) => Promise<Guard>;
  readonly log: Log;
}

export class Sessions {
  #current: Promise<Guard> | undefined;

  constructor(private readonly host: SessionsHost) {}

  /** The session, opened if need be. @throws {Blocked} */
  current(): Promise<Guard> {
    this.#current ??= this.#open();
    return this.#current;
  }

  /** A session of its own with the same configuration, for invented values that should leave no trace. @throws {Blocked} */
  another(): Promise<Guard> {
    return this.host.open(this.#config());
  }

  #config(): Config {
    return sessionConfig(this.host.settings(), this.host.folders(), this.host.environment());
  }

  /** Whether there is one yet. */
  get isOpen(): boolean {
    return this.#current !== undefined;
  }

  /** The next use opens a new session: what was issued until now no longer resolves. */
  reset(): void {
    this.#current = undefined;
  }

  async #open(): Promise<Guard> {
    const started = performance.now();
    const config = this.#config();
    try {
      const guard = await this.host.open(config);
      this.host.log.write({ event: 'session-opened', ms: performance.now() - started, roots: config.roots.length });
      return guard;
    } catch (error) {
      // A wrong setting can be corrected; the next request tries again.
      this.#current = undefined;
      throw error instanceof Blocked ? error : new Blocked('trap', 'SlotGuard could not start, so nothing was sent.');
    }
  }
}

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
