import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { exchange, type LocalEvent } from '../../src/exchange.js';
import { Refusals } from '../../src/refusals.js';
import type { ModelRequest } from '../../src/turns.js';
import { UpstreamError, type Wire, WIRES } from '../../src/upstream/index.js';
import { type Fault, fakeUpstream, type Script } from '../fake/upstream.js';
import { calls, EMAIL, guard, READ_FILE, request, ROOT, says, TOKEN, turn } from './conversation.js';

const fake = await fakeUpstream(() => ({ events: [] }));
after(() => fake.close());

const wires = Object.keys(WIRES) as Wire[];

async function ask(wire: Wire, script: Script, what?: ModelRequest, more: { signal?: AbortSignal; patience?: number } = {}) {
  fake.log.length = 0;
  fake.script = script;
  const connection = { name: 'Fake', url: fake.url, model: 'm', maxOutputTokens: 100, patience: more.patience ?? 5000 };
  const upstream = WIRES[wire](connection);
  const asked = what ?? { ...request(turn('system', 'Be brief.'), turn('user', `Read ${ROOT}/a.txt`)), tools: [READ_FILE] };
  const events: LocalEvent[] = [];
  const signal = more.signal ?? new AbortController().signal;
  for await (const event of exchange(guard(), upstream, asked, new Refusals(), { images: false }, signal)) {
    events.push(event);
  }
  const said = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
  return { events, said };
}

for (const wire of wires) {
  describe(`over ${wire}`, () => {
    it('sends stand-ins and shows real values', async () => {
      const { said } = await ask(wire, () => ({ events: [says('I see [REPO_ROOT_1]/a.txt of [EMAIL_1].')], piece: 3 }));
      assert.equal(said, `I see ${ROOT}/a.txt of ${EMAIL}.`);
      assert.equal(fake.log.length, 1);
      assert.ok(!fake.log[0]?.raw.includes(ROOT));
      assert.ok(fake.log[0]?.last.includes('[REPO_ROOT_1]/a.txt'));
      assert.deepEqual(fake.log[0]?.tools, ['read_file']);
    });

    it('rebinds a tool call that comes in pieces', async () => {
      const { events } = await ask(wire, () => ({
        events: [says('Reading.'), calls('read_file', { filePath: '[REPO_ROOT_1]/a.txt' })],
        piece: 2,
      }));
      const input = { filePath: `${ROOT}/a.txt` };
      assert.deepEqual(events.at(-1), { type: 'tool-call', id: 'call_1', name: 'read_file', input });
    });

    it('keeps calls apart that come at the same time', async () => {
      const { events } = await ask(wire, () => ({
        events: [calls('read_file', { filePath: '[REPO_ROOT_1]/a' }, 'x1'), calls('read_file', { filePath: 'b' }, 'x2')],
        piece: 3,
      }));
      assert.deepEqual(
        events.map((event) => event.type === 'tool-call' && event.input),
        [{ filePath: `${ROOT}/a` }, { filePath: 'b' }],
      );
    });

    it('sends a whole conversation with results back', async () => {
      const call = { type: 'tool-call', id: 'c9', name: 'read_file', args: `{"filePath":"${ROOT}/a.txt"}` } as const;
      const result = { type: 'tool-result', id: 'c9', text: `token ${TOKEN}`, images: [] } as const;
      const history = request(turn('user', 'go'), turn('assistant', 'ok', call), turn('user', result));
      await ask(wire, () => ({ events: [says('fine')] }), { ...history, tools: [READ_FILE] });
      const raw = fake.log[0]?.raw ?? '';
      assert.ok(fake.log[0]?.hasToolResult);
      assert.ok(!raw.includes(TOKEN) && !raw.includes(ROOT));
      assert.ok(raw.includes('tok_Zz9Yy8Xx7Ww6Vv5U') && raw.includes('c9'));
    });

    it('tells the model about a refusal and goes on', async () => {
      const { events, said } = await ask(wire, ({ hasToolResult }) =>
        hasToolResult
          ? { events: [says('Then not.')] }
          : { events: [says('Trying.'), calls('read_file', { filePath: '[REPO_ROOT_1]/../secret' })] },
      );
      assert.equal(fake.log.length, 2);
      assert.match(fake.log[1]?.last ?? '', /SlotGuard refused this call \(traversal/);
      assert.equal(said, 'Trying.Then not.');
      assert.deepEqual(events.map(({ type }) => type).slice(0, 3), ['text', 'refused', 'text']);
    });

    it('ends when a model does not stop trying', async () => {
      await ask(wire, () => ({ events: [calls('read_file', { filePath: '../..' })] }));
      assert.equal(fake.log.length, 4);
    });

    it('refuses arguments that never close, without an error', async () => {
      const { events } = await ask(wire, ({ hasToolResult }) =>
        hasToolResult ? { events: [says('sorry')] } : { events: [calls('read_file', '{"filePath": "a')] },
      );
      assert.deepEqual(events.map((event) => (event.type === 'refused' ? event.refusal.kind : event.type)), [
        'malformed',
        'text',
      ]);
    });

    it('reads characters that are cut anywhere', async () => {
      for (const bytes of [1, 2, 3]) {
        const { said } = await ask(wire, () => ({ events: [says('Grüße, 世界 🌍!')], bytes }));
        assert.equal(said, 'Grüße, 世界 🌍!');
      }
    });

    it('waits for a slow model', async () => {
      const { said } = await ask(wire, () => ({ events: [says('slow but sure')], piece: 3, delay: 20 }), undefined, { patience: 200 });
      assert.equal(said, 'slow but sure');
    });

    const faults: [Fault, UpstreamError['problem'], RegExp][] = [
      ['unauthorized', 'unauthorized', /Set API Key/],
      ['rate-limited', 'rate-limited', /in 7 seconds/],
      ['server-error', 'server', /overloaded/],
      ['not-found', 'not-found', /Test Upstream/],
      ['html', 'not-a-model', /text\/html/],
      ['garbage', 'not-a-model', /not JSON/],
      ['redirect', 'unreachable', /address/],
      ['cut', 'cut-off', /Try again/],
      ['cut-in-character', 'cut-off', /Try again/],
      ['silent', 'silent', /said nothing/],
      ['error-event', 'server', /fell over/],
    ];
    for (const [fault, problem, message] of faults) {
      it(`says what to do: ${fault}`, async () => {
        const failed = ask(wire, () => ({ events: [says('half an answer ')], piece: 2, fault }), undefined, { patience: 150 });
        await assert.rejects(failed, (error: unknown) => {
          assert.ok(error instanceof UpstreamError);
          assert.equal(error.problem, problem);
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /you-know-which/);
          return true;
        });
      });
    }

    it('stops when cancelled', async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      const reply = { events: [says('x '.repeat(1000))], piece: 2, delay: 10 };
      const failed = ask(wire, () => reply, undefined, { signal: controller.signal });
      await assert.rejects(failed, (error: unknown) => error instanceof UpstreamError && error.problem === 'cancelled');
    });
  });
}

