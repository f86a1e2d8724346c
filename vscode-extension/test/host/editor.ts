import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { folder, until, update } from './window.js';

const PASSWORD = ['siskin', 'Granite', '48vT'].join('-');
const CONTENT = `# settings\nDB_PASSWORD=${PASSWORD}\nroot = ROOT/src\n`;

const run = (id: string, ...args: unknown[]) => Promise.resolve(vscode.commands.executeCommand(`slotguard.${id}`, ...args));

async function open(content = CONTENT.replace('ROOT', folder())): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({ language: 'properties', content });
  const shown = await vscode.window.showTextDocument(document, { preview: false });
  // On a busy machine the editor of before can still be closing.
  await until('the editor', () => vscode.window.activeTextEditor?.document === document);
  return shown;
}

function previews(): string[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'slotguard' && !uri.path.endsWith('.md')).map((document) => document.getText());
}

export function editor(): void {
  describe('editor', () => {
    before(() => run('newSession'));
    afterEach(() => Promise.resolve(vscode.commands.executeCommand('workbench.action.closeAllEditors')));

    it('shows a file beside what would leave of it', async () => {
      await open();
      await run('previewActive');
      const [clean] = await until('the preview', () => (previews().length > 0 ? previews() : undefined));
      assert.ok(clean?.includes('[REPO_ROOT_1]/src') && !clean.includes(PASSWORD), clean);
      assert.equal(clean?.split('\n').length, CONTENT.split('\n').length);
    });

    it('shows a selection and the clipboard without a trace on disk', async () => {
      const { document } = await open();
      const shown = await vscode.window.showTextDocument(document);
      shown.selection = new vscode.Selection(1, 0, 2, 0);
      await run('previewActive');
      await until('both sides', () => previews().length === 2);
      assert.equal(previews().filter((text) => text.includes(PASSWORD)).length, 1);
      await vscode.env.clipboard.writeText(`at ${folder()}/x`);
      await run('previewClipboard');
      await until('the clipboard', () => previews().some((text) => text === 'at [REPO_ROOT_1]/x'));
    });

    it('copies sanitized, and pastes rebound with secrets hidden', async () => {
      await open();
      await run('copySanitized');
      const copied = await vscode.env.clipboard.readText();
      assert.ok(!copied.includes(PASSWORD) && copied.includes('[REPO_ROOT_1]'));
      const target = await open('');
      await run('pasteRebound');
      const pasted = target.document.getText();
      assert.ok(pasted.includes(`${folder()}/src`) && !pasted.includes(PASSWORD));
    });

    it('offers fixes where a value is marked, and obeys them', async () => {
      const { document } = await open();
      const fixes = async () => {
        const at = new vscode.Range(1, 14, 1, 14);
        const found = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', document.uri, at);
        return found.map(({ title }) => title).filter((title) => title.startsWith('SlotGuard'));
      };
      assert.deepEqual(await fixes(), [], 'marks are off at first');
      await run('toggleHighlights');
      assert.equal((await fixes()).length, 3);
      await run('toggleHighlights');
      await run('neverProtect', PASSWORD);
      await run('copySanitized');
      assert.ok((await vscode.env.clipboard.readText()).includes(PASSWORD));
      assert.deepEqual(vscode.workspace.getConfiguration('slotguard').get('allow.values'), [PASSWORD]);
      await update('allow.values', undefined);
    });

    it('protects what the user says', async () => {
      await open('meet Redpoll tomorrow');
      await run('alwaysProtect', 'Redpoll', 'project');
      // The clipboard belongs to the whole machine and may be late.
      await until('the sanitized copy', async () => {
        await run('copySanitized');
        return (await vscode.env.clipboard.readText()) === 'meet [PROJECT_1] tomorrow';
      });
      await update('protect.values', undefined);
      await run('newSession');
    });

    it('marks 10,000 lines quickly', async () => {
      const lines = Array.from({ length: 10_000 }, (_, index) => (index % 50 === 0 ? `HOST=${folder()}/x${index}` : `const value${index} = compute(${index});`));
      await open(lines.join('\n'));
      await run('copySanitized');
      const started = performance.now();
      await run('toggleHighlights');
      const ms = performance.now() - started;
      await run('toggleHighlights');
      // On the clock of a machine that may be busy; what it costs by itself is in the part `costs`.
      assert.ok(ms < 3000, `${ms} ms`);
    });

    it('shows a sample', async () => {
      await run('openSample');
      await until('the preview of the sample', () => previews().some((text) => text.includes('An invented note') && !text.includes('corvid')));
    });
  });
}
