// The built-in agent runs a command with our tool: the user sees the real command and is asked, the model sees stand-ins.
// Then it follows a link that leads out of the workspace, and is not let.
import assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { talk } from '../fake/model.mjs';
import { outside } from '../rig/outside.mjs';
import { onScreen } from '../rig/screen.mjs';
import { PLANTED, workspace } from '../rig/workspace.mjs';

export const title = 'a command is confirmed as it is and run with stand-ins, and a link out of the workspace is refused';

const LETTER = 'Dear Tamsin, the kiosk closes in May.';

export async function story({ vsix, fakeUpstream }) {
  const fake = await fakeUpstream(talk);
  const folder = workspace('run');
  const elsewhere = outside(dirname(folder));
  writeFileSync(join(elsewhere, 'letter.txt'), LETTER);
  symlinkSync(elsewhere, join(folder, 'shared'));
  const machine = { 'slotguard.upstreams': [{ name: 'Quill Lab', wire: 'responses', url: fake.url, models: [{ id: 'fake-1', name: 'Fake One' }] }] };
  await onScreen({ name: 'run', folder, vsix: [vsix], machine }, async (screen) => {
    await screen.chat(`We are in ${folder}. Safely run: cat notes.txt`);
    await screen.see('Run this command?');
    const asked = (await screen.chatText()).replaceAll('\u00A0', ' ');
    assert.ok(asked.includes(`cat '${folder.replace("'", String.raw`'\''`)}'/notes.txt`), `the user is asked about another command: ${asked}`);
    await screen.keep('1-asked');
    assert.ok(!fake.log.some(({ hasToolResult }) => hasToolResult), 'it ran before the user allowed it');
    await screen.page.getByRole('button', { name: /^Allow/ }).first().click();
    await screen.chatShows('noon');
    await screen.keep('2-answer');
    await screen.chat('Read shared/letter.txt and tell me who owns it');
    await screen.chatShows('a symbolic link on this path leads to a place');
    await screen.chatShows('I was not let');
    await screen.keep('3-refused');
    screen.wire(fake);
    const sent = fake.log.map(({ raw }) => raw).join('\n');
    for (const value of [...Object.values(PLANTED), folder, JSON.stringify(folder).slice(1, -1), 'kiosk closes']) {
      assert.ok(!sent.includes(value), `left the machine: ${value}`);
    }
    assert.ok(sent.includes('The build runs at noon') && sent.includes('exit code 0'), 'the command was not run');
  });
  await fake.close();
  rmSync(elsewhere, { recursive: true });
}
