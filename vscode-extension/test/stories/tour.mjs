// What a newcomer does in the first ten minutes: the sample, the participant, the view with a value revealed, the
// terminal, a high-contrast theme. Dialogs are real here.
import assert from 'node:assert/strict';
import { talk } from '../fake/model.mjs';
import { onScreen } from '../rig/screen.mjs';
import { PLANTED, workspace } from '../rig/workspace.mjs';

export const title = 'a newcomer looks around';

export async function story({ vsix, fakeUpstream }) {
  const fake = await fakeUpstream(talk);
  const folder = workspace('tour');
  const machine = { 'slotguard.upstreams': [{ name: 'Quill Lab', wire: 'messages', url: fake.url, models: [{ id: 'fake-1', name: 'Fake One' }] }] };
  await onScreen({ name: 'tour', folder, vsix: [vsix], machine }, async (screen) => {
    const { page } = screen;

    await screen.command('SlotGuard: Try a Sample');
    await screen.see('as it leaves');
    await page.locator('.diffOverview, .monaco-diff-editor .line-insert').first().waitFor();
    await screen.keep('1-sample');

    await screen.openFile('notes.txt');
    await screen.command('SlotGuard: Toggle Highlights');
    await page.locator('.view-overlays [class*="ced-"]').first().waitFor();
    await screen.keep('2-highlights');
    await screen.command('SlotGuard: Toggle Highlights');
    await screen.command('View: Close All Editors');

    await screen.chat(`@slotguard who owns this? ${PLANTED.email}`);
    await screen.chatShows('who owns it.');
    await screen.see('Hidden on the way out');
    await screen.keep('3-participant');
    assert.ok((await screen.chatText()).includes(`write to ${PLANTED.email}`), 'the answer has no real value');
    assert.ok(!fake.log.some(({ raw }) => raw.includes(PLANTED.email)), 'it left the machine');

    await screen.chat(`@slotguard /preview my DB_PASSWORD=${PLANTED.password}`);
    await screen.chatShows('nothing was sent');
    await screen.chatShows('DB_PASSWORD=');
    await screen.keep('4-preview');

    await screen.chat('@slotguard /slots');
    await screen.chatShows('rule email');
    await screen.chat('@slotguard /explain [EMAIL_1]');
    await screen.chatShows('e-mail addresses');
    await screen.keep('4b-explain');

    await screen.command('SlotGuard: Focus on Hidden Values View');
    await screen.see('[EMAIL_1]');
    await screen.keep('5-view');
    await screen.command('SlotGuard: Reveal Value');
    await screen.choose('[EMAIL_1]');
    await screen.see('Show the value behind');
    await screen.keep('6-question');
    await page.getByRole('button', { name: 'Reveal for 30 Seconds' }).click();
    await page.locator('.part.sidebar .monaco-list-row', { hasText: PLANTED.email }).waitFor();
    await screen.keep('7-revealed');

    await screen.command('Terminal: Create New Terminal');
    // The mark beside the prompt: shell integration is there.
    await page.locator('.terminal-command-decoration').first().waitFor();
    await page.locator('.terminal-wrapper.active').click();
    // VS Code loses what arrives together with the start of its command.
    await page.keyboard.type('sleep 1; cat notes.txt; pwd\n');
    await page.locator('.terminal-command-decoration.codicon-terminal-decoration-success').first().waitFor();
    await screen.command('SlotGuard: Open Terminal Capture (Sanitized)');
    await page.locator('.editor-group-container .view-line', { hasText: /The.build.runs.at.noon/ }).waitFor();
    await screen.keep('8-terminal');

    await screen.command('SlotGuard: Check Protection');
    await screen.seeInFrame('stand-ins arrived');
    await screen.keep('9-check');

    await screen.command('SlotGuard: Show Menu');
    await page.locator('.quick-input-widget .monaco-list-row').first().waitFor();
    await screen.keep('10-menu');
    await page.keyboard.press('Escape');
    await screen.command('Welcome: Open Walkthrough...');
    await screen.choose('Get Started with Slo');
    await screen.see('Check your protection');
    await screen.keep('11-walkthrough');
  });
  await fake.close();
}
