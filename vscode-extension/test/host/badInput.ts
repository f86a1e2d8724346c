// Everything that servers, users and models do wrong: a clear message with a next step, nothing leaked, and the next
// request works.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { WIRES } from '../../src/upstream/index.js';
import type { UpstreamSettings } from '../../src/settings.js';
import type { Fault } from '../fake/upstream.js';
import { ask, configured, folder, update, writtenLogs } from './window.js';

const User = (text: string) => [vscode.LanguageModelChatMessage.User(text)];
const MAIL = 'tamsin.hale@copperleaf.internal';
const TOOL = { name: 'read_file', description: 'Reads a file.', inputSchema: { type: 'object', properties: { filePath: { type: 'string' } } } };

const FAULTS: readonly (readonly [Fault, RegExp])[] = [
  ['unauthorized', /Run "SlotGuard: Set API Key"/],
  ['rate-limited', /Try again in 7 seconds/],
  ['server-error', /Try again later/],
  ['not-found', /"SlotGuard: Test Upstream"/],
  ['html', /"SlotGuard: Test Upstream"/],
  ['garbage', /not JSON/],
  ['redirect', /address/],
  ['cut', /Try again/],
  ['cut-in-character', /Try again/],
  ['error-event', /fell over/],
];

async function failure(model: vscode.LanguageModelChat): Promise<string> {
  try {
    await ask(model, User(`mail ${MAIL}`));
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return assert.fail('it did not fail');
}

export function badInput(): void {
  describe('bad input', () => {
    for (const wire of Object.keys(WIRES) as UpstreamSettings['wire'][]) {
      it(`of servers, over ${wire}: a next step, nothing leaked, and the next request works`, async () => {
        const { fake, model } = await configured(wire, () => ({ events: [] }));
        for (const [fault, nextStep] of FAULTS) {
          fake.script = () => ({ events: [{ type: 'text', text: 'half of [EMAIL_1] ' }], piece: 3, fault });
          const message = await failure(model);
          assert.match(message, nextStep, fault);
          assert.ok(!message.includes(MAIL) && !message.includes(folder()), fault);
          fake.script = () => ({ events: [{ type: 'text', text: 'whole' }] });
          assert.equal((await ask(model, User('again'))).text, 'whole', fault);
        }
        assert.ok(!fake.log.some(({ raw }) => raw.includes(MAIL)));
        await fake.close();
        assert.match(await failure(model), /cannot be reached.*Is it running/);
      });

      it(`of models, over ${wire}: unknown slots, arguments that never close`, async () => {
        const { fake, model } = await configured(wire, ({ hasToolResult }) =>
          hasToolResult
            ? { events: [{ type: 'text', text: 'I see. Ask [PERSON_77].' }] }
            : { events: [{ type: 'tool-call', id: 'c1', name: 'read_file', args: '{"filePath":"[REPO_ROOT_1]/a' }, { type: 'tool-call', id: 'c2', name: 'read_file', args: '{"filePath":"[REPO_ROOT_55]/a"}' }], piece: 4 },
        );
        const { text, calls } = await ask(model, User(`go on in ${folder()}`), { tools: [TOOL] });
        assert.deepEqual(calls, []);
        assert.match(text, /did not run `read_file`.*malformed/);
        assert.match(text, /did not run `read_file`.*unknown-handle/);
        assert.match(text, /Ask \[PERSON_77\]\.$/, 'an unknown slot stays as the model wrote it');
        assert.match(fake.log.at(-1)?.raw ?? '', /SlotGuard refused this call/);
        await fake.close();
      });
    }

    it('of settings: every setting with every wrong type', async () => {
      const manifest = vscode.extensions.getExtension('slotguard.slotguard')?.packageJSON as { contributes: { configuration: { properties: object }[] } };
      const keys = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties)).map((key) => key.replace('slotguard.', ''));
      assert.ok(keys.length > 10);
      for (const wrong of [7, 'nonsense', { a: 1 }, [[], 3, null]]) {
        await Promise.all(keys.filter((key) => key !== 'upstreams').map((key) => update(key, wrong)));
        const { fake, model } = await configured('messages', () => ({ events: [{ type: 'text', text: 'ok' }] }));
        await vscode.commands.executeCommand('slotguard.newSession');
        assert.equal((await ask(model, User(`mail ${MAIL}`))).text, 'ok');
        assert.ok(!fake.log.at(-1)?.raw.includes(MAIL), JSON.stringify(wrong));
        await fake.close();
      }
      await Promise.all(keys.map((key) => update(key, undefined)));
      await vscode.commands.executeCommand('slotguard.newSession');
      assert.match(writtenLogs(), /setting-ignored setting=scopes/);
    });

    it('writes nothing of it to a log', () => {
      assert.ok(!writtenLogs().includes(MAIL));
    });
  });
}
