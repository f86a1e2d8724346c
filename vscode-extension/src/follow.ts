// The output of a command that still runs, as it would leave: sanitized piece by piece while it arrives.

import type * as vscode from 'vscode';
import type { App } from './app.js';
import type { Capture } from './captures.js';
import type { Guard, OutwardStream } from './guard.js';
import { shownText } from './terminalText.js';

/** Milliseconds between two pictures of the output, at least. */
const PAUSE = 300;

/** Milliseconds of silence after which what is held back is shown, masked where it could still become private. */
const QUIET = 1000;

/** What a picture of the output is of: it grows, it is whole, or its session has ended and nothing more may come. */
export type State = 'running' | 'ended' | 'cut';

/** Shows a picture of the output; returns whether anybody still looks. */
export type Show = (text: string, state: State) => boolean;

export class Following implements vscode.Disposable {
  readonly #stream: OutwardStream;
  readonly #subscription: vscode.Disposable;
  #clean: string;
  #isFresh = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows what `capture` printed until now, and what it prints from now on. */
  constructor(
    private readonly app: App,
    private readonly guard: Guard,
    private readonly capture: Capture,
    private readonly show: Show,
  ) {
    this.#stream = guard.sanitizeStream({ command: capture.command });
    this.#clean = this.#stream.push(capture.pieces.join(''));
    this.#subscription = app.captures.onDidRead((read) => {
      if (read.capture === capture) {
        this.#take(read.piece);
      }
    });
    this.#later(PAUSE);
  }

  #take(piece: string): void {
    if (!this.#isFresh || this.#timer === undefined) {
      this.#later(PAUSE);
    }
    this.#isFresh = true;
    if (this.#isCurrent()) {
      this.#clean += this.#stream.push(piece);
    }
  }

  /** A stand-in that another session issues would mean something else. */
  #isCurrent(): boolean {
    return this.app.sessions.isCurrent(this.guard);
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#update(), ms);
  }

  #update(): void {
    this.#timer = undefined;
    const state = this.#isCurrent() ? (this.capture.isRead ? 'ended' : 'running') : 'cut';
    if (state === 'ended') {
      this.#clean += this.#stream.finish();
    } else if (state === 'running' && !this.#isFresh) {
      this.#clean += this.#stream.flush();
    }
    const isSeen = this.show(shownText(this.#clean), state);
    if (!isSeen || state !== 'running') {
      this.dispose();
    } else if (this.#isFresh) {
      this.#isFresh = false;
      this.#later(QUIET);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }
}
