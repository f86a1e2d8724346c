import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { protectRequest } from '../../src/outbound.js';
import type { ModelRequest } from '../../src/turns.js';
import { WIRES } from '../../src/upstream/index.js';
import { EMAIL, guard, READ_FILE, request, ROOT, TOKEN, turn } from './conversation.js';

const upstream = WIRES['chat-completions']({ name: 'Fake', url: 'http://127.0.0.1:9', model: 'm', maxOutputTokens: 9, patience: 1 });

function sent(what: ModelRequest, images = false): string {
  return protectRequest(guard(), upstream, what, { images }).body;
}

const PRIVATE = [ROOT, EMAIL, TOKEN];

describe('outbound', () => {
  it('rewrites every role and every kind of part', () => {
    const all = `${ROOT} ${EMAIL} ${TOKEN}`;
    const result = { type: 'tool-result', id: 'c1', text: all, images: [] } as const;
    const call = { type: 'tool-call', id: 'c1', name: 'run', args: JSON.stringify({ command: all }) } as const;
    const json = sent(request(turn('system', all), turn('user', all), turn('assistant', all, call), turn('user', result)));
    for (const value of PRIVATE) {
      assert.ok(!json.includes(value));
    }
    assert.equal(json.match(/\[REPO_ROOT_1\]/g)?.length, 5);
  });

  it('rewrites what a tool says about itself, and not its structure', () => {
    const schema = { type: 'object', properties: { title: { type: 'string', description: `like ${ROOT}/x` } } };
    const json = sent({ ...request(), tools: [{ ...READ_FILE, description: `in ${ROOT}`, schema }] });
    assert.ok(!json.includes(ROOT));
    assert.ok(json.includes('"title":{"type":"string"'));
  });

  it('removes pictures unless the user lets them pass', () => {
    const picture = { type: 'image', mime: 'image/png', data: new Uint8Array([1, 2, 3]) } as const;
    assert.ok(!sent(request(turn('user', picture))).includes('image/png'));
    assert.ok(sent(request(turn('user', picture)), true).includes('image/png'));
    const result = { type: 'tool-result', id: 'c', text: 'shot', images: [picture] } as const;
    assert.ok(sent(request(turn('user', result))).includes('picture removed'));
  });

  it('does not let a protocol field carry text', () => {
    const call = { type: 'tool-call', id: `id of ${EMAIL}`, name: `name ${TOKEN}`, args: '{}' } as const;
    const json = sent(request(turn('assistant', call)));
    assert.ok(!json.includes(EMAIL) && !json.includes(TOKEN));
  });

  it('shows the result of a call to the session once, with its source', () => {
    const fake = guard();
    const call = { type: 'tool-call', id: 'c1', name: 'read_file', args: '{"filePath":"a/.env"}' } as const;
    const result = { type: 'tool-result', id: 'c1', text: 'content', images: [] } as const;
    const history = request(turn('assistant', call), turn('user', result));
    protectRequest(fake, upstream, history, { images: false });
    protectRequest(fake, upstream, history, { images: false });
    assert.equal(fake.seen.filter((text) => text === 'content').length, 1);
  });

  it('keeps arguments that do not parse hidden too', () => {
    const call = { type: 'tool-call', id: 'c', name: 'run', args: `{"command": "cat ${ROOT}` } as const;
    assert.ok(!sent(request(turn('assistant', call))).includes(ROOT));
  });

  it('counts places and distinct stand-ins', () => {
    const made = protectRequest(guard(), upstream, request(turn('user', `${EMAIL} ${EMAIL} ${ROOT}`)), { images: false });
    assert.equal(made.replaced, 3);
    assert.deepEqual([...made.standIns.keys()], ['[REPO_ROOT_1]', '[EMAIL_1]']);
  });
});
