// In a browser without a Node host, the same component works in the worker of extensions.
import assert from 'node:assert/strict';
import { packForBrowsers } from '../../package.mjs';
import { talk } from '../fake/model.mjs';
import { onScreen } from '../rig/screen.mjs';
import { PLANTED, workspace } from '../rig/workspace.mjs';

export const title = 'the part for browsers protects too';

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
    assert.ok(!fake.log.some(({ raw }) => raw.includes(PLANTED.email)), 'it left the machine');
  });
  await fake.close();
}
