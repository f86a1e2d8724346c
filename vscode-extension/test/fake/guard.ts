// A guard with one fixed dictionary: what a test says is hidden, and nothing else. For tests of what stands around
// the guard; what the real one does is tested with the component.

import type { Guard, Hit, Kind, Outcome, ReboundCall, Sanitized, SanitizedRequest, TextStream } from '../../src/guard.js';

export interface Entry {
  readonly raw: string;
  readonly standIn: string;
  readonly kind: Kind;
}

export class FakeGuard implements Guard {
  /** Every text it was shown. */
  readonly seen: string[] = [];

  constructor(private readonly entries: readonly Entry[]) {}

  sanitize(text: string): Sanitized {
    this.seen.push(text);
    const hits: Hit[] = [];
    let out = text;
    for (const { raw, standIn, kind } of this.entries) {
      for (let at = text.indexOf(raw); at >= 0; at = text.indexOf(raw, at + raw.length)) {
        hits.push({ kind, rule: 'fake', input: [at, at + raw.length], standIn });
      }
      out = out.replaceAll(raw, standIn);
    }
    return { text: out, hits };
  }

  sanitizeRequest(json: string): SanitizedRequest {
    const { text, hits } = this.sanitize(json);
    return { text, replaced: hits.length, standIns: new Map(hits.map(({ standIn, kind }) => [standIn, kind])) };
  }

  /** Holds back everything. */
  rebindStream(): TextStream {
    let held = '';
    return {
      push: (text) => {
        held += text;
        return '';
      },
      finish: () => this.rebindDisplay(held),
    };
  }

  rebindDisplay(text: string): string {
    return this.entries
      .filter(({ kind }) => kind !== 'secret')
      .reduce((out, { raw, standIn }) => out.replaceAll(standIn, raw), text);
  }

  async rebindToolCall(_tool: string, args: string): Promise<Outcome<ReboundCall>> {
    if (args.includes('..')) {
      const range = { start: 0, end: 0 };
      return { refusal: { kind: 'traversal', field: '/filePath', range, message: 'the path climbs out' } };
    }
    return { ok: { args: this.rebindDisplay(args), env: [], paths: [] } };
  }

  sanitizeStream(): { push: (text: string) => string; flush: () => string; finish: () => string } {
    return { push: (text) => this.sanitize(text).text, flush: () => '', finish: () => '' };
  }

  rebindCommand(text: string): Outcome<{ text: string; env: [] }> {
    return { ok: { text: this.rebindDisplay(text), env: [] } };
  }

  async rebindPath(text: string): Promise<Outcome<string>> {
    return { ok: this.rebindDisplay(text) };
  }

  slots(): [] {
    return [];
  }

  explain(): undefined {
    return undefined;
  }

  protect(): void {}

  allow(): void {}

  forget(): boolean {
    return false;
  }

  reveal(): undefined {
    return undefined;
  }

  snapshot(): { bytes: Uint8Array; counter: bigint } {
    return { bytes: new Uint8Array(), counter: 0n };
  }
}
