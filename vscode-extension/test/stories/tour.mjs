// What a newcomer does in the first ten minutes: the sample, the participant, the view with a value revealed, the
// terminal, a high-contrast theme. Dialogs are real here.
import assert from 'node:assert/strict';
import { onScreen, until } from '../rig/screen.mjs';
import { PLANTED, workspace } from '../rig/workspace.mjs';

export const title = 'a newcomer looks around';

function script({ last, tools }) {
  // Titles are asked for without tools and before anything else; both kinds of requests get the same kind of answer.
  const mail = /\[EMAIL_\d+\]/.exec(last)?.[0];
  return { events: [{ type: 'text', text: mail ? `I would write to ${mail}, who owns it.` : `Hello${tools.length > 0 ? '' : '.'}` }], piece: 4, delay: 2 };
}

export async function story({ vsix, fakeUpstream }) {
  const fake = await fakeUpstream(script);
  const folder = workspace('tour');
  const machine = { 'slotguard.upstreams': [{ name: 'Quill Lab', wire: 'messages', url: fake.url, models: [{ id: 'fake-1', name: 'Fake One' }] }] };
  await onScreen({ name: 'tour', folder, vsix: [vsix], machine }, async (screen) => {
    const { page } = screen;
    await page.waitForTimeout(6000);

    await screen.command('SlotGuard: Try a Sample');
    await screen.see('as it leaves');
    await page.waitForTimeout(2500);
    await screen.keep('1-sample');

    await screen.openFile('notes.txt');
    await screen.command('SlotGuard: Toggle Highlights');
    await page.waitForTimeout(1500);
    await screen.keep('2-highlights');
    await screen.command('SlotGuard: Toggle Highlights');
    await screen.command('View: Close All Editors');

    await screen.chat(`@slotguard who owns this? ${PLANTED.email}`);
    await until('the answer', async () => (await screen.chatText()).includes('who owns it.'));
    await page.waitForTimeout(1500);
    await screen.keep('3-participant');
    assert.ok((await screen.chatText()).includes(`write to ${PLANTED.email}`), 'the answer has no real value');
    assert.ok(!fake.log.some(({ raw }) => raw.includes(PLANTED.email)), 'it left the machine');

    await screen.chat(`@slotguard /preview my DB_PASSWORD=${PLANTED.password}`);
    await until('the preview', async () => (await screen.chatText()).includes('nothing was sent'));
    await page.waitForTimeout(1000);
    await screen.keep('4-preview');

    await screen.command('SlotGuard: Focus on Hidden Values View');
    await screen.see('[EMAIL_1]');
    await screen.keep('5-view');
    await page.getByText('[EMAIL_1]').first().click();
    await screen.command('SlotGuard: Reveal Value');
    await page.waitForTimeout(800);
    await page.keyboard.type('[EMAIL_1]', { delay: 5 });
    await page.keyboard.press('Enter');
    await screen.see('Show the value behind');
    await screen.keep('6-question');
    await page.getByRole('button', { name: 'Reveal for 30 Seconds' }).click();
    await page.waitForTimeout(1500);
    await screen.keep('7-revealed');

    await screen.command('Terminal: Create New Terminal');
    await page.waitForTimeout(6000);
    await page.keyboard.type('cat notes.txt; pwd\n', { delay: 5 });
    await page.waitForTimeout(3000);
    await screen.command('SlotGuard: Open Terminal Capture (Sanitized)');
    await screen.see('The build runs at noon');
    await page.waitForTimeout(1500);
    await screen.keep('8-terminal');

    await screen.command('SlotGuard: Check Protection');
    await until('the report', async () => (await page.locator('.tabs-container').textContent()).includes('SlotGuard: what left'), 40_000).catch(() => {});
    await page.waitForTimeout(3000);
    await screen.keep('9-check');

    await screen.command('SlotGuard: Show Menu');
    await page.waitForTimeout(800);
    await screen.keep('10-menu');
    await page.keyboard.press('Escape');
    await screen.command('Help: Open Walkthrough...');
    await page.getByText('Get Started with Slo').first().click();
    await screen.see('Check your protection');
    await page.waitForTimeout(1500);
    await screen.keep('11-walkthrough');
  });
  await fake.close();
}
