// What the user configured. Settings come as anything at all; what has the wrong shape is left out and reported.
//
// A repository may add protection and never take any away: lists below `slotguard.protect` are the union over all
// scopes, and everything that could weaken protection or names a server has a scope that a workspace cannot set
// (see package.json).

import * as l10n from '@vscode/l10n';
import type { Config, Kind, Access } from './guard.js';
import { isWire, type Wire } from './upstream/index.js';

/** One setting in every scope it may have been set in. */
export interface Inspected {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** Reads `slotguard.<key>`. */
export type Inspect = (key: SettingKey) => Inspected | undefined;

export const SETTING_KEYS = [
  'upstreams',
  'models.fromOtherVendors',
  'images',
  'commands.secrets',
  'protect.values',
  'protect.hosts',
  'protect.organizations',
  'protect.rules',
  'protect.publicIps',
  'protect.personNames',
  'protect.accountIds',
  'allow.values',
  'allow.kinds',
  'scopes',
  'spelling',
] as const;

export type SettingKey = (typeof SETTING_KEYS)[number];

export interface UpstreamModel {
  readonly id: string;
  readonly name: string;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  readonly tools: boolean;
  readonly images: boolean;
}

export interface UpstreamSettings {
  readonly name: string;
  readonly wire: Wire;
  readonly url: string;
  readonly models: readonly UpstreamModel[];
}

export type SecretsInCommands = 'ask' | 'inline' | 'refuse';

export interface Settings {
  readonly upstreams: readonly UpstreamSettings[];
  readonly fromOtherVendors: boolean;
  readonly images: boolean;
  readonly commandSecrets: SecretsInCommands;
  readonly protection: Protection;
  /** Settings of which something was left out, for its shape. */
  readonly ignored: readonly SettingKey[];
}

/** The part of a session's configuration that comes from settings. */
export type Protection = Pick<
  Config,
  | 'hosts'
  | 'orgs'
  | 'literals'
  | 'allow'
  | 'customRules'
  | 'disabled'
  | 'publicIps'
  | 'personNames'
  | 'accountIds'
  | 'scopes'
  | 'spelling'
>;

export const KINDS = [
  'repo-root',
  'home',
  'user',
  'email',
  'host',
  'ip',
  'branch',
  'org',
  'person',
  'project',
  'sensitive-doc',
  'dir',
  'device',
  'secret',
] as const satisfies readonly Kind[];

export function isKind(value: unknown): value is Kind {
  return KINDS.some((kind) => kind === value);
}

export function readSettings(inspect: Inspect): Settings {
  const reader = new Reader(inspect);
  return {
    upstreams: reader.trusted('upstreams', (value) => reader.items('upstreams', value, upstream)) ?? [],
    fromOtherVendors: reader.trusted('models.fromOtherVendors', boolean) ?? true,
    images: reader.trusted('images', oneOf('remove', 'allow')) === 'allow',
    commandSecrets: reader.trusted('commands.secrets', oneOf('ask', 'inline', 'refuse')) ?? 'ask',
    protection: {
      literals: reader.union('protect.values', literal),
      hosts: reader.union('protect.hosts', nonEmpty),
      orgs: reader.union('protect.organizations', nonEmpty),
      customRules: reader.union('protect.rules', customRule),
      publicIps: reader.any('protect.publicIps'),
      personNames: reader.any('protect.personNames'),
      accountIds: reader.any('protect.accountIds'),
      allow: reader.trusted('allow.values', (value) => reader.items('allow.values', value, nonEmpty)) ?? [],
      disabled: reader.trusted('allow.kinds', (value) => reader.items('allow.kinds', value, kind)) ?? [],
      scopes: reader.trusted('scopes', (value) => reader.items('scopes', value, scope)) ?? [],
      spelling: reader.trusted('spelling', oneOf('bracket', 'dashed')) ?? 'bracket',
    },
    ignored: [...reader.ignored],
  };
}

/** Turns a value into what it should be; nothing if it is not that. */
type Parse<T> = (value: unknown) => T | undefined;

class Reader {
  readonly ignored = new Set<SettingKey>();

  constructor(private readonly inspect: Inspect) {}

  /** A setting that a workspace has no say in. */
  trusted<T>(key: SettingKey, parse: Parse<T>): T | undefined {
    const { defaultValue, globalValue } = this.inspect(key) ?? {};
    const value = globalValue ?? defaultValue;
    return value === undefined ? undefined : this.#parsed(key, value, parse);
  }

