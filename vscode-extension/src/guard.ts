// The only file that knows there is WebAssembly. It loads the component, once and on first use, and gives every
// session an instance of its own, so that two sessions share no memory and a trap costs one session only.

import * as l10n from '@vscode/l10n';
import { instantiate } from '../generated/component.js';
import type * as Wit from '../generated/interfaces/slotguard-boundary-sessions.js';
import { type Links, Places } from './links.js';
import { inField, refusedLink } from './opened.js';

export type {
  Access,
  Config,
  Context,
  Explanation,
  Kind,
  Origin,
  Refusal,
  ReboundCall,
  ReboundCommand,
  Shell,
  Variable,
} from '../generated/interfaces/slotguard-boundary-sessions.js';

/** One rewritten span. Offsets count UTF-16 units, as everything in an editor does. */
export interface Hit {
  readonly kind: Wit.Kind;
  /** Name of the rule that found it. */
  readonly rule: string;
  /** Where in the input. */
  readonly input: readonly [start: number, end: number];
  /** What stands there now: no raw value. */
  readonly standIn: string;
}

/** A text that may leave. */
export interface Sanitized {
  readonly text: string;
  readonly hits: readonly Hit[];
}

/** A request that may leave. */
export interface SanitizedRequest {
  readonly text: string;
  /** How many places were rewritten. */
  readonly replaced: number;
  /** Distinct stand-ins in it, and what is behind them. */
  readonly standIns: ReadonlyMap<string, Wit.Kind>;
}

/** Text that arrives in pieces. */
export interface TextStream {
  /** Takes the next piece; returns what may be shown now. */
  push(text: string): string;
  /** Returns the rest. The stream is over then. */
  finish(): string;
}

/** Text on its way out that arrives in pieces. All fail as `sanitize` does. */
export interface OutwardStream {
  /** Takes the next piece; returns what may leave by now. */
  push(text: string): string;
  /** Returns what is held, masked where it could still become private. */
  flush(): string;
  /** Returns the rest. The stream is over then. */
  finish(): string;
}

/** A row of the slot table, without the value. */
export interface Slot {
  readonly standIn: string;
  readonly kind: Wit.Kind;
  readonly rule: string;
  readonly uses: number;
  /** Number of the text that showed it first, from 1. */
  readonly firstSeen: number;
  readonly links: readonly string[];
}

/** Why a value is hidden, in sentences without raw values. */
export interface Reasons {
  readonly kind: Wit.Kind;
  readonly rule: string;
  readonly chain: readonly string[];
}

/** Either what may be used, or the reason why not. */
export type Outcome<T> = { readonly ok: T } | { readonly refusal: Wit.Refusal };

export type BlockReason = Wit.SanitizeError | 'trap' | 'config' | 'closed';

/** Nothing may be sent. The message is for the user and holds no private value. */
export class Blocked extends Error {
  constructor(
    readonly reason: BlockReason,
    message: string,
  ) {
    super(message);
    this.name = 'Blocked';
  }
}

function blocked(limit: Wit.SanitizeError): Blocked {
  const messages: Record<Wit.SanitizeError, string> = {
    'table-full': l10n.t('The session knows as many private values as it may. Run "SlotGuard: New Session" and try again.'),
    'too-long': l10n.t('A text in this request is too long to be checked, so nothing was sent. Attach less of it.'),
    'not-json': l10n.t('A request was not readable as JSON, so nothing was sent.'),
    stale: l10n.t('An earlier message shows a name that is private by now, so nothing was sent. Start a new chat.'),
    sealed: l10n.t('A signed part of the history holds a private value, so nothing was sent. Start a new chat.'),
  };
  return new Blocked(limit, messages[limit]);
}

/** A session that was sealed. */
export interface Sealed {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly bytes: Uint8Array;
  /** An older seal is refused. */
  readonly minCounter: bigint;
}

/** Why a seal was not taken, in one word. */
export type SealProblem = Wit.SnapshotError['tag'] | 'trap';

/** The session was sealed in another way, or changed since. Open a new one. */
export class Unsealable extends Error {
  constructor(readonly problem: SealProblem) {
    super('The sealed session was not taken.');
    this.name = 'Unsealable';
  }
}

