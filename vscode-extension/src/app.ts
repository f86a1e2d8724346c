// What the parts of the extension share. Everything here is made once, in `main.ts`, and nothing is global.

import * as vscode from 'vscode';
import { Blocked, type Guard, type Hit, type Refusal } from './guard.js';
import { Highlights } from './highlights.js';
import { Captures } from './captures.js';
import type { Keys } from './keys.js';
import type { Log, LogEvent, Route } from './log.js';
import type { Models } from './models.js';
import { Previews } from './previews.js';
import type { Protected } from './outbound.js';
import type { Sessions } from './sessions.js';
import type { Settings } from './settings.js';
import { SlotsView } from './slotsView.js';
import { Stats } from './stats.js';
import { UpstreamError } from './upstream/index.js';

export interface Parts {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  readonly keys: Keys;
  readonly settings: () => Settings;
  readonly sessions: Sessions;
  readonly models: Models;
}

export class App implements vscode.Disposable {
  readonly stats = new Stats();
  readonly previews = new Previews();
  readonly captures = new Captures();
  readonly slotsView: SlotsView;
  readonly highlights: Highlights;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Something the user can see is another. */
  readonly onDidChange = this.#changed.event;

  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  readonly keys: Keys;
  readonly settings: () => Settings;
  readonly sessions: Sessions;
  readonly models: Models;

  constructor(parts: Parts) {
    this.context = parts.context;
    this.log = parts.log;
    this.keys = parts.keys;
    this.settings = parts.settings;
    this.sessions = parts.sessions;
    this.models = parts.models;
    this.slotsView = new SlotsView(this);
    this.highlights = new Highlights(this);
  }

  changed(): void {
    this.#changed.fire();
    this.sessions.saveSoon();
  }

  throwIfPaused(): void {
    if (this.stats.isPaused) {
      throw new UpstreamError('cancelled', vscode.l10n.t('SlotGuard is paused, so nothing was sent. Run "SlotGuard: Resume", or choose a model without SlotGuard.'));
    }
  }

  sent(what: Protected, { route, ms }: { route: Route; ms: number }): void {
    this.stats.sent(what);
    const { replaced, standIns, turns } = what;
    this.log.write({ event: 'sent', route, turns, replaced, standIns: standIns.size, ms });
    this.changed();
  }

  /** Something outside of a request showed the session new values. */
  learned(hits: readonly Hit[]): void {
    this.stats.learned(hits);
    this.changed();
  }

  refused(refusal: Refusal): void {
    this.stats.refused++;
    this.log.write({ event: 'refused', kind: refusal.kind });
    this.changed();
  }

  succeeded(): void {
    this.stats.problem = undefined;
    this.changed();
  }

  /** Takes note of a failure; returns the error the user may see. */
  failed(error: unknown): Error {
    const reason = reasonOf(error);
    this.log.write({ event: 'failed', reason });
    const shown = reason === 'unknown' ? new Error(vscode.l10n.t('SlotGuard failed, and nothing more was sent.')) : (error as Error);
    if (reason !== 'cancelled') {
      this.stats.problem = shown.message;
    }
    this.changed();
    return shown;
  }

  /** The session of before the window was reloaded goes on. */
  restored(guard: Guard): void {
    this.stats.restored(guard.slots());
    this.changed();
  }

  /** Settings or folders are others. */
  reconfigured(): void {
    if (this.sessions.reconfigure()) {
      this.#began();
    }
    this.changed();
  }

  newSession(): void {
    this.sessions.reset();
    this.#began();
    this.changed();
  }

  /** What is on the screen is of the session before. */
  #began(): void {
    this.stats.reset();
    this.slotsView.hide();
  }

  dispose(): void {
    this.slotsView.dispose();
    this.highlights.dispose();
    this.captures.dispose();
    this.#changed.dispose();
  }
}

function reasonOf(error: unknown): (LogEvent & { event: 'failed' })['reason'] {
  if (error instanceof UpstreamError) {
    return error.problem;
  }
  return error instanceof Blocked ? error.reason : 'unknown';
}

/** Errors whose message is meant for the user. */
export function isExpected(error: unknown): error is Blocked | UpstreamError {
  return error instanceof Blocked || error instanceof UpstreamError;
}
