// A server that is configured: tested, given a key, tested again, removed with its key; and the log, which names none of it.
import assert from 'node:assert/strict';
import { talk } from '../fake/model.mjs';
import { onScreen, until } from '../rig/screen.mjs';
import { workspace } from '../rig/workspace.mjs';

export const title = 'a server is tested, given a key and removed, and the log says nothing of it';

const KEY = ['invented', 'key', 'of', 'the', 'story'].join('-');

export async function story({ vsix, fakeUpstream }) {
  const fake = await fakeUpstream(talk);
  const folder = workspace('servers');
  const machine = { 'slotguard.upstreams': [{ name: 'Quill Lab', wire: 'chat-completions', url: fake.url, models: ['fake-1', 'fake-9'] }] };
  const bearer = () => fake.log.at(-1)?.headers.authorization;
  await onScreen({ name: 'servers', folder, vsix: [vsix], machine }, async (screen) => {
    const { page } = screen;
    const test = async () => {
      const before = fake.log.length;
      await screen.command('SlotGuard: Test Upstream');
      await screen.choose('Quill Lab');
      await until('the list of models', () => fake.log.length > before);
    };
    await test();
    await screen.see('Quill Lab answers, but does not list fake-9.');
    assert.equal(bearer(), undefined, 'a key before there is one');
    await screen.keep('1-tested');

    await screen.command('SlotGuard: Set API Key');
    await screen.choose('Quill Lab');
    await screen.see('API key for Quill Lab');
    await page.keyboard.type(KEY);
    assert.equal(await page.locator('.quick-input-widget input').first().getAttribute('type'), 'password', 'the key is readable');
    await screen.keep('2-key');
    await page.keyboard.press('Enter');
    await test();
    assert.equal(bearer(), `Bearer ${KEY}`);

    await screen.command('SlotGuard: Show Log');
    const log = page.locator('.output-view .view-lines, .panel .view-lines').first();
    await until('the log', async () => ((await log.textContent().catch(() => '')) ?? '').includes('activated'));
    assert.ok(!(await log.textContent()).includes(KEY));
    await screen.keep('3-log');

    await screen.command('SlotGuard: Remove Model');
    await screen.choose('Quill Lab');
    await screen.command('SlotGuard: Test Upstream');
    await screen.see('No server is configured yet.');
    await screen.keep('4-removed');
  });
  await fake.close();
}
