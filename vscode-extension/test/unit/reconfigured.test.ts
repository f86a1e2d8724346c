// Settings and folders that change while a session is open, with the component itself. `npm run build` has to come first.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Config, openGuard, type Sealed } from '../../src/guard.js';
import { Log } from '../../src/log.js';
import { Sessions } from '../../src/sessions.js';
import { readSettings, type SettingKey } from '../../src/settings.js';
import { EMAIL, MACHINE, ROOT } from './conversation.js';

const open = (config: Config, sealed?: Sealed) => openGuard(config, MACHINE, sealed);
const log = new Log({ info: () => {}, warn: () => {}, show: () => {} });
const OTHER = '/srv/heron';

/** A window with one folder and no settings, which has seen one value. */
async function used() {
  const folders = [ROOT];
  const values: Partial<Record<SettingKey, unknown>> = {};
  const settings = () => readSettings((key) => ({ globalValue: values[key] }));
  const sessions = new Sessions({ settings, folders: () => folders, environment: () => ({ home: '/home/mira' }), open, log });
  const clean = async (text: string) => (await sessions.current()).sanitize(text, 'tool').text;
  assert.equal(await clean(`${EMAIL} in ${ROOT}/src`), '[EMAIL_1] in [REPO_ROOT_1]/src');
  return { folders, values, sessions, clean };
}

describe('an open session', () => {
  it('learns a folder that is added, and one that may be read, and keeps what it issued', async () => {
    const { folders, values, sessions, clean } = await used();
    folders.push(OTHER);
    values.scopes = [{ path: '/srv/shared', access: 'read' }];
    assert.ok(!sessions.reconfigure());
    assert.equal(await clean(`${EMAIL} in ${OTHER}/src`), '[EMAIL_1] in [REPO_ROOT_2]/src');
    const guard = await sessions.current();
    assert.deepEqual(await guard.rebindPath('[REPO_ROOT_2]/src/a.ts', 'write'), { ok: `${OTHER}/src/a.ts` });
    assert.deepEqual(await guard.rebindPath('[REPO_ROOT_1]/src/a.ts', 'write'), { ok: `${ROOT}/src/a.ts` });
    assert.deepEqual(await guard.rebindPath('/srv/shared/a.ts', 'read'), { ok: '/srv/shared/a.ts' });
  });

  it('hides what a setting names from now on', async () => {
    const { values, sessions, clean } = await used();
    values['protect.values'] = ['Redpoll'];
    assert.ok(!sessions.reconfigure());
    assert.equal(await clean(`meet ${EMAIL} at Redpoll`), 'meet [EMAIL_1] at [PROJECT_1]');
  });

  it('is replaced where something is no longer allowed', async () => {
    const { folders, values, sessions } = await used();
    values['allow.values'] = [EMAIL];
    assert.ok(!sessions.reconfigure());
    values['allow.values'] = [];
    assert.ok(sessions.reconfigure());
    assert.equal((await sessions.current()).sanitize(`to ${EMAIL}`, 'tool').text, 'to [EMAIL_1]');
    folders.splice(0, 1, OTHER);
    assert.ok(sessions.reconfigure());
    const guard = await sessions.current();
    assert.ok('refusal' in await guard.rebindPath(`${ROOT}/a.ts`, 'write'), 'a folder that is gone');
  });

  it('waits for a wrong setting to be corrected, and is not lost', async () => {
    const { values, sessions, clean } = await used();
    values['protect.rules'] = [{ name: 'open', pattern: '(', kind: 'project' }];
    assert.ok(!sessions.reconfigure());
    await assert.rejects(clean(EMAIL), /rule/i);
    await assert.rejects(clean(EMAIL), /rule/i);
    values['protect.rules'] = undefined;
    sessions.reconfigure();
    assert.equal((await sessions.current()).rebindDisplay('to [EMAIL_1]'), `to ${EMAIL}`);
  });

  it('does not come back after a new one was asked for meanwhile', async () => {
    const { values, sessions } = await used();
    values['protect.values'] = ['Redpoll'];
    sessions.reconfigure();
    sessions.reset();
    assert.equal((await sessions.current()).rebindDisplay('to [EMAIL_1]'), 'to [EMAIL_1]');
  });

  it('obeys the last of two changes at once', async () => {
    const { values, sessions, clean } = await used();
    values['protect.values'] = ['Redpoll'];
    sessions.reconfigure();
    values['protect.values'] = ['Redpoll', 'Whimbrel'];
    sessions.reconfigure();
    assert.equal(await clean(`${EMAIL}: Redpoll and Whimbrel`), '[EMAIL_1]: [PROJECT_1] and [PROJECT_2]');
  });
});
