// The view of hidden values: filtered, walked by keyboard, read aloud, a value revealed and hidden again by itself.
import assert from 'node:assert/strict';
import { talk } from '../fake/model.mjs';
import { onScreen, until } from '../rig/screen.mjs';
import { PLANTED, workspace } from '../rig/workspace.mjs';

export const title = 'hidden values are filtered, read aloud, revealed by keyboard and hidden again';

export async function story({ vsix, fakeUpstream }) {
  const fake = await fakeUpstream(talk);
  const folder = workspace('view');
  const machine = { 'slotguard.upstreams': [{ name: 'Quill Lab', wire: 'messages', url: fake.url, models: [{ id: 'fake-1', name: 'Fake One' }] }] };
  await onScreen({ name: 'view', folder, vsix: [vsix], machine }, async (screen) => {
    const { page } = screen;
    const rows = page.locator('.part.sidebar .pane-body .monaco-list-row');
    const mail = rows.filter({ hasText: '[EMAIL_1]' });
    const labels = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')));
    const filter = async (text) => {
      await screen.command('SlotGuard: Filter Hidden Values');
      await screen.see('Part of a stand-in');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };

    await screen.chat(`@slotguard who owns ${folder}/notes.txt? ${PLANTED.email} DB_PASSWORD=${PLANTED.password}`);
    await screen.chatShows('who owns it.');
    await screen.command('SlotGuard: Focus on Hidden Values View');
    await mail.waitFor();

    const read = await labels();
    for (const wanted of [/^e-mail addresses, 1 hidden values?/, /^\[EMAIL_1\], e-mail addresses, used \d+ times/, /^secrets, 1 hidden/, /^workspace roots, 1 hidden/]) {
      assert.ok(read.some((label) => wanted.test(label)), `${wanted} is not read aloud: ${read.join(' | ')}`);
    }
    const status = await page.locator('[id*="slotguard.status"] [aria-label], [id*="slotguard.status"][aria-label]').first().getAttribute('aria-label');
    assert.match(status, /SlotGuard: Chats with SlotGuard models are protected/);

    await filter('secrets');
    await until('secrets alone', async () => (await mail.count()) === 0 && (await rows.count()) === 2);
    await screen.see('Filter: secrets');
    await screen.keep('1-filtered');
    await filter('nothing like it');
    await until('no rows', async () => (await rows.count()) === 0);
    await screen.see('Filter: nothing like it');
    await screen.keep('2-none');
    await filter('');
    await mail.waitFor();

    // By keyboard alone from here: the view takes the focus, the row its menu.
    await screen.command('SlotGuard: Focus on Hidden Values View');
    await page.keyboard.press('Home');
    await until('the row to be focused', async () => {
      const focused = page.locator('.part.sidebar .monaco-list-row.focused');
      if ((await focused.first().textContent().catch(() => ''))?.includes('[EMAIL_1]')) {
        return true;
      }
      await page.keyboard.press('ArrowDown');
      return false;
    });
    await page.keyboard.press('Shift+F10');
    await page.locator('.context-view .action-label', { hasText: 'Reveal Value' }).first().waitFor();
    await screen.keep('3-menu');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await screen.see('Show the value behind [EMAIL_1]');
    await page.getByRole('button', { name: 'Reveal for 30 Seconds' }).focus();
    await page.keyboard.press('Enter');
    const revealed = rows.filter({ hasText: PLANTED.email });
    await revealed.waitFor();
    const shown = Date.now();
    assert.match((await labels()).find((label) => label.startsWith('[EMAIL_1]')), new RegExp(`value: ${PLANTED.email}`), 'it is not read aloud');
    await screen.keep('4-revealed');
    await revealed.waitFor({ state: 'detached' });
    const seconds = (Date.now() - shown) / 1000;
    assert.ok(seconds > 20 && seconds < 45, `hidden again after ${seconds} s`);
    assert.ok((await mail.textContent()).includes('× · email'));
    await screen.keep('5-hidden');

    await screen.command('SlotGuard: Reveal Value');
    await screen.choose('[EMAIL_1]');
    await page.getByRole('button', { name: 'Reveal for 30 Seconds' }).click();
    await revealed.waitFor();
    await screen.command('SlotGuard: New Session');
    await revealed.waitFor({ state: 'detached', timeout: 10_000 });
    await screen.see('Nothing has been hidden yet');
  });
  await fake.close();
}
