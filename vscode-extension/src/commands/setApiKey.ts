import * as vscode from 'vscode';
import type { App } from '../app.js';
import { pickUpstream } from './pickUpstream.js';

/** Asks for the key of a configured server. An empty one removes it. */
export async function setApiKey(app: App): Promise<void> {
  const server = await pickUpstream(app, vscode.l10n.t('Set API Key'));
  if (server) {
    await askForKey(app, server);
  }
}

/** Returns what was typed; nothing if the user left. */
export async function askForKey(app: App, server: { name: string; url: string }): Promise<string | undefined> {
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('API key for {0}', server.name),
    prompt: vscode.l10n.t('Kept in the secret storage of VS Code and sent to {0} only. Leave it empty for none.', new URL(server.url).host),
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) {
    return undefined;
  }
  await (key.trim() === '' ? app.keys.remove(server) : app.keys.set(server, key.trim()));
  app.changed();
  return key;
}
