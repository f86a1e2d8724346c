import assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { outside } from '../outside.js';
import { PLANTED } from './planted.js';
import { folder, until } from './window.js';

async function invoke(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

export function tools(): void {
  describe('tools', () => {
    before(() => Promise.resolve(vscode.commands.executeCommand('slotguard.newSession')));

    it('are offered to every agent', async () => {
      const names = ['slotguard_read_file', 'slotguard_terminal_output', 'slotguard_run'];
      await until('the tools', () => names.every((name) => vscode.lm.tools.some((tool) => tool.name === name)));
    });

    it('read a file by a slot path, with private values hidden', async () => {
      for (const path of [`${folder()}/notes.txt`, 'notes.txt', '[REPO_ROOT_1]/notes.txt']) {
        const text = await invoke('slotguard_read_file', { path });
        assert.ok(text.includes('The build runs at noon.'), text);
        for (const value of Object.values(PLANTED)) {
          assert.ok(!text.includes(value), path);
        }
      }
      assert.equal((await invoke('slotguard_read_file', { path: 'notes.txt', startLine: 4, endLine: 4 })).trim(), 'The build runs at noon.');
    });

    it('refuse what lies outside, without naming it', async () => {
      for (const path of ['[REPO_ROOT_1]/../../../etc/shadow', '/etc/shadow', '[REPO_ROOT_9]/x']) {
        await assert.rejects(invoke('slotguard_read_file', { path }), /SlotGuard refused/);
      }
      await assert.rejects(invoke('slotguard_read_file', { path: 'gone.txt' }), (error: Error) => !error.message.includes(folder()));
    });

    it('follow no link out of the workspace', async () => {
      const elsewhere = outside(dirname(folder()));
      writeFileSync(join(elsewhere, 'letter.txt'), 'the kiosk closes');
      symlinkSync(elsewhere, join(folder(), 'out'));
      symlinkSync('notes.txt', join(folder(), 'alias.txt'));
      for (const path of ['out/letter.txt', '[REPO_ROOT_1]/out/letter.txt', `${folder()}/out/letter.txt`]) {
        await assert.rejects(invoke('slotguard_read_file', { path }), (error: Error) => /SlotGuard refused this \(out-of-scope\): a symbolic link/.test(error.message) && !error.message.includes('outside'));
      }
      assert.ok((await invoke('slotguard_read_file', { path: 'alias.txt' })).includes('The build runs at noon.'));
      rmSync(join(folder(), 'out'));
      rmSync(elsewhere, { recursive: true });
    });

    it('give what terminals printed', async () => {
      assert.ok((await invoke('slotguard_terminal_output', {})).length > 0);
    });
  });
}

function commandEnd(of: vscode.Terminal): Promise<void> {
  return new Promise((done) => {
    const subscription = vscode.window.onDidEndTerminalShellExecution(({ terminal: one }) => {
      if (one === of) {
        subscription.dispose();
        done();
      }
    });
  });
}

export function terminal(): void {
  describe('terminal', () => {
    it('is captured when a command is typed', async () => {
      const made = vscode.window.createTerminal({ name: 'typed', shellPath: '/bin/bash', cwd: folder() });
      made.show();
      await until('shell integration', () => made.shellIntegration, 40_000);
      for (const word of ['first', 'second']) {
        const ended = commandEnd(made);
        // VS Code loses what arrives together with the start of its command.
        made.sendText(`sleep 1; cat notes.txt; echo ${word}`);
        await ended;
        await vscode.commands.executeCommand('slotguard.copyLastOutput');
        const copied = await vscode.env.clipboard.readText();
        assert.ok(copied.includes('The build runs at noon.') && copied.includes(word), `${word}: ${copied}`);
      }
      made.dispose();
    }).timeout(90_000);

    it('is followed while a command runs, sanitized as it streams', async () => {
      const made = vscode.window.createTerminal({ name: 'follow', shellPath: '/bin/bash', cwd: folder() });
      made.show();
      const shell = await until('shell integration', () => made.shellIntegration, 40_000);
      const ended = commandEnd(made);
      shell.executeCommand('sleep 1; echo ready; sleep 4; cat notes.txt; sleep 4; echo done');
      const shown = () => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'slotguard' && uri.path.endsWith('terminal.txt'))?.getText() ?? '';
      await new Promise((done) => setTimeout(done, 2500));
      await vscode.commands.executeCommand('slotguard.openCapture');
      await until('the first line', () => shown().includes('\nready') && shown().includes('[still running]'));
      await until('the file', () => shown().includes('The build runs at noon.'), 20_000);
      assert.ok(shown().includes('[still running]'), shown());
      await ended;
      await until('the end', () => shown().includes('\ndone') && !shown().includes('[still running]'));
      for (const value of [...Object.values(PLANTED), folder()]) {
        assert.ok(!shown().includes(value));
      }
      made.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }).timeout(90_000);

    it('is captured, cleaned and sanitized', async () => {
      const made = vscode.window.createTerminal({ name: 'capture', shellPath: '/bin/bash', cwd: folder() });
      made.show();
      const shell = await until('shell integration', () => made.shellIntegration, 40_000);
      const ended = commandEnd(made);
      shell.executeCommand(`sleep 1; printf '\\033[31mworking\\033[0m 10%%\\rworking 100%%\\n'; cat notes.txt; pwd`);
      await ended;
      const copied = await until('the output', async () => {
        await vscode.commands.executeCommand('slotguard.copyLastOutput');
        const text = await vscode.env.clipboard.readText();
        return text.includes('noon') ? text : undefined;
      });
      assert.ok(copied.includes('working 100%') && !copied.includes('working 10%'), copied);
      assert.ok(copied.includes('[REPO_ROOT_1]'), copied);
      for (const value of [...Object.values(PLANTED), folder()]) {
        assert.ok(!copied.includes(value));
      }
      await vscode.commands.executeCommand('slotguard.openCapture');
      const opened = await until('the capture', () => vscode.workspace.textDocuments.findLast(({ uri }) => uri.scheme === 'slotguard' && uri.path.endsWith('terminal.txt')));
      assert.ok(opened.getText().includes('$ sleep 1; printf') && !opened.getText().includes(PLANTED.password));
      made.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }).timeout(90_000);
  });
}
