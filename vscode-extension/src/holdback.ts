// Streamed text is rebound in pieces that end where nothing can change any more: between words, outside of links
// and tags. A stand-in is never split, and a URL is always judged as a whole.

/** Longest text that is held or looked back at, in UTF-16 units. A stand-in is far shorter. */
const WINDOW = 4096;

/**
 * Rebinds a stream of text. `rebind` is asked about the paragraph so far, since whether a slot may be restored can
 * depend on what stands before it; what was released already is never taken back.
 */
export class HoldBack {
  /** The paragraph so far, as the model wrote it. */
  #paragraph = '';
  /** How much of it, from its start, was released; and what that became. */
  #released = 0;
  #shown = '';

  constructor(private readonly rebind: (text: string) => string) {}

  /** Takes the next piece; returns what may be shown now. */
  push(text: string): string {
    this.#paragraph += text;
    return this.#release(safeEnd(this.#paragraph, this.#released));
  }

  /** Returns the rest. */
  finish(): string {
    const rest = this.#release(this.#paragraph.length);
    this.#paragraph = this.#shown = '';
    this.#released = 0;
    return rest;
  }

  #release(end: number): string {
    if (end <= this.#released) {
      return '';
    }
    const shown = this.rebind(this.#paragraph.slice(0, end));
    // What follows changed the reading of what is out already: the new part goes out as the model wrote it.
    const fresh = shown.startsWith(this.#shown)
      ? shown.slice(this.#shown.length)
      : this.#paragraph.slice(this.#released, end);
    this.#released = end;
    this.#shown = shown.startsWith(this.#shown) ? shown : this.#shown + fresh;
    this.#forget();
    return fresh;
  }

  /** Drops what can no longer matter: paragraphs that are over. */
  #forget(): void {
    const released = this.#paragraph.slice(0, this.#released);
    const blank = released.lastIndexOf('\n\n');
    const over = blank >= 0 ? blank + 2 : released.length > WINDOW ? released.length : 0;
    if (over > 0) {
      this.#paragraph = this.#paragraph.slice(over);
      this.#released -= over;
      this.#shown = this.rebind(this.#paragraph.slice(0, this.#released));
    }
  }
}

/** Where the text may be cut: after white space, with no bracket, parenthesis, tag or code span open in the line. */
function safeEnd(text: string, from: number): number {
  const tooLong = text.length - from > WINDOW;
  let depth = 0;
  let safe = from;
  let ascii = false;
  for (let at = from; at < text.length; at++) {
    const char = text.charCodeAt(at);
    ascii = char > SPACE && (ascii || char < 0x80);
    if (OPENING.has(char)) {
      depth++;
    } else if (CLOSING.has(char)) {
      depth = Math.max(0, depth - 1);
    } else if (char === NEWLINE) {
      // Only a tag goes on in the next line; a parenthesis in prose may, but no link does.
      depth = 0;
      safe = at + 1;
    } else if ((char === SPACE || isBetween(text, at, ascii)) && (depth === 0 || tooLong)) {
      safe = at + 1;
    }
  }
  return safe;
}

/** Scripts that put no space between words: after a whole character, as long as no URL or slot can have begun. */
function isBetween(text: string, at: number, ascii: boolean): boolean {
  const code = text.charCodeAt(at);
  const isHalf = code >= 0xd800 && code < 0xdc00;
  return code > 0x2e80 && !ascii && !isHalf;
}

const SPACE = 0x20;
const NEWLINE = 0x0a;
const OPENING = new Set(Array.from('([<', (char) => char.charCodeAt(0)));
const CLOSING = new Set(Array.from(')]>', (char) => char.charCodeAt(0)));