  /** A list to which every scope adds. */
  union<T>(key: SettingKey, parse: Parse<T>): T[] {
    return this.#scopes(key).flatMap((value) => this.items(key, value, parse) ?? []);
  }

  /** A switch that every scope can turn on. */
  any(key: SettingKey): boolean {
    return this.#scopes(key).some((value) => this.#parsed(key, value, boolean) === true);
  }

  /** The items of a list that have the right shape. */
  items<T>(key: SettingKey, value: unknown, parse: Parse<T>): T[] | undefined {
    const values = this.#parsed(key, value, array) ?? [];
    return values.flatMap((item) => {
      const parsed = this.#parsed(key, item, parse);
      return parsed === undefined ? [] : [parsed];
    });
  }

  #scopes(key: SettingKey): unknown[] {
    const { globalValue, workspaceValue, workspaceFolderValue } = this.inspect(key) ?? {};
    return [globalValue, workspaceValue, workspaceFolderValue].filter((value) => value !== undefined);
  }

  #parsed<T>(key: SettingKey, value: unknown, parse: Parse<T>): T | undefined {
    const parsed = parse(value);
    if (parsed === undefined) {
      this.ignored.add(key);
    }
    return parsed;
  }
}

const boolean: Parse<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
const array: Parse<unknown[]> = (value) => (Array.isArray(value) ? value : undefined);
const nonEmpty: Parse<string> = (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);
const kind: Parse<Kind> = (value) => (isKind(value) ? value : undefined);

function oneOf<T extends string>(...allowed: readonly T[]): Parse<T> {
  return (value) => allowed.find((one) => one === value);
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** `"Project Heron"`, or `{ "value": "Project Heron", "kind": "project" }`. */
function literal(value: unknown): Config['literals'][number] | undefined {
  const given = typeof value === 'string' ? { value, kind: 'project' } : fields(value);
  const words = nonEmpty(given['value']);
  return words !== undefined && isKind(given['kind']) ? { value: words, kind: given['kind'] } : undefined;
}

function customRule(value: unknown): Config['customRules'][number] | undefined {
  const { name, pattern, kind: what } = fields(value);
  const words = nonEmpty(pattern);
  return words !== undefined && isKind(what) ? { name: nonEmpty(name) ?? 'rule', pattern: words, kind: what } : undefined;
}

function scope(value: unknown): { path: string; access: Access } | undefined {
  const given = typeof value === 'string' ? { path: value } : fields(value);
  const path = nonEmpty(given['path']);
  return path === undefined ? undefined : { path, access: given['access'] === 'write' ? 'write' : 'read' };
}

/** What a model can take if nobody says. Small enough for most local ones, large enough to work with. */
const DEFAULT_INPUT = 128_000;
const DEFAULT_OUTPUT = 16_000;

function upstream(value: unknown): UpstreamSettings | undefined {
  const given = fields(value);
  const name = nonEmpty(given['name']);
  const url = nonEmpty(given['url']);
  const wire = given['wire'] ?? 'chat-completions';
  if (name === undefined || url === undefined || urlProblem(url, given['allowHttp'] === true) || !isWire(wire)) {
    return undefined;
  }
  const models = (array(given['models']) ?? []).flatMap((item) => upstreamModel(item) ?? []);
  return { name, wire, url, models };
}

function upstreamModel(value: unknown): UpstreamModel | undefined {
  const given = typeof value === 'string' ? { id: value } : fields(value);
  const id = nonEmpty(given['id']);
  if (id === undefined) {
    return undefined;
  }
  return {
    id,
    name: nonEmpty(given['name']) ?? id,
    maxInputTokens: count(given['maxInputTokens']) ?? DEFAULT_INPUT,
    maxOutputTokens: count(given['maxOutputTokens']) ?? DEFAULT_OUTPUT,
    tools: given['tools'] !== false,
    images: given['images'] === true,
  };
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

/** Why an address is not taken, in words; nothing if it is. */
export function urlProblem(url: string, allowHttp = false): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) {
    return l10n.t('An address that starts with https:// is needed, or with http:// for this machine.');
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return l10n.t('Leave user and password out of the address; keys are kept in the secret storage.');
  }
  if (parsed.protocol === 'http:' && !allowHttp && !isLoopback(parsed.hostname)) {
    return l10n.t('Only this machine may be reached without https.');
  }
  return undefined;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
