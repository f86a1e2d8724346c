// What the user is asked and may take back: a value that is never hidden, and undone; a terminal attached to the chat; a
// secret that would stand in the text of a command.
import assert from 'node:assert/strict';
import { onScreen, until } from '../rig/screen.mjs';
import { PLANTED, workspace } from '../rig/workspace.mjs';

export const title = 'the user takes a word back, attaches a terminal, and is asked about a secret';

/** Reads the notes, then wants the password it was shown in the text of a command. */
function connect({ raw, tools, isToolResult }) {
  const password = /DB_PASSWORD=(.+?)\\+n/.exec(raw)?.[1];
  if (!tools.includes('run_in_terminal')) {
    return { events: [{ type: 'text', text: 'ok' }] };
  }
  if (!isToolResult) {
    return { events: [call('read_file', { filePath: '[REPO_ROOT_1]/notes.txt', startLine: 1, endLine: 9 })] };
  }
  if (raw.includes('SlotGuard refused')) {
    return { events: [{ type: 'text', text: 'Then you connect yourself.' }] };
  }
  const command = `PGPASSWORD='${password}' psql -h 127.0.0.1 -c 'select 1'`;
  return { events: [call('run_in_terminal', { command, explanation: 'Connect', goal: 'Connect', mode: 'sync', isBackground: false, timeout: 10_000 })] };
}

function call(name, args) {
  return { type: 'tool-call', id: `call_${crypto.randomUUID()}`, name, args: JSON.stringify(args) };
}

export async function story({ vsix, fakeUpstream }) {
  const fake = await fakeUpstream(connect);
  const folder = workspace('say');
  const machine = { 'slotguard.upstreams': [{ name: 'Quill Lab', wire: 'chat-completions', url: fake.url, models: [{ id: 'fake-1', name: 'Fake One' }] }] };
  await onScreen({ name: 'say', folder, vsix: [vsix], machine }, async (screen) => {
    const { page } = screen;

    // Undo, also when the message has gone to the bell.
    await screen.openFile('notes.txt');
    await page.locator('.editor-group-container.active .view-line', { hasText: 'DB_PASSWORD' }).first().click();
    await page.keyboard.press('Home');
    for (let step = 0; step < 'DB_PASSWORD='.length; step++) {
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Shift+End');
    await screen.command('SlotGuard: Never Protect Selected Value');
    await screen.see('This value is not hidden from now on.');
    await screen.keep('1-never');
    await screen.command('View: Close All Editors');
    const preview = `@slotguard /preview DB_PASSWORD=${PLANTED.password}`;
    await screen.chat(preview);
    await screen.chatShows('Nothing in it had to be hidden.');
    await screen.command('Notifications: Show Notifications');
    await page.locator('.notifications-center').getByRole('button', { name: 'Undo' }).click();
    await screen.chat(`${preview} again`);
    await screen.chatShows('secrets, rule');
    await screen.keep('2-undone');

    // A terminal for the chat.
    await screen.command('Terminal: Create New Terminal');
    await page.locator('.terminal-command-decoration').first().waitFor();
    await page.locator('.terminal-wrapper.active').click();
    await page.keyboard.type('sleep 1; cat notes.txt; pwd\n');
    await page.locator('.terminal-command-decoration.codicon-terminal-decoration-success').first().waitFor();
    await screen.command('SlotGuard: Attach Terminal Capture to Chat');
    await page.locator('.interactive-input-part .chat-attached-context-attachment', { hasText: 'terminal.txt' }).waitFor();
    await screen.keep('3-attached');
    fake.log.length = 0;
    await screen.chat('@slotguard when does it run?', { asksModel: false });
    await until('the capture at the model', () => fake.log.some(({ raw }) => raw.includes('The build runs at noon')));
    assert.ok(!fake.log.some(({ raw }) => Object.values(PLANTED).some((value) => raw.includes(value))), 'it left the machine');

    // A secret in a command: no, and yes.
    await screen.command('Chat: New Chat');
    await screen.chat('Connect to the database', { asksModel: false });
    await screen.see('The model wants to use a hidden secret in a command of run_in_terminal.');
    await screen.keep('4-question');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await screen.chatShows('Then you connect yourself.');
    await screen.keep('5-refused');
    assert.ok(!(await screen.chatText()).includes(PLANTED.password), 'a secret was shown');
    await screen.command('Chat: New Chat');
    await screen.chat('Connect to the database', { asksModel: false });
    await page.getByRole('button', { name: 'Put It in the Command' }).click();
    await page.getByRole('button', { name: /^(Allow|Continue|Run)/ }).first().waitFor();
    await screen.keep('6-allowed');
    assert.ok(!fake.log.some(({ raw }) => Object.values(PLANTED).some((value) => raw.includes(value))), 'it left the machine');
  });
  await fake.close();
}