/** What the rest of the extension needs of a session; tests put a simpler one in its place. */
export interface Guard {
  /** Rewrites `text` so that it may leave. @throws {Blocked} then nothing of it may be sent. */
  sanitize(text: string, origin: Wit.Origin, context?: Wit.Context): Sanitized;
  /** The same for the output of a command that arrives in pieces. Whatever the pieces are, what leaves is the same. */
  sanitizeStream(context: Wit.Context): OutwardStream;
  /** Rewrites a whole request to a model, JSON text, so that it may leave. Messages that were sent before are not read again. @throws {Blocked} */
  sanitizeRequest(json: string): SanitizedRequest;
  /** Restores structural slots in text for the local user; secrets stay hidden. */
  rebindDisplay(text: string): string;
  /** The same for a model's words that arrive in pieces: what could still become a stand-in is held back. */
  rebindStream(): TextStream;
  /**
   * Restores the arguments of a tool call. The result is raw: for the local tool only. Where symbolic links on its paths
   * lead is judged too, if the machine's links can be seen.
   */
  rebindToolCall(tool: string, args: string): Promise<Outcome<Wit.ReboundCall>>;
  /** Restores a shell command. The result is raw. */
  rebindCommand(text: string, shell: Wit.Shell): Outcome<Wit.ReboundCommand>;
  /** Restores a path that is about to be opened. The result is raw. Links are followed as for a tool call. */
  rebindPath(text: string, access: Wit.Access): Promise<Outcome<string>>;
  slots(): Slot[];
  explain(standIn: string): Reasons | undefined;
  protect(value: string, kind: Wit.Kind): void;
  allow(value: string): void;
  forget(standIn: string): boolean;
  /** The raw value, for the local user's eyes only. */
  reveal(standIn: string): string | undefined;
  /** Seals the session under `key`, 32 bytes. Whoever restores the seal owns it. */
  snapshot(key: Uint8Array): { readonly bytes: Uint8Array; readonly counter: bigint };
}

/** Reads one of the component's core modules, which lie beside the bundle. */
export type ReadPart = (name: string) => PromiseLike<Uint8Array>;

/** What a session needs of where it runs. */
export interface Machine {
  readonly read: ReadPart;
  /** Nothing where nobody can see links, as in a browser: paths are judged by their text alone there. */
  readonly links: Links | undefined;
}

/**
 * Opens a session, or the one that was `sealed`. The first call reads and compiles the component.
 *
 * @throws {Blocked} with reason `config`. @throws {Unsealable}
 */
export async function openGuard(config: Wit.Config, { read, links }: Machine, sealed?: Sealed): Promise<Guard> {
  const { sessions } = await newInstance(read);
  rules ??= sessions.rules();
  const session = sealed ? restored(sessions, config, sealed) : opened(sessions, config);
  const places = links && (await Places.of(config, links));
  return new ComponentGuard(session, rules, places, {
    rebound: (stream) => sessions.RebindStream.finish(stream),
    sanitized: (stream) => sessions.SanitizeStream.finish(stream),
  });
}

type Sessions = Awaited<ReturnType<typeof newInstance>>['sessions'];

function opened({ Session }: Sessions, config: Wit.Config): Wit.Session {
  try {
    return Session.open(config);
  } catch (error) {
    throw wrongConfig(payload<Wit.ConfigError>(error));
  }
}

function restored({ Session }: Sessions, config: Wit.Config, { key, bytes, minCounter }: Sealed): Wit.Session {
  try {
    return Session.restore(config, key, bytes, minCounter);
  } catch (error) {
    const problem = payload<Wit.SnapshotError>(error);
    throw problem?.tag === 'config' ? wrongConfig(problem.val) : new Unsealable(problem?.tag ?? 'trap');
  }
}

function wrongConfig(problem: Wit.ConfigError | undefined): Blocked {
  return new Blocked('config', problem ? l10n.t('Setting "{0}": {1}', problem.field, problem.problem) : trapped());
}

