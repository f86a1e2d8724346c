// The paths that a call is about to open, judged once more where symbolic links lead.

import type { Access, Outcome, Refusal } from './guard.js';
import type { Places } from './links.js';

export interface Opened {
  readonly path: string;
  readonly access: Access;
}

/** Whether a place may be used, by its text alone. */
export type Judge = (path: string, access: Access) => Outcome<unknown>;

const LEADS_OUT = 'a symbolic link on this path leads to a place that this session may not use; name another file, or ask the user for a scope';
const NOWHERE = 'the symbolic links on this path lead nowhere, or where nobody can look; name another file';

/** Why what lies at the end of the links of a path is refused, if it is. Where it lies is not said: it may be private. */
export async function refusedLink(places: Places, { path, access }: Opened, judge: Judge): Promise<Refusal | undefined> {
  const leads = await places.leads(path);
  if (leads === 'nowhere') {
    return refusal(NOWHERE);
  }
  for (const place of leads) {
    const judged = judge(place, access);
    if ('refusal' in judged) {
      return refusal(LEADS_OUT, judged.refusal.ask);
    }
  }
  return undefined;
}

function refusal(message: string, ask?: Refusal['ask']): Refusal {
  return { kind: ask ? 'policy' : 'out-of-scope', field: '', range: { start: 0, end: 0 }, message, ...(ask && { ask }) };
}

/** The same refusal, with the field that holds `path` in the arguments `bound`, and the length of what `given` has there. */
export function inField(refused: Refusal, path: string, bound: string, given: string): Refusal {
  const keys = keysOf(JSON.parse(bound), path) ?? [];
  const written = keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], JSON.parse(given));
  const end = typeof written === 'string' ? new TextEncoder().encode(written).length : 0;
  return { ...refused, field: keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''), range: { start: 0, end } };
}

/** The way to the first text with `path` in it. */
function keysOf(value: unknown, path: string): string[] | undefined {
  if (typeof value === 'string') {
    return value.includes(path) ? [] : undefined;
  }
  for (const [key, inner] of typeof value === 'object' && value !== null ? Object.entries(value) : []) {
    const found = keysOf(inner, path);
    if (found) {
      return [key, ...found];
    }
  }
  return undefined;
}