describe('exchange', () => {
  it('puts a refused call beside the accepted one in the next request', async () => {
    const refusals = new Refusals();
    const upstream = WIRES['chat-completions']({ name: 'Fake', url: fake.url, model: 'm', maxOutputTokens: 9, patience: 5000 });
    fake.log.length = 0;
    fake.script = ({ hasToolResult }) =>
      hasToolResult
        ? { events: [says('done')] }
        : { events: [calls('read_file', { filePath: 'a' }, 'good'), calls('read_file', { filePath: '../b' }, 'bad')] };
    const signal = new AbortController().signal;
    const go = async (...turns: Parameters<typeof request>) => {
      for await (const event of exchange(guard(), upstream, request(...turns), refusals, { images: false }, signal)) {
        void event;
      }
    };
    await go(turn('user', 'go'));
    const call = { type: 'tool-call', id: 'good', name: 'read_file', args: '{"filePath":"a"}' } as const;
    const result = { type: 'tool-result', id: 'good', text: 'content', images: [] } as const;
    await go(turn('user', 'go'), turn('assistant', call), turn('user', result));
    const raw = fake.log[1]?.raw ?? '';
    assert.match(raw, /"id":"bad"/);
    assert.match(raw, /"tool_call_id":"bad","content":"Error: SlotGuard refused/);
  });

  it('cannot reach what is not there', async () => {
    const upstream = WIRES.messages({ name: 'Gone', url: 'http://127.0.0.1:9/v1', model: 'm', maxOutputTokens: 9, patience: 500 });
    const stream = exchange(guard(), upstream, request(turn('user', 'x')), new Refusals(), { images: false }, new AbortController().signal);
    await assert.rejects(stream.next(), /Gone cannot be reached/);
  });
});