function trapped(): string {
  return l10n.t('SlotGuard stopped because of an internal error, and nothing was sent. Run "SlotGuard: New Session" and try again.');
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();
let rules: string[] | undefined;

/** Compiled once; every session is an instance of its own. */
function core(name: string, read: ReadPart): Promise<WebAssembly.Module> {
  const known = compiled.get(name);
  if (known) {
    return known;
  }
  const made = Promise.resolve(read(name)).then((bytes) => WebAssembly.compile(new Uint8Array(bytes)));
  compiled.set(name, made);
  // A file that cannot be read now may be there at the next try.
  made.catch(() => compiled.delete(name));
  return made;
}

async function newInstance(read: ReadPart) {
  // The glue looks it up without a version, its types say with one.
  const random = { getRandomBytes };
  const imports = { 'wasi:random/random': random, 'wasi:random/random@0.2.0': random };
  return instantiate((name: string) => core(name, read), imports);
}

/** Web Crypto gives at most 64 KB a call. */
function getRandomBytes(length: bigint): Uint8Array {
  const bytes = new Uint8Array(Number(length));
  for (let at = 0; at < bytes.length; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  }
  return bytes;
}

/** The value of a WIT `result`'s error case, which the glue throws bare or wrapped; none if the component trapped. */
function payload<T>(error: unknown): T | undefined {
  if (error instanceof Error) {
    return 'payload' in error ? (error.payload as T) : undefined;
  }
  return error as T;
}

const encoder = new TextEncoder();

class ComponentGuard implements Guard {
  #dead = false;

  constructor(
    private readonly session: Wit.Session,
    private readonly ruleNames: readonly string[],
    private readonly places: Places | undefined,
    private readonly finish: {
      readonly rebound: (stream: Wit.RebindStream) => Wit.Rebound;
      readonly sanitized: (stream: Wit.SanitizeStream) => string;
    },
  ) {}

  sanitize(text: string, origin: Wit.Origin, context: Wit.Context = {}): Sanitized {
    // Bytes, not a string: the glue copies them several times faster.
    const bytes = encoder.encode(text);
    const result = this.#checked(() => this.session.sanitizeBytes(bytes, origin, context));
    return { text: result.text, hits: this.#hits(text, bytes.length, result) };
  }

  sanitizeStream(context: Wit.Context): OutwardStream {
    const stream = this.#alive(() => this.session.sanitizeStream('tool', context));
    return {
      push: (text) => this.#checked(() => stream.push(encoder.encode(text))),
      flush: () => this.#checked(() => stream.flush()),
      finish: () => this.#checked(() => this.finish.sanitized(stream)),
    };
  }

  sanitizeRequest(json: string): SanitizedRequest {
    const { text, replacements } = this.#checked(() => this.session.sanitizeJson(json));
    const places = new Offsets(text);
    const standIns = new Map(replacements.map(({ kind, output }) => [text.slice(places.at(output.start), places.at(output.end)), kind]));
    return { text, replaced: replacements.length, standIns };
  }

  #hits(text: string, length: number, { text: clean, replacements }: Wit.Sanitized): Hit[] {
    const grown = replacements.reduce((sum, { input, output }) => sum + output.end - output.start - (input.end - input.start), 0);
    const before = new Offsets(text, length);
    const after = new Offsets(clean, length + grown);
    return replacements.map(({ kind, rule, input, output }) => ({
      kind,
      rule: this.#ruleName(rule),
      input: [before.at(input.start), before.at(input.end)],
      standIn: clean.slice(after.at(output.start), after.at(output.end)),
    }));
  }

  rebindDisplay(text: string): string {
    return this.#alive(() => this.session.rebindDisplay(text)).text;
  }

  rebindStream(): TextStream {
    const stream = this.#alive(() => this.session.rebindStream('text'));
    return {
      push: (text) => this.#alive(() => stream.push(text)).text,
      finish: () => this.#alive(() => this.finish.rebound(stream)).text,
    };
  }

  async rebindToolCall(tool: string, args: string): Promise<Outcome<Wit.ReboundCall>> {
    const bound = this.#outcome(() => this.session.rebindToolCall(tool, args));
    if ('refusal' in bound) {
      return bound;
    }
    for (const path of bound.ok.paths) {
      const refusal = await this.#refusedLink(path);
      if (refusal) {
        return { refusal: inField(refusal, path.path, bound.ok.args, args) };
      }
    }
    return bound;
  }

  rebindCommand(text: string, shell: Wit.Shell): Outcome<Wit.ReboundCommand> {
    return this.#outcome(() => this.session.rebindCommand(text, shell));
  }

  async rebindPath(text: string, access: Wit.Access): Promise<Outcome<string>> {
    const bound = this.#pathByText(text, access);
    const refusal = 'ok' in bound ? await this.#refusedLink({ path: bound.ok, access }) : undefined;
    return refusal ? { refusal: { ...refusal, range: { start: 0, end: encoder.encode(text).length } } } : bound;
  }

  #pathByText(text: string, access: Wit.Access): Outcome<string> {
    return this.#outcome(() => this.session.rebindPath(text, access).text);
  }

  async #refusedLink(path: Wit.OpenedPath): Promise<Wit.Refusal | undefined> {
    return this.places && refusedLink(this.places, path, (place, access) => this.#pathByText(place, access));
  }

  slots(): Slot[] {
    return this.#alive(() => this.session.slots()).map((slot) => ({
      ...slot,
      rule: this.#ruleName(slot.rule),
      uses: Number(slot.uses),
      firstSeen: Number(slot.firstSeen),
    }));
  }

  explain(standIn: string): Reasons | undefined {
    const reasons = this.#alive(() => this.session.explain(standIn));
    return reasons && { ...reasons, rule: this.#ruleName(reasons.rule) };
  }

  protect(value: string, kind: Wit.Kind): void {
    this.#checked(() => this.session.protect(value, kind));
  }

  allow(value: string): void {
    this.#alive(() => this.session.allow(value));
  }

  forget(standIn: string): boolean {
    return this.#alive(() => this.session.forget(standIn));
  }

  reveal(standIn: string): string | undefined {
    return this.#alive(() => this.session.reveal(standIn));
  }

  snapshot(key: Uint8Array): { bytes: Uint8Array; counter: bigint } {
    return this.#alive(() => this.session.snapshot(key));
  }

  #ruleName(rule: number): string {
    return this.ruleNames[rule] ?? 'unknown';
  }

  #outcome<T>(call: () => T): Outcome<T> {
    try {
      return { ok: this.#alive(call) };
    } catch (error) {
      const refusal = payload<Wit.Refusal>(error);
      if (!refusal) {
        throw error;
      }
      return { refusal };
    }
  }

  #checked<T>(call: () => T): T {
    try {
      return this.#alive(call);
    } catch (error) {
      const limit = payload<Wit.SanitizeError>(error);
      throw limit ? blocked(limit) : error;
    }
  }

  /** A trapped instance is never called again. */
  #alive<T>(call: () => T): T {
    if (this.#dead) {
      throw new Blocked('closed', trapped());
    }
    try {
      return call();
    } catch (error) {
      if (payload(error) !== undefined) {
        throw error;
      }
      this.#dead = true;
      throw new Blocked('trap', trapped());
    }
  }
}

