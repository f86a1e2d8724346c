// What the extension costs, in the real extension host. Generous limits: other work shares the machine.
import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { exchange } from '../../src/exchange.js';
import { type Guard, openGuard } from '../../src/guard.js';
import { placesOf } from '../../src/hits.js';
import { protectRequest } from '../../src/outbound.js';
import { Refusals } from '../../src/refusals.js';
import { sessionConfig } from '../../src/sessions.js';
import { shownText } from '../../src/terminalText.js';
import { readSettings } from '../../src/settings.js';
import type { ModelRequest, Turn } from '../../src/turns.js';
import { WIRES } from '../../src/upstream/index.js';
import { fakeUpstream } from '../fake/upstream.js';
import { ask, configured, folder, ID, until, writtenLogs } from './window.js';

const CONNECTION = { name: 'fake', url: 'http://127.0.0.1:9', model: 'm', maxOutputTokens: 9, patience: 5000 };
const LINE = 'const total = items.reduce((sum, item) => sum + item.price * item.count, 0); // see the invoice\n';

function message(index: number): string {
  return LINE.repeat(Math.ceil(6000 / LINE.length)).slice(0, 5900) + ` ${index} owner${index % 20}@copperleaf.internal ${folder()}/src/a${index}.ts`;
}

/** How much longer a time on the clock may be where other work shares the machine. */
const BUSY = 5;

const rows: string[] = [];

