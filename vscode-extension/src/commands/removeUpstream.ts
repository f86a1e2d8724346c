import * as vscode from 'vscode';
import type { App } from '../app.js';
import { pickUpstream } from './pickUpstream.js';

/** Removes a server and its key. */
export async function removeUpstream(app: App): Promise<void> {
  const server = await pickUpstream(app, vscode.l10n.t('Remove Model'));
  if (!server) {
    return;
  }
  const configuration = vscode.workspace.getConfiguration('slotguard');
  const before = configuration.inspect<unknown[]>('upstreams')?.globalValue;
  const isOther = (item: unknown) => (item as { name?: unknown } | null)?.name !== server.name;
  await app.keys.remove(server);
  await configuration.update('upstreams', (Array.isArray(before) ? before : []).filter(isOther), vscode.ConfigurationTarget.Global);
  app.changed();
}
