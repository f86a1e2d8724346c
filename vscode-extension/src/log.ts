// The log. Its event type has no field that could hold text of a conversation, a path or a name: counts, durations
// and words from closed lists are all there is to write.

import type { LogOutputChannel } from 'vscode';
import type { BlockReason, Refusal, SealProblem } from './guard.js';
import type { SettingKey } from './settings.js';
import type { UpstreamProblem } from './upstream/error.js';
import type { Wire } from './upstream/index.js';

export type Route = Wire | 'vendor';

export type LogEvent =
  | { readonly event: 'activated'; readonly ms: number }
  | { readonly event: 'session-opened'; readonly ms: number; readonly roots: number }
  | { readonly event: 'session-restored'; readonly ms: number; readonly roots: number }
  | { readonly event: 'seal-refused'; readonly reason: SealProblem | 'allows-more' }
  | { readonly event: 'not-sealed' }
  | { readonly event: 'sent'; readonly route: Route; readonly turns: number; readonly replaced: number; readonly standIns: number; readonly ms: number }
  | { readonly event: 'answered'; readonly route: Route; readonly firstMs: number; readonly ms: number; readonly toolCalls: number; readonly refused: number }
  | { readonly event: 'refused'; readonly kind: Refusal['kind'] }
  | { readonly event: 'failed'; readonly reason: UpstreamProblem | BlockReason | 'unknown' }
  | { readonly event: 'setting-ignored'; readonly setting: SettingKey }
  | { readonly event: 'checked'; readonly route: Route; readonly isProtected: boolean };

export class Log {
  constructor(private readonly channel: Pick<LogOutputChannel, 'info' | 'warn' | 'show'>) {}

  write(event: LogEvent): void {
    const { event: name, ...rest } = event;
    const line = [name, ...Object.entries(rest).map(([key, value]) => `${key}=${shown(value)}`)].join(' ');
    if (WARNINGS.has(name)) {
      this.channel.warn(line);
    } else {
      this.channel.info(line);
    }
  }

  show(): void {
    this.channel.show(true);
  }
}

const WARNINGS = new Set<LogEvent['event']>(['failed', 'setting-ignored', 'seal-refused', 'not-sealed']);

function shown(value: string | number | boolean): string {
  return typeof value === 'number' ? String(Math.round(value * 10) / 10) : String(value);
}
