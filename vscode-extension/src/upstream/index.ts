// The wire formats, and the one list of them.

import type { Upstream } from '../turns.js';
import { chatCompletions } from './chat-completions.js';
import type { Connection } from './connection.js';
import { messages } from './messages.js';
import { responses } from './responses.js';

export type { Connection } from './connection.js';
export { UpstreamError } from './error.js';

/** How a server is spoken to. A new format is a file and a row here. */
export const WIRES = {
  'chat-completions': chatCompletions,
  responses,
  messages,
} as const satisfies Record<string, (connection: Connection) => Upstream>;

export type Wire = keyof typeof WIRES;

export function isWire(value: unknown): value is Wire {
  return typeof value === 'string' && value in WIRES;
}
