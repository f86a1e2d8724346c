// In a browser without a Node host, the same component works in the worker of extensions.
import assert from 'node:assert/strict';
import { packForBrowsers } from '../../package.mjs';
import { talk } from '../fake/model.mjs';
import { onScreen } from '../rig/screen.mjs';
import { PLANTED, workspace } from '../rig/workspace.mjs';

export const title = 'the part for browsers protects too, and goes on after a reload';

export async function story({ fakeUpstream }) {
  const fake = await fakeUpstream(talk);
  const folder = workspace('web');
  // The server has no part in it, so the settings are the browser's own.
  const settings = { 'slotguard.upstreams': [{ name: 'Quill Lab', wire: 'messages', url: fake.url, models: [{ id: 'fake-1', name: 'Fake One' }] }] };
  await onScreen({ name: 'web', folder, vsix: [await packForBrowsers()], settings, machine: settings }, async (screen) => {
    await screen.command('SlotGuard: Try a Sample');
    await screen.see('as it leaves');
    await screen.chat(`@slotguard who owns this? ${PLANTED.email}`);
    await screen.chatShows('who owns it.');
    await screen.keep('chat');
    screen.wire(fake);
    assert.ok((await screen.chatText()).includes(`write to ${PLANTED.email}`), 'the answer has no real value');
    assert.ok(fake.log.some(({ raw }) => raw.includes('[EMAIL_')), 'nothing was sent');
    const standIn = fake.log.map(({ raw }) => /\[EMAIL_\d+\]/.exec(raw)?.[0]).find(Boolean);
    // The session is sealed a second after the last change.
    await screen.page.waitForTimeout(2500);
    await screen.loseThePage();
    await screen.command('SlotGuard: Focus on Hidden Values View');
    await screen.see(standIn);
    await screen.keep('again');
    await screen.inAnotherWindow(async (other) => {
      await other.command('SlotGuard: Focus on Hidden Values View');
      await other.see('Nothing has been hidden yet');
      assert.equal(await other.page.getByText(standIn).count(), 0, 'two windows own one session');
    });
    await screen.chat(`@slotguard and who owns ${standIn}?`);
    await screen.chatShows(`write to ${PLANTED.email}`);
    assert.ok(!fake.log.some(({ raw }) => raw.includes(PLANTED.email)), 'it left the machine');
  });
  await fake.close();
}
