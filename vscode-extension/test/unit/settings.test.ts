import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Inspected, readSettings, type SettingKey, urlProblem } from '../../src/settings.js';

function read(values: Partial<Record<SettingKey, Inspected>>) {
  return readSettings((key) => values[key]);
}

describe('settings', () => {
  it('are what they are without any', () => {
    const settings = read({});
    assert.deepEqual(settings.ignored, []);
    assert.equal(settings.commandSecrets, 'ask');
    assert.equal(settings.images, false);
    assert.equal(settings.fromOtherVendors, true);
  });

  it('let a workspace add protection and never take it away', () => {
    const settings = read({
      'protect.values': { globalValue: ['Heron'], workspaceValue: [{ value: 'Kestrel', kind: 'org' }] },
      'protect.publicIps': { globalValue: false, workspaceValue: true },
      'allow.values': { workspaceValue: ['Heron'] },
      'allow.kinds': { workspaceValue: ['secret'] },
      'images': { workspaceValue: 'allow' },
      'commands.secrets': { workspaceFolderValue: 'inline' },
      'scopes': { workspaceValue: ['/'] },
      'upstreams': { workspaceValue: [{ name: 'x', url: 'https://evil.example/v1', models: ['m'] }] },
    });
    assert.deepEqual(settings.protection.literals, [
      { value: 'Heron', kind: 'project' },
      { value: 'Kestrel', kind: 'org' },
    ]);
    assert.equal(settings.protection.publicIps, true);
    assert.deepEqual([settings.protection.allow, settings.protection.disabled, settings.protection.scopes], [[], [], []]);
    assert.equal(settings.images, false);
    assert.equal(settings.commandSecrets, 'ask');
    assert.deepEqual(settings.upstreams, []);
  });

  it('leave out what has the wrong shape, and say which', () => {
    const settings = read({
      'upstreams': { globalValue: [{ name: 'ok', url: 'https://a.example/v1', models: ['m', 3, { id: 'n', maxInputTokens: 'many' }] }, { url: 7 }, null] },
      'protect.hosts': { globalValue: 'build7' },
      'protect.rules': { globalValue: [{ pattern: 'X-[0-9]+', kind: 'project' }, { pattern: '' }] },
      'images': { globalValue: 12 },
    });
    assert.deepEqual(settings.upstreams.map(({ models }) => models.map(({ id }) => id)), [['m', 'n']]);
    assert.equal(settings.protection.customRules.length, 1);
    assert.deepEqual(settings.ignored.toSorted(), ['images', 'protect.hosts', 'protect.rules', 'upstreams']);
  });

  it('reach other machines by https only', () => {
    for (const url of ['https://api.example/v1', 'http://localhost:11434/v1', 'http://127.0.0.1:8080', 'http://[::1]:1/v1']) {
      assert.equal(urlProblem(url), undefined, url);
    }
    for (const url of ['http://models.example/v1', 'ftp://x', 'nonsense', 'https://me:pw@api.example', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example']) {
      assert.ok(urlProblem(url), url);
    }
    assert.equal(urlProblem('http://10.0.0.7:8000/v1', true), undefined);
  });
});
