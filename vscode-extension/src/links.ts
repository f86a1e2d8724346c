// Symbolic links, which the component cannot see. A path that it let through is followed link by link, as far as it
// exists; where that leads to another place, the component is asked about that place too.
//
// The look and the tool's own opening are two moments: this closes what a repository, an archive or an earlier tool call
// left behind, and not a process that puts a link there in between. Hard links and mounts look like the file that they
// are. Commands are not looked at: SlotGuard is no shell sandbox. `host-tests/src/links.rs` does the same for its host.

import type { Config } from './guard.js';

/** The links of the machine that tools run on. */
export interface Links {
  readonly isWindows: boolean;
  /** What a link points to; nothing for what is no link or not there. Fails where nobody can look. */
  read(path: string): Promise<string | undefined>;
}

/** Most links on one path; Linux follows as many. */
const MAX_LINKS = 40;

/** Where a path leads: around in circles or where nobody can look, or to these other places, if to any. */
export type Leads = 'nowhere' | readonly string[];

/** The directories that the user named. One that is a link itself is the user's word. */
export class Places {
  readonly #names: Names;
  readonly #cwd: string | undefined;
  /** Where a directory is, and how it is called. */
  #named: readonly (readonly [place: Place, name: Place])[] = [];

  private constructor(
    private readonly links: Links,
    cwd: string | undefined,
  ) {
    this.#names = new Names(links.isWindows);
    this.#cwd = cwd;
  }

  static async of({ roots, scopes, home, cwd }: Config, links: Links): Promise<Places> {
    const places = new Places(links, cwd);
    const given = [...roots, ...scopes.map(({ path }) => path), home, cwd];
    const named = await Promise.all(given.map((path) => places.#linked(path)));
    places.#named = named.flatMap((one) => (one ? [one] : []));
    return places;
  }

  async #linked(path: string | undefined): Promise<readonly [Place, Place] | undefined> {
    const name = path === undefined ? undefined : this.#names.read(path);
    const found = name?.root === undefined ? undefined : await this.#follow(name).catch(() => undefined);
    return name && found?.isLinked ? [found.place, name] : undefined;
  }

  /** Where `path` leads, a path that the component let through. */
  async leads(path: string): Promise<Leads> {
    const whole = this.#whole(path);
    if (!whole) {
      return [];
    }
    // Some programs take `..` out of a path before they open it, others climb from where a link led to.
    const straight = withoutClimbs(whole);
    const ways = whole.parts.includes('..') ? [whole, straight] : [whole];
    const to = new Set<string>();
    for (const way of ways) {
      const found = await this.#follow(way).catch(() => undefined);
      if (!found) {
        return 'nowhere';
      }
      const called = found.isLinked ? this.#called(found.place) : straight;
      if (!this.#names.areSame(called, straight)) {
        to.add(this.#names.write(called));
      }
    }
    return [...to];
  }

  /** Nothing for what no link can be on: a path of another machine, or one below nobody knows what. */
  #whole(path: string): Place | undefined {
    const given = this.#names.read(pathOf(path) ?? '');
    if (given === undefined || given.root !== undefined) {
      return given;
    }
    const base = this.#cwd === undefined ? undefined : this.#names.read(this.#cwd);
    return base && { root: base.root, parts: [...base.parts, ...given.parts] };
  }

  async #follow({ root, parts }: Place): Promise<{ readonly place: Place; readonly isLinked: boolean }> {
    let place: Place = { root, parts: [] };
    const rest = [...parts];
    let count = 0;
    for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
      const above = place;
      if (part === '..') {
        place = { root: above.root, parts: above.parts.slice(0, -1) };
        continue;
      }
      place = { root: above.root, parts: [...above.parts, part] };
      const target = await this.links.read(this.#names.write(place));
      if (target === undefined) {
        continue;
      }
      count++;
      const to = count > MAX_LINKS ? undefined : this.#names.read(target);
      if (!to) {
        throw new Error('The links lead nowhere.');
      }
      place = to.root === undefined ? above : { root: to.root === '\\' ? above.root : to.root, parts: [] };
      rest.unshift(...to.parts);
    }
    return { place, isLinked: count > 0 };
  }

  /** The place by the name that the session knows it by. */
  #called(place: Place): Place {
    const names = this.#named.filter(([real]) => this.#names.isBelow(place, real));
    const [longest] = names.toSorted(([one], [other]) => other.parts.length - one.parts.length);
    return longest ? { root: longest[1].root, parts: [...longest[1].parts, ...place.parts.slice(longest[0].parts.length)] } : place;
  }
}

/** A path in its parts; `.` and doubled separators are left out. */
interface Place {
  /** `/`, `C:\`, `\\server\share\`, `\` for the drive one is on; nothing for a relative path. */
  readonly root: string | undefined;
  readonly parts: readonly string[];
}

function withoutClimbs({ root, parts }: Place): Place {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '..') {
      kept.pop();
    } else {
      kept.push(part);
    }
  }
  return { root, parts: kept };
}

/** How a system writes its paths. */
class Names {
  constructor(private readonly isWindows: boolean) {}

  /** Nothing for a path of the other kind of system. */
  read(path: string): Place | undefined {
    if (path === '') {
      return undefined;
    }
    return this.isWindows ? readWindows(path) : readPosix(path);
  }

  write({ root = '', parts }: Place): string {
    return root + parts.join(this.isWindows ? '\\' : '/');
  }

  areSame(one: Place, other: Place): boolean {
    return one.parts.length === other.parts.length && this.isBelow(one, other);
  }

  isBelow(place: Place, above: Place): boolean {
    const shown = (one: Place) => (this.isWindows ? this.write(one).toLowerCase() : this.write(one));
    return shown({ root: place.root, parts: place.parts.slice(0, above.parts.length) }) === shown(above);
  }
}

function readPosix(path: string): Place | undefined {
  const isForeign = /^[A-Za-z]:[/\\]|^\\\\/.test(path);
  return isForeign ? undefined : { root: path.startsWith('/') ? '/' : undefined, parts: partsOf(path, '/') };
}

function readWindows(path: string): Place {
  const plain = path.replaceAll('/', '\\').replace(/^\\\\[?.]\\(UNC\\)?/i, (_, unc: string | undefined) => (unc ? '\\\\' : ''));
  const [root] = /^(?:[A-Za-z]:\\?|\\\\[^\\]+\\[^\\]+\\?|\\)/.exec(plain) ?? [];
  const parts = partsOf(plain.slice(root?.length ?? 0), '\\');
  return { root: root === undefined || root === '\\' || root.endsWith('\\') ? root : `${root}\\`, parts };
}

function partsOf(path: string, separator: string): string[] {
  return path.split(separator).filter((part) => part !== '' && part !== '.');
}

/** The path in a URI of this machine, or of the one that the window works on; nothing for other URIs. */
function pathOf(text: string): string | undefined {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]+):\/\/[^/]*(.*)$/is.exec(text) ?? [];
  if (scheme === undefined) {
    return text;
  }
  return /^(file|vscode-remote)$/i.test(scheme) ? decoded(rest).replace(/^\/(?=[A-Za-z]:)/, '') : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
