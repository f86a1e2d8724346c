import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Log } from '../../src/log.js';
import { sessionConfig, Sessions } from '../../src/sessions.js';
import { readSettings } from '../../src/settings.js';
import { Blocked } from '../../src/guard.js';
import { guard } from './conversation.js';

const settings = readSettings(() => undefined);

describe('session configuration', () => {
  it('takes the folders as roots, and no home or disk', () => {
    const folders = ['/home/mira/quill/', '/home/mira', '/', '/srv/data', '/root', 'C:\\', 'C:\\Users\\mira', 'C:\\work\\quill'];
    const { roots } = sessionConfig(settings, folders, { home: '/home/mira', user: 'mira' });
    assert.deepEqual(roots, ['/home/mira/quill', '/srv/data', 'C:\\work\\quill']);
  });

  it('hides the name of a machine that tells whose it is', () => {
    const hosts = (host: string) => sessionConfig(settings, [], { host }).hosts;
    assert.deepEqual(hosts('miras-laptop'), ['miras-laptop']);
    assert.deepEqual(hosts('debian'), []);
    assert.deepEqual(hosts('localhost'), []);
  });
});

describe('the user of a session', () => {
  it('is not hidden where the name is anybody\'s', () => {
    assert.equal(sessionConfig(settings, [], { user: 'root' }).user, undefined);
    assert.equal(sessionConfig(settings, [], { user: 'mira' }).user, 'mira');
  });
});

describe('sessions', () => {
  const silent = new Log({ info: () => {}, warn: () => {}, show: () => {} });
  const host = { settings: () => settings, folders: () => ['/srv/quill'], environment: () => ({}), log: silent };

  it('open once, and anew after a reset', async () => {
    let opened = 0;
    const sessions = new Sessions({ ...host, open: () => Promise.resolve((opened++, guard())) });
    const [first, second] = await Promise.all([sessions.current(), sessions.current()]);
    assert.equal(first, second);
    sessions.reset();
    assert.notEqual(await sessions.current(), first);
    assert.equal(opened, 2);
  });

  it('try again after a setting was wrong', async () => {
    let tries = 0;
    const open = () => (tries++ === 0 ? Promise.reject(new Blocked('config', 'wrong')) : Promise.resolve(guard()));
    const sessions = new Sessions({ ...host, open });
    await assert.rejects(sessions.current(), /wrong/);
    await sessions.current();
  });
});
