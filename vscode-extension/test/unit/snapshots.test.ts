// Sessions over a reload, with the component itself. `npm run build` has to come first.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Config, openGuard, type Sealed } from '../../src/guard.js';
import { Log } from '../../src/log.js';
import { Sessions } from '../../src/sessions.js';
import { readSettings } from '../../src/settings.js';
import { Snapshots } from '../../src/snapshots.js';
import { FakeFiles, fakeSecrets } from '../fake/files.js';
import { EMAIL, MACHINE, ROOT } from './conversation.js';

const PASSWORD = ['corvid', 'Lantern', '92xQ'].join('-');
const open = (config: Config, sealed?: Sealed) => openGuard(config, MACHINE, sealed);

/** One machine: windows on the same folder, and which of them are alive. */
function machine() {
  const files = new FakeFiles();
  const secrets = fakeSecrets();
  const alive = new Set<string>();
  const logged: string[] = [];
  const note = (line: string) => void logged.push(line);
  const window = (name: string, { allow = [] as string[], folders = [ROOT] } = {}) => {
    alive.add(name);
    const snapshots = new Snapshots(files, secrets, { name, isAlive: (other) => Promise.resolve(alive.has(other)), alone: (work) => work() });
    const log = new Log({ info: note, warn: note, show: () => {} });
    return new Sessions({ settings: () => readSettings((key) => (key === 'allow.values' ? { globalValue: allow } : undefined)), folders: () => folders, environment: () => ({ home: '/home/mira' }), open, log, snapshots });
  };
  return { files, secrets, alive, logged, window };
}

async function used(sessions: Sessions): Promise<string> {
  const guard = await sessions.current();
  return guard.sanitize(`${EMAIL} DB_PASSWORD=${PASSWORD}`, 'tool').text;
}

describe('a session over a reload', () => {
  it('goes on in the next window, and its seal holds nothing readable', async () => {
    const { files, window, logged } = machine();
    const before = window('100');
    const sent = await used(before);
    await before.close();
    const raw = [...files.all.values()].map(({ content }) => Buffer.from(content).toString('latin1')).join();
    assert.ok(raw.length > 0 && !raw.includes(EMAIL) && !raw.includes(PASSWORD));
    const next = window('101');
    assert.ok(await next.isThere());
    const guard = await next.current();
    assert.equal(guard.rebindDisplay('[EMAIL_1]'), EMAIL);
    assert.equal(guard.sanitize(`${EMAIL} DB_PASSWORD=${PASSWORD}`, 'tool').text, sent);
    assert.match(logged.at(-1) ?? '', /session-restored/);
  });

  it('has one owner: a second window on the folder has its own', async () => {
    const { window } = machine();
    const first = window('100');
    await used(first);
    await first.close();
    const [one, other] = [window('101'), window('102')];
    const guards = await Promise.all([one.current(), other.current()]);
    const known = guards.map((guard) => guard.rebindDisplay('[EMAIL_1]'));
    assert.deepEqual(known.toSorted(), ['[EMAIL_1]', EMAIL].toSorted());
  });

  it('is not taken from a window that is there, and is from one that is gone', async () => {
    const { window, alive } = machine();
    const first = window('100');
    await used(first);
    first.saveSoon();
    await new Promise((done) => setTimeout(done, 1300));
    assert.ok(!(await window('101').isThere()));
    alive.delete('100');
    assert.equal((await window('102').current()).rebindDisplay('[EMAIL_1]'), EMAIL);
  });

  it('does not go on from a seal that was changed, or from an older one', async () => {
    for (const spoil of ['changed', 'older'] as const) {
      const { files, window, logged } = machine();
      const first = window('100');
      await used(first);
      await first.close();
      const old = structuredClone([...files.all]);
      const second = window('101');
      (await second.current()).forget('[EMAIL_1]');
      await second.close();
      for (const file of files.all.values()) {
        const content = spoil === 'older' ? old[0]?.[1].content : file.content.map((byte, at) => (at === 60 ? byte ^ 1 : byte));
        file.content = content ?? new Uint8Array();
      }
      const guard = await window('102').current();
      assert.equal(guard.rebindDisplay('[EMAIL_1]'), '[EMAIL_1]');
      assert.ok(logged.some((line) => line.includes(spoil === 'older' ? 'seal-refused reason=rolled-back' : 'seal-refused reason=unreadable')), logged.join());
      assert.equal(files.all.size, 0, 'what cannot be read is removed');
      assert.ok(guard.sanitize(EMAIL, 'tool').text.startsWith('[EMAIL_'), 'a new session works');
    }
  });

  it('ends with a new session, in this window and in the one before', async () => {
    const { files, secrets, window } = machine();
    const first = window('100');
    await used(first);
    await first.close();
    const next = window('101');
    next.reset();
    assert.equal((await next.current()).rebindDisplay('[EMAIL_1]'), '[EMAIL_1]');
    assert.equal(files.all.size, 0);
    assert.deepEqual([...secrets.all.keys()], ['session-key']);
  });

  it('does not go on where something is no longer allowed, and does where something more is', async () => {
    const other = '/srv/heron';
    const wider = { allow: [EMAIL], folders: [ROOT, other] };
    for (const narrower of [{ ...wider, allow: [] }, { ...wider, folders: [ROOT] }]) {
      const { window, logged, files, secrets } = machine();
      const before = window('100', wider);
      const guard = await before.current();
      assert.equal(guard.sanitize(`${EMAIL} in ${other}`, 'tool').text, `${EMAIL} in [REPO_ROOT_2]`);
      await before.close();
      const next = await window('101', narrower).current();
      assert.ok(logged.includes('seal-refused reason=allows-more'), logged.join());
      assert.equal(next.rebindDisplay('[REPO_ROOT_2]'), narrower.folders.length > 1 ? other : '[REPO_ROOT_2]');
      assert.equal(next.sanitize(EMAIL, 'tool').text.includes(EMAIL), narrower.allow.length > 0);
      assert.equal('ok' in (await next.rebindPath(`${other}/a.ts`, 'write')), narrower.folders.length > 1);
      assert.equal(files.all.size, 0);
      assert.deepEqual([...secrets.all.keys()], ['session-key']);
    }
    const { window } = machine();
    const before = window('100');
    await used(before);
    await before.close();
    assert.equal((await window('101', wider).current()).rebindDisplay('[EMAIL_1]'), EMAIL);
  });

  it('works without storage, and says so in the log', async () => {
    const { files, window, logged } = machine();
    files.write = () => Promise.reject(new Error('disk full'));
    const first = window('100');
    await used(first);
    await first.close();
    assert.ok(logged.includes('not-sealed'), logged.join());
    await used(window('101'));
  });
});
