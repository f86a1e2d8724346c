// The built-in agent, through our provider, reads a file with planted secrets: none of them leaves, the right file is
// opened, and the answer shows real paths.
import assert from 'node:assert/strict';
import { talk } from '../fake/model.mjs';
import { onScreen } from '../rig/screen.mjs';
import { PLANTED, workspace } from '../rig/workspace.mjs';

export const title = 'the built-in agent works behind the boundary';

export async function story({ vsix, fakeUpstream }) {
  const fake = await fakeUpstream(talk);
  const folder = workspace('agent');
  const machine = { 'slotguard.upstreams': [{ name: 'Quill Lab', wire: 'chat-completions', url: fake.url, models: [{ id: 'fake-1', name: 'Fake One' }] }] };
  await onScreen({ name: 'agent', folder, vsix: [vsix], machine }, async (screen) => {
    await screen.chat('Read notes.txt and tell me who owns it');
    await screen.chatShows('noon');
    await screen.keep('answer');
    screen.wire(fake);
    const sent = fake.log.map(({ raw }) => raw).join('\n');
    for (const value of [...Object.values(PLANTED), folder, JSON.stringify(folder).slice(1, -1)]) {
      assert.ok(!sent.includes(value), `left the machine: ${value}`);
    }
    const text = await screen.chatText();
    assert.ok(text.includes(PLANTED.email), 'the answer names the owner');
    assert.ok(!text.includes(PLANTED.token), 'a secret was shown');
    assert.ok(fake.log.some(({ hasToolResult, last }) => hasToolResult && last.includes('The build runs at noon')), 'the right file was not read');
    await screen.page.locator('[id*="slotguard.status"]').first().hover();
    await screen.see('hidden in this session');
    await screen.keep('status');
  });
  await fake.close();
}
