// A model is added by its command, without a line of settings.
import assert from 'node:assert/strict';
import { talk } from '../fake/model.mjs';
import { onScreen } from '../rig/screen.mjs';
import { PLANTED, workspace } from '../rig/workspace.mjs';

export const title = 'a model is added step by step, and asked';

export async function story({ vsix, fakeUpstream }) {
  const fake = await fakeUpstream(talk);
  const folder = workspace('add');
  await onScreen({ name: 'add', folder, vsix: [vsix] }, async (screen) => {
    const { page } = screen;
    await screen.command('SlotGuard: Add Model');
    await screen.see('Where does the model run?');
    await screen.keep('1-where');
    await screen.choose('Ollama');
    await screen.see('Base address of the server');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(fake.url);
    await page.keyboard.press('Enter');
    await screen.see('A name for it');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'fake-1' }).waitFor();
    await screen.keep('2-which');
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'fake-1' }).click();
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await screen.see('is ready');
    await screen.keep('3-ready');
    await screen.chat(`@slotguard who owns this? ${PLANTED.email}`, { asksModel: false });
    await screen.chatShows('who owns it.');
    assert.ok(!fake.log.some(({ raw }) => raw.includes(PLANTED.email)), 'it left the machine');
  });
  await fake.close();
}
