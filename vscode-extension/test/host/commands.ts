import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { configured, ID, until, update } from './window.js';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

export function commands(): void {
  describe('commands', () => {
    it('are all there', async () => {
      const manifest = vscode.extensions.getExtension(ID)?.packageJSON as Manifest;
      const known = new Set(await vscode.commands.getCommands(true));
      for (const { command } of manifest.contributes.commands) {
        assert.ok(known.has(command), command);
      }
    });

    it('check protection with a canary and show what arrived', async () => {
      await update('models.fromOtherVendors', false);
      const { fake } = await configured('messages', ({ last }) => ({ events: [{ type: 'text', text: last.split('\n\n')[1] ?? '' }] }));
      assert.equal(await vscode.commands.executeCommand('slotguard.checkProtection'), true);
      const texts = () => vscode.workspace.textDocuments.map((document) => document.getText());
      const shown = await until('the report', () => texts().find((text) => text.includes('what left this machine')));
      assert.match(shown, /protected: stand-ins arrived/);
      assert.match(shown, /\[EMAIL_\d+\]/);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await update('models.fromOtherVendors', undefined);
      await fake.close();
    });

    it('do not let a workspace name a server or take protection away', () => {
      const configuration = vscode.workspace.getConfiguration('slotguard');
      const weakening = ['upstreams', 'allow.values', 'allow.kinds', 'images', 'scopes', 'commands.secrets'];
      return Promise.all(
        weakening.map((key) => assert.rejects(Promise.resolve(configuration.update(key, [], vscode.ConfigurationTarget.Workspace)), key)),
      );
    });
  });
}