/** Prints a figure, and keeps it for `costs.md`. */
function print(name: string, value: number, unit: string, target: string): void {
  const figure = `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
  appendFileSync(process.env['SLOTGUARD_TEST_LOG'] ?? '/dev/null', `      ${name}: ${figure}\n`);
  rows.push(`| ${name} | ${figure} | ${target} |`);
}

const HEAD = `
## The extension, in a real VS Code

\`cargo xtask package && cd vscode-extension && node test/rig/host.mjs --packed costs --write\`

Medians of one run in the extension host of VS Code ${vscode.version}, on ${cpus().length} cores that other work shared. Activation, the first 6 KB and the
first token are times on the clock; the others are what the host's thread computed.

| what | median | target |
| --- | --- | --- |
`;

function writeDown(): void {
  const place = process.env['SLOTGUARD_TEST_COSTS'];
  if (place) {
    writeFileSync(place, `${HEAD}${rows.join('\n')}\n`);
  }
}

/**
 * Milliseconds that this thread computed for one round of `work`, other work on the machine left out: the median of
 * seven batches, long enough for a clock that ticks every few milliseconds.
 */
function timed(rounds: number, work: (round: number) => void): number {
  const batches = Array.from({ length: 7 }, (_, batch) => {
    const started = computed();
    for (let round = 0; round < rounds; round++) {
      work(batch * rounds + round);
    }
    return (computed() - started) / rounds;
  });
  return median(batches);
}

function computed(): number {
  // Node 24 has it, its types here are older.
  const { user, system } = (process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage();
  return (user + system) / 1000;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function part(name: string): Promise<Uint8Array> {
  return readFile(join(vscode.extensions.getExtension(ID)?.extensionPath ?? '', 'dist', name));
}

async function newGuard(): Promise<Guard> {
  return openGuard(sessionConfig(readSettings(() => undefined), [folder()], { home: '/home/ines', user: 'ines' }), { read: part, links: undefined });
}

export function benchmark(): void {
  describe('costs', () => {
    after(writeDown);

    it('activation', async () => {
      const ms = Number(await until('the log', () => /activated ms=([\d.]+)/.exec(writtenLogs())?.[1]));
      print('activation', ms, 'ms', '50 ms');
      assert.ok(ms < 50 * BUSY);
    });

    it('memory after 1,000 turns', async () => {
      const { fake, model } = await configured('chat-completions', () => ({ events: [{ type: 'text', text: 'fine, [EMAIL_1]' }] }));
      await ask(model, [vscode.LanguageModelChatMessage.User('warm up')]);
      const before = heap();
      for (let round = 0; round < 1000; round++) {
        await ask(model, [vscode.LanguageModelChatMessage.User(`turn ${round} of owner${round}@copperleaf.internal`)]);
        fake.log.length = 0;
      }
      const growth = (heap() - before) / 1e6;
      print('memory after 1,000 turns that each teach an address, above that after one', growth, 'MB', '30 MB');
      assert.ok(growth < 30);
      await fake.close();
    }).timeout(120_000);

    it('first sanitize, with compiling', async () => {
      const started = performance.now();
      const guard = await newGuard();
      guard.sanitize(message(0), 'tool');
      const ms = performance.now() - started;
      print('reading, compiling and opening the component, and the first 6 KB', ms, 'ms', '150 ms');
      assert.ok(ms < 150 * BUSY);
    });

    it('one message of 6 KB', async () => {
      const guard = await newGuard();
      const text = message(1);
      const sanitize = () => guard.sanitize(text, 'tool');
      // Until the engine has compiled it well.
      timed(500, sanitize);
      const us = timed(3000, sanitize) * 1000;
      print('a message of 6 KB through the facade', us, 'µs', '30 µs');
    });

    it('a history of 400 messages with one new', async () => {
      const turns: Turn[] = Array.from({ length: 400 }, (_, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text: message(index) }] }));
      const upstream = WIRES['chat-completions'](CONNECTION);
      const news = { nothing: '', 'a name': ' ask new.NUMBER@copperleaf.internal', 'a secret': '\nDB_PASSWORD=heron-NUMBER-Basalt71kW' };
      for (const [what, words] of Object.entries(news)) {
        const guard = await newGuard();
        const send = (text: string) => {
          const request = { turns: [...turns, { role: 'user' as const, parts: [{ type: 'text' as const, text }] }], tools: [], toolRequired: false, options: {} };
          protectRequest(guard, upstream, request, { images: false });
        };
        send('go');
        const ms = timed(8, (round) => send(message(400 + round) + words.replace('NUMBER', String(round * 7919))));
        print(`a request with 400 messages of 6 KB, of which the new one teaches ${what}`, ms, 'ms', '15 ms');
      }
    });

    it('time to the first token', async () => {
      const fake = await fakeUpstream(() => ({ events: [{ type: 'text', text: 'word '.repeat(50) }], piece: 5 }));
      const upstream = WIRES['chat-completions']({ ...CONNECTION, url: fake.url });
      const guard = await newGuard();
      const signal = new AbortController().signal;
      const alone: number[] = [];
      const through: number[] = [];
      for (let round = 0; round < 300; round++) {
        const request: ModelRequest = { turns: [{ role: 'user', parts: [{ type: 'text', text: message(round) }] }], tools: [], toolRequired: false, options: {} };
        alone.push(await firstOf(upstream.stream(JSON.stringify(upstream.body(request)), signal)));
        through.push(await firstOf(exchange(guard, upstream, request, new Refusals(), { images: false }, signal)));
      }
      print('time that is added to the first token of a streamed answer', median(through.slice(20)) - median(alone.slice(20)), 'ms', '2 ms');
      await fake.close();
    });

    it('idle', async () => {
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 5; round++) {
        const started = computed();
        await new Promise((done) => setTimeout(done, 2000));
        least = Math.min(least, (computed() - started) / 20);
      }
      print('a window in which nothing happens, the rest of the extension host included', least, '% of a core', '0');
      assert.ok(least < 1);
    });

    it('10 MB of a terminal', async () => {
      const guard = await newGuard();
      const line = '\x1b[32m2026-01-01 12:00:00\x1b[0m worker 7 of the build finished job 4411 in 20 ms\r\n';
      const page = `${line.repeat(40)}connected to build7.copperleaf.internal as ines.varga@copperleaf.internal\r\n`;
      const written = page.repeat(Math.ceil(10e6 / page.length));
      const pieces = Array.from({ length: Math.ceil(written.length / 65_536) }, (_, index) => written.slice(index * 65_536, (index + 1) * 65_536));
      const streamed = () => {
        const stream = guard.sanitizeStream({});
        return pieces.map((piece) => stream.push(piece)).join('') + stream.finish();
      };
      const ms = timed(1, () => guard.sanitize(shownText(written), 'tool'));
      const streamedMs = timed(1, () => shownText(streamed()));
      print('10 MB of a terminal with colours, cleaned and sanitized: throughput', 10_000 / ms, 'MB/s', '50 MB/s');
      print('the same in pieces of 64 KB, as it streams', 10_000 / streamedMs, 'MB/s', '50 MB/s');
    });

    it('marks in 10,000 lines', async () => {
      const guard = await newGuard();
      const lines = Array.from({ length: 10_000 }, (_, index) => (index % 50 === 0 ? `HOST=${folder()}/x${index}` : `const value${index} = compute(${index});`));
      const document = await vscode.workspace.openTextDocument({ content: lines.join('\n') });
      const ms = timed(20, () => placesOf(guard, document));
      print('places to highlight in 10,000 lines', ms, 'ms', '50 ms');
    });
  });
}

async function firstOf(stream: AsyncIterable<unknown>): Promise<number> {
  const started = performance.now();
  let first = 0;
  for await (const event of stream) {
    first ||= performance.now() - started;
    void event;
  }
  return first;
}

/** Bytes in use after a collection, those of the component's memory included. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
