// What can be done with a hidden value, as the view does it: the commands get the row.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ask, configured, until } from './window.js';

const MAIL = 'ines.varga@copperleaf.internal';
const row = (standIn: string) => ({ standIn, kind: 'email', rule: 'email', uses: 1, firstSeen: 1, links: [] });
const run = (id: string, ...args: unknown[]) => Promise.resolve(vscode.commands.executeCommand(`slotguard.${id}`, ...args));

/** What [EMAIL_1] is shown as. */
async function shown(text: string): Promise<string> {
  const document = await vscode.workspace.openTextDocument({ content: '' });
  await vscode.window.showTextDocument(document);
  await vscode.env.clipboard.writeText(text);
  await run('pasteRebound');
  return document.getText();
}

export function slots(): void {
  describe('hidden values', () => {
    let again = '';

    before(async () => {
      await run('newSession');
      const { fake, model } = await configured('chat-completions', () => ({ events: [{ type: 'text', text: 'ok' }] }));
      await ask(model, [vscode.LanguageModelChatMessage.User(`mail ${MAIL}`)]);
      await fake.close();
    });
    after(() => Promise.resolve(vscode.commands.executeCommand('workbench.action.closeAllEditors')));

    it('have a stand-in that can be copied', async () => {
      await run('copyStandIn', row('[EMAIL_1]'));
      assert.equal(await vscode.env.clipboard.readText(), '[EMAIL_1]');
    });

    it('are explained', async () => {
      // The words are in a notification; the command must not fail, for a stranger either.
      await run('explainSlot', row('[EMAIL_1]'));
      await run('explainSlot', row('[EMAIL_99]'));
    });

    it('are not revealed without a yes', async () => {
      // No dialog can be answered here, which counts as a no. The story of the tour says yes.
      await run('revealSlot', row('[EMAIL_1]'));
    });

    it('are forgotten, and hidden under another name if they are seen again', async () => {
      assert.equal(await shown('to [EMAIL_1]'), `to ${MAIL}`);
      await run('forgetSlot', row('[EMAIL_1]'));
      assert.equal(await shown('to [EMAIL_1]'), 'to [EMAIL_1]');
      const { fake, model } = await configured('chat-completions', () => ({ events: [{ type: 'text', text: 'ok' }] }));
      await ask(model, [vscode.LanguageModelChatMessage.User(`mail ${MAIL}`)]);
      const raw = await until('the request', () => fake.log.at(-1)?.raw);
      again = /\[EMAIL_\w+\]/.exec(raw)?.[0] ?? '';
      assert.ok(again !== '' && again !== '[EMAIL_1]' && !raw.includes(MAIL), raw);
      await fake.close();
    });

    it('end with a new session', async () => {
      assert.equal(await shown(`to ${again}`), `to ${MAIL}`);
      await run('newSession');
      assert.equal(await shown(`to ${again}`), `to ${again}`);
    });
  });
}
