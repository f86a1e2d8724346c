// What `cargo xtask try` opens, as a newcomer meets it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTry } from '../../try/open.mjs';
import { LOG } from '../../try/sample.mjs';
import { onPage, until } from '../rig/screen.mjs';

export const title = 'a newcomer without an account sees the built-in agent behind the boundary';

export async function story({ vsix }) {
  const opened = await openTry({ vsix });
  try {
    await onPage({ name: 'try', port: opened.port }, async (screen) => {
      await screen.seeInFrame('Nothing here is real');
      await screen.chatIsReady();
      await screen.keep('1-start');
      await screen.chat('Read notes.txt and tell me who owns it');
      await screen.chatShows('at noon');
      assert.ok((await screen.chatText()).includes('okafor@quill-works.internal'), 'the answer names the owner');
      await screen.openFile(LOG);
      await screen.keep('2-answer');
      await screen.chat('Read the key outside of this folder');
      await screen.chatShows('I was not let');
      await screen.keep('3-refused');
      await screen.chat('Safely run cat .env');
      await screen.see('Run this command?');
      await screen.keep('4-question');
      await screen.page.getByRole('button', { name: /^(Allow|Continue|Run)/ }).first().click();
      await screen.chatShows('which opens nothing');
      await screen.chat('Run cat .env');
      await screen.page.getByRole('button', { name: /^(Allow|Continue|Run)/ }).first().waitFor();
      await screen.keep('5-terminal');
      await screen.page.getByRole('button', { name: /^(Allow|Continue|Run)/ }).first().click();
      await until('the output of the terminal', () => opened.fake.log.at(-1)?.isToolResult && opened.fake.log.at(-1).last.includes('DATABASE_URL'));
      await screen.keep('6-ran');
      const sent = readFileSync(join(opened.folder, LOG), 'utf8');
      assert.match(sent, /\[EMAIL_1\]/);
      for (const raw of opened.fake.log.map((seen) => seen.raw)) {
        assert.ok(!raw.includes('okafor@') && !raw.includes('corvid') && !raw.includes(opened.folder), 'it left the machine');
      }
    });
  } finally {
    await opened.stop();
  }
}
