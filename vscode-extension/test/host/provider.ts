import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { WIRES } from '../../src/upstream/index.js';
import type { UpstreamSettings } from '../../src/settings.js';
import { ask, configured, folder, until, update, writtenLogs } from './window.js';

const User = (content: Parameters<typeof vscode.LanguageModelChatMessage.User>[0]) => vscode.LanguageModelChatMessage.User(content);
const Assistant = (content: vscode.LanguageModelToolCallPart[]) => vscode.LanguageModelChatMessage.Assistant(content);
const MAIL = 'ines.varga@copperleaf.internal';
const PASSWORD = ['heron', 'Basalt', '71kW'].join('-');

const TOOL = {
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { filePath: { type: 'string' } } },
};

export function provider(): void {
  describe('provider', () => {
    for (const wire of Object.keys(WIRES) as UpstreamSettings['wire'][]) {
      it(`hides on the way out and restores on the way back, over ${wire}`, async () => {
        const { fake, model } = await configured(wire, () => ({ events: [{ type: 'text', text: 'Write to [EMAIL_1] about [REPO_ROOT_1]/src/main.ts please.' }], piece: 4 }));
        const prompt = `Owner is ${MAIL}. DB_PASSWORD=${PASSWORD}\nSee ${folder()}/src/main.ts`;
        const { text } = await ask(model, [User(prompt)]);
        const raw = fake.log.at(-1)?.raw ?? '';
        for (const value of [MAIL, PASSWORD, folder(), JSON.stringify(folder()).slice(1, -1)]) {
          assert.ok(!raw.includes(value), `left the machine: ${value}`);
        }
        assert.ok(raw.includes('[EMAIL_1]') && raw.includes('[REPO_ROOT_1]/src/main.ts'), raw);
        assert.equal(text, `Write to ${MAIL} about ${folder()}/src/main.ts please.`);
        await fake.close();
      });

      it(`gives tools real paths and refuses others, over ${wire}`, async () => {
        const { fake, model } = await configured(wire, ({ hasToolResult, last }) =>
          hasToolResult
            ? { events: [{ type: 'text', text: last.includes('SlotGuard refused') ? 'I see.' : 'It was read.' }] }
            : {
                events: [
                  { type: 'tool-call', id: 'c1', name: 'read_file', args: '{"filePath":"[REPO_ROOT_1]/notes.txt"}' },
                  { type: 'tool-call', id: 'c2', name: 'read_file', args: '{"filePath":"[REPO_ROOT_1]/../../../etc/shadow"}' },
                ],
                piece: 5,
              },
        );
        const messages = [User(`Read notes.txt in ${folder()}`)];
        const { text, calls } = await ask(model, messages, { tools: [TOOL] });
        assert.deepEqual(calls.map(({ input }) => input), [{ filePath: `${folder()}/notes.txt` }]);
        assert.match(text, /SlotGuard\*\* did not run `read_file`/);
        const result = new vscode.LanguageModelToolResultPart('c1', [new vscode.LanguageModelTextPart(`DB_PASSWORD=${PASSWORD}`)]);
        const next = await ask(model, [...messages, Assistant(calls), User([result])], { tools: [TOOL] });
        const raw = fake.log.at(-1)?.raw ?? '';
        assert.ok(!raw.includes(PASSWORD) && !raw.includes(folder()));
        assert.ok(raw.includes('SlotGuard refused this call'));
        assert.ok(next.text.length > 0);
        await fake.close();
      });
    }

    it('passes system messages, text attachments and images by setting', async () => {
      const { fake, model } = await configured('chat-completions', () => ({ events: [{ type: 'text', text: 'ok' }] }));
      // The workbench looks into pictures, so this is a whole one, of one pixel.
      const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      const picture = vscode.LanguageModelDataPart.image(new Uint8Array(Buffer.from(pixel, 'base64')), 'image/png');
      const attached = vscode.LanguageModelDataPart.text(`mail: ${MAIL}`, 'text/plain');
      await ask(model, [User([new vscode.LanguageModelTextPart('look'), picture, attached])]);
      assert.match(fake.log.at(-1)?.raw ?? '', /picture removed/);
      assert.ok(!fake.log.at(-1)?.raw.includes(MAIL));
      await update('images', 'allow');
      await ask(model, [User([picture])]);
      assert.match(fake.log.at(-1)?.raw ?? '', /data:image\/png;base64,/);
      await update('images', undefined);
      await fake.close();
    });

    it('counts tokens of texts and messages without asking anybody', async () => {
      const { fake, model } = await configured('chat-completions', () => ({ events: [] }));
      const short = await model.countTokens('four words of text');
      const long = await model.countTokens('four words of text '.repeat(100));
      assert.ok(short > 0 && long > 50 * short && long < 200 * short, `${short}, ${long}`);
      assert.ok((await model.countTokens(User('four words of text'))) >= short);
      assert.equal(fake.log.length, 0);
      await fake.close();
    });

    it('can be cancelled', async () => {
      const { fake, model } = await configured('messages', () => ({ events: [{ type: 'text', text: 'word '.repeat(2000) }], piece: 5, delay: 5 }));
      const source = new vscode.CancellationTokenSource();
      setTimeout(() => source.cancel(), 300);
      const started = Date.now();
      await ask(model, [User('go')], {}, source.token).catch(() => undefined);
      assert.ok(Date.now() - started < 3000);
      await fake.close();
    });

    it('says what to do when the server does not take the key', async () => {
      const { fake, model } = await configured('responses', () => ({ events: [], fault: 'unauthorized' }));
      await assert.rejects(ask(model, [User('go')]), /Set API Key/);
      await fake.close();
    });

    it('goes on after a server that broke off', async () => {
      const { fake, model } = await configured('chat-completions', () => ({ events: [{ type: 'text', text: 'half of it ' }], piece: 2, fault: 'cut-in-character' }));
      await assert.rejects(ask(model, [User('go')]), /broke off/);
      fake.script = () => ({ events: [{ type: 'text', text: 'whole' }] });
      assert.equal((await ask(model, [User('go')])).text, 'whole');
      await fake.close();
    });

    it('takes a 20 MB attachment', async () => {
      const { fake, model } = await configured('chat-completions', () => ({ events: [{ type: 'text', text: 'ok' }] }));
      const line = `2026-01-01 worker 7 finished job for ${MAIL} in 20 ms\n`;
      const attached = vscode.LanguageModelDataPart.text(line.repeat(Math.ceil(20e6 / line.length)), 'text/plain');
      await ask(model, [User([attached])]);
      assert.ok((fake.log.at(-1)?.raw.length ?? 0) > 10e6);
      assert.ok(!fake.log.at(-1)?.raw.includes(MAIL));
      await fake.close();
    }).timeout(60_000);

    it("offers other vendors' models, protected", async function () {
      const other = vscode.extensions.getExtension<{ seen: string[] }>('slotguard-test.other-vendor');
      assert.ok(other);
      const { seen } = await other.activate();
      const model = await until('the parrot', async () => (await vscode.lm.selectChatModels({ vendor: 'slotguard' })).find(({ name }) => name === 'SlotGuard: Parrot'));
      const { text } = await ask(model, [User(`mail ${MAIL}`)]);
      assert.ok(!seen.join('').includes(MAIL), 'the other vendor saw it');
      assert.ok(text.includes(MAIL));
    });

    it('survives settings of the wrong type', async () => {
      await update('upstreams', 'nonsense');
      await update('protect.values', [3, null, { value: 'x' }, { value: 'Project Kestrel', kind: 'project' }]);
      const { fake, model } = await configured('chat-completions', () => ({ events: [{ type: 'text', text: 'ok' }] }));
      await vscode.commands.executeCommand('slotguard.newSession');
      await ask(model, [User('about Project Kestrel')]);
      assert.ok(!fake.log.at(-1)?.raw.includes('Kestrel'));
      await update('protect.values', undefined);
      await fake.close();
    });

    it('sends nothing while it is paused', async () => {
      const { fake, model } = await configured('chat-completions', () => ({ events: [{ type: 'text', text: 'ok' }] }));
      await vscode.commands.executeCommand('slotguard.pause');
      await assert.rejects(ask(model, [User('go')]), /paused/);
      assert.equal(fake.log.length, 0);
      await vscode.commands.executeCommand('slotguard.resume');
      assert.equal((await ask(model, [User('go')])).text, 'ok');
      await fake.close();
    });

    it('writes nothing private to any log', () => {
      const logs = writtenLogs();
      assert.ok(logs.includes('session-opened'), 'the log of SlotGuard is not among those read');
      for (const value of [MAIL, PASSWORD]) {
        assert.ok(!logs.includes(value), `in a log: ${value}`);
      }
    });
  });
}
