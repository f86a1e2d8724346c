// Symbolic links, with the component and a real file system. `npm run build` has to come first.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { exchange, type LocalEvent } from '../../src/exchange.js';
import { type Config, type Guard, openGuard, type Outcome } from '../../src/guard.js';
import { type Links, Places } from '../../src/links.js';
import { localLinks } from '../../src/localLinks.js';
import { localLinks as ofBrowser } from '../../src/localLinks.web.js';
import { Refusals } from '../../src/refusals.js';
import { sessionConfig } from '../../src/sessions.js';
import { readSettings } from '../../src/settings.js';
import type { ModelEvent } from '../../src/turns.js';
import { WIRES } from '../../src/upstream/index.js';
import { outside } from '../outside.js';
import { calls, MACHINE, request, says, turn } from './conversation.js';

const base = outside('out');
after(() => rmSync(base, { recursive: true, force: true }));

const at = (path: string) => join(base, path);
const settings = readSettings(() => undefined).protection;

/** A workspace and, beside it, what no session may reach. The links are made of `where: target`. */
function machine(links: Record<string, string>, files: readonly string[] = []): void {
  for (const part of ['work', 'private', 'elsewhere']) {
    rmSync(at(part), { recursive: true, force: true });
  }
  for (const file of ['work/src/a.ts', 'work/src/deep/er/b.ts', 'private/letter.txt', 'elsewhere/lib/c.ts', ...files]) {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), 'x');
  }
  for (const [where, target] of Object.entries(links)) {
    symlinkSync(target, at(where));
  }
}

async function open(change: Partial<Config> = {}, { links } = { links: localLinks }): Promise<Guard> {
  const config = sessionConfig(readSettings(() => undefined), [at('work')], {});
  const guard = await openGuard({ ...config, ...change }, { ...MACHINE, links });
  assert.equal(guard.sanitize(at('work'), 'tool').text, '[REPO_ROOT_1]');
  return guard;
}

function kindOf(outcome: Outcome<unknown>): string {
  return 'refusal' in outcome ? outcome.refusal.kind : 'ok';
}

async function judged(guard: Guard, paths: readonly string[], access: 'read' | 'write' = 'write'): Promise<Record<string, string>> {
  const kinds = paths.map(async (path) => [path, kindOf(await guard.rebindPath(path, access))] as const);
  return Object.fromEntries(await Promise.all(kinds));
}

function all(paths: readonly string[], kind: string): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, kind]));
}

