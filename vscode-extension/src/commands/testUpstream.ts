import * as vscode from 'vscode';
import type { App } from '../app.js';
import { UpstreamError } from '../upstream/index.js';
import { listModels } from '../upstream/list.js';
import { pickUpstream } from './pickUpstream.js';

/** Asks a server for its list of models: address, key and network are right if it answers. Sends no text. */
export async function testUpstream(app: App): Promise<void> {
  const server = await pickUpstream(app, vscode.l10n.t('Test Upstream'));
  if (!server) {
    return;
  }
  try {
    const listed = await listModels(server, await app.keys.get(server));
    const missing = server.models.filter(({ id }) => listed.length > 0 && !listed.includes(id)).map(({ id }) => id);
    if (missing.length > 0) {
      void vscode.window.showWarningMessage(vscode.l10n.t('{0} answers, but does not list {1}.', server.name, missing.join(', ')));
    } else {
      void vscode.window.showInformationMessage(vscode.l10n.t('{0} answers and lists {1} models.', server.name, listed.length));
    }
  } catch (error) {
    const message = error instanceof UpstreamError ? error.message : vscode.l10n.t('{0} gave no usable answer.', server.name);
    void vscode.window.showErrorMessage(message);
  }
}