const NEVER = Number.MAX_SAFE_INTEGER;

/** Turns rising byte offsets of a text's UTF-8 into UTF-16 ones, in one walk that jumps over ASCII. */
class Offsets {
  readonly #beyondAscii = /[^\0-\x7f]/g;
  #bytes = 0;
  #units = 0;
  /** Where the next character beyond ASCII is. */
  #next: number;

  /** `length` is that in bytes, if it is known: it tells whether there is anything beyond ASCII. */
  constructor(
    private readonly text: string,
    length?: number,
  ) {
    this.#next = length === text.length ? NEVER : this.#find();
  }

  at(offset: number): number {
    while (this.#bytes < offset) {
      const plain = Math.min(this.#next - this.#units, offset - this.#bytes);
      if (plain > 0) {
        this.#bytes += plain;
        this.#units += plain;
      } else {
        this.#step();
      }
    }
    return this.#units;
  }

  /** One character beyond ASCII. */
  #step(): void {
    const code = this.text.codePointAt(this.#units) ?? 0;
    this.#bytes += code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    this.#units += code < 0x1_0000 ? 1 : 2;
    this.#next = this.#find();
  }

  #find(): number {
    this.#beyondAscii.lastIndex = this.#units;
    // Past the end all offsets are plain, so that no offset can loop.
    return this.#beyondAscii.test(this.text) ? this.#beyondAscii.lastIndex - 1 : NEVER;
  }
}
