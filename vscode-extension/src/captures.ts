// What commands in terminals printed, kept in memory for as long as there is room. Read through shell integration;
// terminals without it (cmd.exe, ssh, tmux) are silent.

import * as vscode from 'vscode';
import { shownText } from './terminalText.js';

export interface Capture {
  readonly command: string;
  readonly terminal: string;
  /** As written so far; a running command's grows. */
  readonly pieces: string[];
  size: number;
  exitCode: number | undefined;
  isRunning: boolean;
  /** Whether all that it printed is there. */
  isRead: boolean;
  /** When all that it printed was read, which may be after its end. */
  whole: Promise<void>;
}

/** Milliseconds that the output of a command may come after its end. A stream that never closes is known to happen. */
const LATE = 2000;

/** Code units kept of one command's output: its end counts most. */
const MAX_CAPTURE = 16_000_000;
/** Code units kept of all of them. */
const MAX_ALL = 64_000_000;
const MAX_COMMANDS = 50;

export class Captures implements vscode.Disposable {
  readonly #ring: Capture[] = [];
  readonly #readSome = new vscode.EventEmitter<{ readonly capture: Capture; readonly piece: string }>();
  /** A command printed something; nothing more comes if `piece` is empty. */
  readonly onDidRead = this.#readSome.event;
  readonly #running = new Map<vscode.TerminalShellExecution, Capture>();
  readonly #subscriptions = [
    // Reading is not retroactive: it has to begin in this event.
    vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => this.#started(terminal, execution)),
    vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => this.#ended(execution, exitCode)),
  ];

  /** The last `count` commands, oldest first. A command that never ends is there with what it printed so far. */
  last(count: number): readonly Capture[] {
    return this.#ring.slice(-count);
  }

  /** As `last`, once the output of those that ended is there. */
  async wholeLast(count: number): Promise<readonly Capture[]> {
    const captures = this.last(count);
    const late = new Promise<void>((done) => setTimeout(done, LATE));
    await Promise.race([late, Promise.all(captures.filter(({ isRunning }) => !isRunning).map(({ whole }) => whole))]);
    return captures;
  }

  #started(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): void {
    const stream = execution.read();
    const capture: Capture = { command: execution.commandLine.value, terminal: terminal.name, pieces: [], size: 0, exitCode: undefined, isRunning: true, isRead: false, whole: Promise.resolve() };
    this.#ring.push(capture);
    this.#running.set(execution, capture);
    capture.whole = this.#read(stream, capture);
  }

  async #read(stream: AsyncIterable<string>, capture: Capture): Promise<void> {
    try {
      for await (const piece of stream) {
        capture.pieces.push(piece);
        capture.size += piece.length;
        this.#makeRoom(capture);
        this.#readSome.fire({ capture, piece });
      }
    } catch {
      // The terminal was closed: what it printed until then is kept.
    }
    capture.isRunning = false;
    capture.isRead = true;
    this.#readSome.fire({ capture, piece: '' });
  }

  #ended(execution: vscode.TerminalShellExecution, exitCode: number | undefined): void {
    const capture = this.#running.get(execution);
    this.#running.delete(execution);
    if (capture) {
      capture.exitCode = exitCode;
      capture.isRunning = false;
    }
  }

  #makeRoom(capture: Capture): void {
    while (capture.size > MAX_CAPTURE && capture.pieces.length > 1) {
      capture.size -= capture.pieces.shift()?.length ?? 0;
    }
    const all = () => this.#ring.reduce((sum, { size }) => sum + size, 0);
    while (this.#ring.length > MAX_COMMANDS || (this.#ring.length > 1 && all() > MAX_ALL)) {
      this.#ring.shift();
    }
  }

  dispose(): void {
    vscode.Disposable.from(this.#readSome, ...this.#subscriptions).dispose();
  }
}

/** What the command printed, as the terminal showed it. */
export function outputOf({ pieces }: Capture): string {
  return shownText(pieces.join(''));
}
