// A window that is reloaded goes on with its session; a second window on the folder has one of its own.
import assert from 'node:assert/strict';
import { talk } from '../fake/model.mjs';
import { onScreen } from '../rig/screen.mjs';
import { PLANTED, workspace } from '../rig/workspace.mjs';

export const title = 'a reloaded window goes on with its chat and its session, and a second one has its own';

export async function story({ vsix, fakeUpstream }) {
  const fake = await fakeUpstream(talk);
  const folder = workspace('reload');
  const machine = { 'slotguard.upstreams': [{ name: 'Quill Lab', wire: 'messages', url: fake.url, models: [{ id: 'fake-1', name: 'Fake One' }] }] };
  await onScreen({ name: 'reload', folder, vsix: [vsix], machine }, async (screen) => {
    await screen.chat(`@slotguard who owns this? ${PLANTED.email}`);
    await screen.chatShows('who owns it.');
    await screen.chatShows('Hidden on the way out');
    // The session is sealed a second after the last change, and VS Code writes its chats every few.
    await screen.page.waitForTimeout(6000);
    await screen.reload();
    await screen.chatShows(`write to ${PLANTED.email}`);
    await screen.chatShows('Hidden on the way out');
    await screen.keep('chat');
    await screen.command('SlotGuard: Focus on Hidden Values View');
    await screen.see('[EMAIL_1]');
    await screen.keep('again');
    await screen.inAnotherWindow(async (other) => {
      await other.command('SlotGuard: Focus on Hidden Values View');
      await other.see('Nothing has been hidden yet');
      assert.equal(await other.page.getByText('[EMAIL_1]').count(), 0, 'two windows own one session');
      await other.keep('second');
    });
    await screen.chat('@slotguard and who owns [EMAIL_1]?');
    await screen.chatShows(`write to ${PLANTED.email}`);
    assert.ok(!fake.log.some(({ raw }) => raw.includes(PLANTED.email)), 'it left the machine');
    await screen.page.waitForTimeout(2500);
    await screen.loseThePage();
    await screen.command('SlotGuard: Focus on Hidden Values View');
    await screen.see('[EMAIL_1]');
  });
  await fake.close();
}
