// Material for tests: one invented user, in one invented place.

import { readFile } from 'node:fs/promises';
import type { Machine } from '../../src/guard.js';
import type { ModelEvent, ModelRequest, Part, Turn } from '../../src/turns.js';
import { FakeGuard } from '../fake/guard.js';

export const ROOT = '/home/mira/quill';
export const EMAIL = 'mira.okafor@quill-works.test';
/** Invented, and put together here so that no scanner mistakes it for a leak. */
export const TOKEN = ['tok', 'A1b2C3d4E5f6G7h8'].join('_');

export function guard(): FakeGuard {
  return new FakeGuard([
    { raw: ROOT, standIn: '[REPO_ROOT_1]', kind: 'repo-root' },
    { raw: EMAIL, standIn: '[EMAIL_1]', kind: 'email' },
    { raw: TOKEN, standIn: 'tok_Zz9Yy8Xx7Ww6Vv5U', kind: 'secret' },
  ]);
}

export function turn(role: Turn['role'], ...parts: (Part | string)[]): Turn {
  return { role, parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)) };
}

export function request(...turns: Turn[]): ModelRequest {
  return { turns, tools: [], toolRequired: false, options: {} };
}

export const READ_FILE = {
  name: 'read_file',
  description: 'Reads a file.',
  schema: { type: 'object', properties: { filePath: { type: 'string' } }, required: ['filePath'] },
};

export function says(text: string): ModelEvent {
  return { type: 'text', text };
}

export function calls(name: string, args: object | string, id = 'call_1'): ModelEvent {
  return { type: 'tool-call', id, name, args: typeof args === 'string' ? args : JSON.stringify(args) };
}

/** The component as it was built, on a machine that shows no links. */
export const MACHINE: Machine = { read: (name) => readFile(`generated/${name}`), links: undefined };
