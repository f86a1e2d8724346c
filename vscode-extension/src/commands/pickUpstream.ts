import * as vscode from 'vscode';
import type { App } from '../app.js';
import type { UpstreamSettings } from '../settings.js';

/** Lets the user choose one of the configured servers; says how to add one if there is none. */
export async function pickUpstream(app: App, title: string): Promise<UpstreamSettings | undefined> {
  const { upstreams } = app.settings();
  if (upstreams.length === 0) {
    const add = vscode.l10n.t('Add Model');
    const answer = await vscode.window.showInformationMessage(vscode.l10n.t('No server is configured yet.'), add);
    if (answer === add) {
      await vscode.commands.executeCommand('slotguard.addUpstream');
    }
    return undefined;
  }
  const items = upstreams.map((upstream) => ({ label: upstream.name, description: upstream.url, upstream }));
  return (await vscode.window.showQuickPick(items, { title }))?.upstream;
}