describe('a symbolic link', () => {
  it('that leads out of the workspace is refused, wherever it is on a path', async () => {
    machine({
      'work/file': '../private/letter.txt',
      'work/dir': '../private',
      'work/absolute': at('private'),
      'work/src/chain': '../dir',
      'work/etc': '/etc',
    });
    const guard = await open();
    const paths = [
      '[REPO_ROOT_1]/file',
      '[REPO_ROOT_1]/dir',
      '[REPO_ROOT_1]/dir/letter.txt',
      '[REPO_ROOT_1]/absolute/letter.txt',
      '[REPO_ROOT_1]/src/chain/letter.txt',
      '[REPO_ROOT_1]/etc/hostname',
      'dir/letter.txt',
      'src/../dir/letter.txt',
      'file://[REPO_ROOT_1]/dir/letter.txt',
      'dir/new.txt',
      'dir/new/deep/er.txt',
    ];
    assert.deepEqual(await judged(guard, paths, 'read'), all(paths, 'out-of-scope'));
    assert.deepEqual(await judged(guard, paths, 'write'), all(paths, 'out-of-scope'));
  });

  it('that stays in the workspace passes as it is written', async () => {
    machine({ 'work/current': 'src', 'work/up': 'src/../src/a.ts', 'work/around': '../work/src' });
    const guard = await open();
    const paths = ['current/a.ts', 'up', 'around/a.ts', 'current/new.ts', 'src/a.ts', 'src/none.ts'];
    assert.deepEqual(await judged(guard, paths), all(paths, 'ok'));
    assert.deepEqual(await guard.rebindPath('[REPO_ROOT_1]/current/a.ts', 'read'), { ok: at('work/current/a.ts') });
  });

  it('to what is not there yet is followed', async () => {
    machine({ 'work/out': '../private/later.txt', 'work/in': 'src/later.ts', 'work/gone': '../private/no/such/dir' });
    const guard = await open();
    assert.deepEqual(await judged(guard, ['out', 'gone/x', 'in']), { 'out': 'out-of-scope', 'gone/x': 'out-of-scope', 'in': 'ok' });
  });

  it('that leads around in circles leads nowhere', async () => {
    machine({ 'work/one': 'two', 'work/two': 'one', 'work/self': 'self', 'work/deeper': 'deeper/x' });
    const guard = await open();
    const paths = ['one', 'one/x', 'self', 'deeper'];
    assert.deepEqual(await judged(guard, paths), all(paths, 'out-of-scope'));
  });

  it('is judged both ways where a path climbs after it', async () => {
    // Who takes `..` out first opens `work/out`, who follows first opens `work/src/deep/out`.
    machine({ 'work/jump': 'src/deep/er', 'work/out': '../private/letter.txt', 'work/src/deep/below': '../../../private' });
    const places = await Places.of(sessionConfig(readSettings(() => undefined), [at('work')], {}), localLinks ?? assert.fail());
    assert.deepEqual(await places.leads('jump/../out'), [at('work/src/deep/out'), at('private/letter.txt')]);
    assert.deepEqual(await places.leads('jump/../below/x'), [at('private/x')]);
    // The component takes climbs out of paths; a host that did not would be refused all the same.
    const bound = await (await open()).rebindToolCall('read_file', '{"filePath":"jump/../src/a.ts"}');
    assert.ok('ok' in bound && bound.ok.args === '{"filePath":"src/a.ts"}');
  });

  it('opens no place that is never opened by its own name', async () => {
    machine({ 'work/tools': '.git/hooks', 'work/keys': '.ssh' }, ['work/.git/hooks/x', 'work/.ssh/x']);
    const guard = await open();
    assert.deepEqual(await judged(guard, ['tools/pre-commit', 'keys/id_rsa']), { 'tools/pre-commit': 'out-of-scope', 'keys/id_rsa': 'out-of-scope' });
    assert.deepEqual(await judged(guard, ['tools/pre-commit'], 'read'), { 'tools/pre-commit': 'ok' });
  });

  it('that the user named as a folder or scope is the user\'s word', async () => {
    machine({ 'work/lib': '../shortcut/c.ts', 'elsewhere/lib/self': '../lib/c.ts', 'elsewhere/lib/out': '../../private/letter.txt' });
    rmSync(at('shortcut'), { force: true });
    symlinkSync('elsewhere/lib', at('shortcut'));
    const guard = await open({ scopes: [{ path: at('shortcut'), access: 'read' }] });
    const paths = [at('shortcut/c.ts'), at('shortcut/self'), at('shortcut/out'), 'lib'];
    assert.deepEqual(Object.values(await judged(guard, paths, 'read')), ['ok', 'ok', 'out-of-scope', 'ok']);
    assert.deepEqual(Object.values(await judged(guard, paths, 'write')), Array(4).fill('out-of-scope'));
  });

  it('in the arguments of a tool call names its field, and nothing else', async () => {
    machine({ 'work/dir': '../private' });
    const guard = await open();
    const patch = '*** Begin Patch\n*** Add File: dir/new.txt\n+x\n*** End Patch';
    const refused: readonly (readonly [string, object, string])[] = [
      ['read_file', { filePath: '[REPO_ROOT_1]/dir/letter.txt' }, '/filePath'],
      ['create_file', { content: 'x', filePath: 'dir/new.txt' }, '/filePath'],
      ['read_many_files', { paths: ['src/a.ts', 'dir/letter.txt'] }, '/paths/1'],
      ['apply_patch', { input: patch }, '/input'],
      ['Glob', { pattern: 'dir/*.txt' }, '/pattern'],
    ];
    for (const [tool, args, field] of refused) {
      const outcome = await guard.rebindToolCall(tool, JSON.stringify(args));
      assert.ok('refusal' in outcome, tool);
      const { kind, field: named, message, range } = outcome.refusal;
      assert.deepEqual([kind, named], ['out-of-scope', field], tool);
      assert.ok(!message.includes('private') && !message.includes(base), tool);
      assert.ok(range.end > 0, tool);
    }
    assert.equal(kindOf(await guard.rebindToolCall('read_file', '{"filePath":"src/a.ts"}')), 'ok');
  });

  it('is refused in a streamed answer, and the model is told', async () => {
    machine({ 'work/dir': '../private' });
    const guard = await open();
    const bodies: string[] = [];
    const upstream = {
      ...WIRES['chat-completions']({ name: 'Fake', url: 'http://127.0.0.1:9', model: 'm', maxOutputTokens: 9, patience: 1 }),
      async *stream(body: string): AsyncGenerator<ModelEvent> {
        yield bodies.push(body) === 1 ? calls('read_file', { filePath: '[REPO_ROOT_1]/dir/letter.txt' }) : says('I see.');
      },
    };
    const events: LocalEvent[] = [];
    const stop = new AbortController().signal;
    for await (const event of exchange(guard, upstream, request(turn('user', 'go')), new Refusals(), { images: false }, stop)) {
      events.push(event);
    }
    assert.deepEqual(events.map(({ type }) => type), ['refused', 'text']);
    assert.match(bodies[1] ?? '', /SlotGuard refused this call \(out-of-scope in \/filePath\): a symbolic link/);
    assert.ok(!bodies.some((body) => body.includes(base)));
  });

  it('is not seen in a browser, where paths are judged by their text', async () => {
    assert.equal(ofBrowser, undefined);
    machine({ 'work/dir': '../private' });
    const guard = await open({}, { links: ofBrowser });
    assert.equal(kindOf(await guard.rebindPath('dir/letter.txt', 'read')), 'ok');
    assert.equal(kindOf(await guard.rebindPath('../private/letter.txt', 'read')), 'out-of-scope');
  });

  it('is followed wherever the component is asked to restore a path', () => {
    // A path that the component lets through must not reach a tool without that look.
    const source = readFileSync('src/guard.ts', 'utf8');
    assert.equal(source.match(/session\.rebind(Path|ToolCall|Json)\(/g)?.length, 2);
  });
});

describe('a path of Windows', () => {
  const config = { ...sessionConfig(readSettings(() => undefined), [], {}), ...settings };
  const places = (tree: Record<string, string>, roots: readonly string[] = ['C:\\work']) => {
    const links: Links = { isWindows: true, read: (path) => Promise.resolve(tree[path.toLowerCase()]) };
    return Places.of({ ...config, roots: [...roots], scopes: [], cwd: roots[0] ?? '' }, links);
  };

  it('leads where its junctions and links lead', async () => {
    const windows = await places({
      'c:\\work\\out': 'C:\\private\\',
      'c:\\work\\long': '\\\\?\\C:\\private',
      'c:\\work\\share': '\\\\?\\UNC\\server\\share\\dir',
      'c:\\work\\drive': '\\private',
      'c:\\work\\up': '..\\private',
      'c:\\work\\self': 'self',
      'c:\\work\\in': 'c:\\WORK\\src',
    });
    const leads: Record<string, readonly string[] | 'nowhere'> = {
      'C:\\work\\out\\a.txt': ['C:\\private\\a.txt'],
      'c:/Work/OUT/a.txt': ['C:\\private\\a.txt'],
      'out\\a.txt': ['C:\\private\\a.txt'],
      'file:///c%3A/work/out/a.txt': ['C:\\private\\a.txt'],
      '\\\\?\\C:\\work\\out\\a.txt': ['C:\\private\\a.txt'],
      'C:\\work\\long': ['C:\\private'],
      'C:\\work\\share\\x': ['\\\\server\\share\\dir\\x'],
      'C:\\work\\drive\\x': ['C:\\private\\x'],
      'C:\\work\\up\\x': ['C:\\private\\x'],
      'C:\\work\\self\\x': 'nowhere',
      'C:\\work\\in\\a.ts': ['c:\\WORK\\src\\a.ts'],
      'C:\\work\\src\\a.ts': [],
    };
    for (const [path, expected] of Object.entries(leads)) {
      assert.deepEqual(await windows.leads(path), expected, path);
    }
  });

  it('is known by the name of the root that is a link itself, in whatever case', async () => {
    const windows = await places({ 'd:\\quill': 'E:\\Store\\Quill' }, ['D:\\quill']);
    assert.deepEqual(await windows.leads('d:\\Quill\\a.ts'), []);
    assert.deepEqual(await windows.leads('D:\\quill\\..\\other'), ['E:\\Store\\other']);
  });

  it('is none of this machine elsewhere, and others are none of Windows', async () => {
    const never: Links = { isWindows: false, read: () => assert.fail('it looked') };
    const posix = await Places.of({ ...config, roots: [], scopes: [] }, never);
    for (const path of ['C:\\work\\a', '\\\\server\\share\\a', 'vscode-vfs://github/quill/a', 'https://quill.test/a', 'untitled://a', 'a']) {
      assert.deepEqual(await posix.leads(path), [], path);
    }
  });
});
