// A workspace of several folders: each is a root of the one session, also a folder that is added later.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onScreen } from '../rig/screen.mjs';
import { workspace } from '../rig/workspace.mjs';

export const title = 'a workspace of several folders is protected in all of them';

/** Opens the plan by the root it was shown, and repeats what stands in it. */
function plan({ last, isToolResult, tools }) {
  if (isToolResult) {
    return { events: [{ type: 'text', text: /Build it in \S+/.exec(last)?.[0] ?? `No plan: ${last}` }] };
  }
  const call = { type: 'tool-call', id: 'call_plan', name: 'read_file', args: JSON.stringify({ filePath: '[REPO_ROOT_2]/plan.txt', startLine: 1, endLine: 9 }) };
  return { events: tools.includes('read_file') ? [call] : [{ type: 'text', text: 'ok' }] };
}

export async function story({ vsix, fakeUpstream }) {
  const fake = await fakeUpstream(plan);
  const first = workspace('folders');
  const [second, third] = ['heron', 'whimbrel'].map((name) => join(dirname(first), name));
  for (const folder of [second, third]) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'plan.txt'), `Build it in ${folder}.\n`);
  }
  const file = join(dirname(first), 'all.code-workspace');
  const write = (...folders) => writeFileSync(file, JSON.stringify({ folders: folders.map((path) => ({ path })) }));
  write(first, second);
  const machine = { 'slotguard.upstreams': [{ name: 'Quill Lab', wire: 'chat-completions', url: fake.url, models: [{ id: 'fake-1', name: 'Fake One' }] }] };
  await onScreen({ name: 'folders', folder: file, vsix: [vsix], machine }, async (screen) => {
    await screen.chat(`@slotguard /preview ${second}/plan.txt and ${third}/plan.txt`);
    await screen.chatShows('nothing was sent');
    assert.match(await screen.chatText(), /\[REPO_ROOT_2\]\/plan\.txt/);
    write(first, second, third);
    await screen.page.locator('.explorer-viewlet .monaco-list-row', { hasText: 'whimbrel' }).waitFor();
    await screen.chat(`@slotguard /preview again ${second}/plan.txt and ${third}/plan.txt, ${first.slice(0, -2)}`);
    await screen.chatShows('[REPO_ROOT_3]/plan.txt');
    await screen.keep('preview');
    assert.match(await screen.chatText(), /again\s\[REPO_ROOT_2\]\/plan\.txt/, 'the session went on');
    await screen.chat('Read the plan');
    await screen.chatShows(`Build it in ${second}`);
    await screen.keep('agent');
    for (const { raw } of fake.log) {
      assert.ok(![second, third].some((folder) => raw.includes(folder)), 'it left the machine');
    }
  });
  await fake.close();
}
