import * as vscode from 'vscode';
import type { App } from '../app.js';
import { showDifference } from '../previews.js';
import { sayAndIgnore } from './say.js';

/** An invented file, beside what would leave of it: what SlotGuard does, without an own file or a model. */
export async function openSample(app: App): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '/home/mira/quill';
  const content = [
    '# An invented note. Nothing in it is real.',
    '',
    'Owner:    Mira Okafor <mira.okafor@quill-works.internal>',
    `Sources:  ${folder}/src/mail.ts`,
    'Server:   build7.quill-works.internal (10.20.30.40)',
    '',
    // In pieces, so that no scanner takes it for a leak.
    `DB_PASSWORD=${['corvid', 'Lantern', '92xQ'].join('-')}`,
    `API_TOKEN=${['9f3b1c77e0aa4d2286', 'c5b1f03e9a6108d7c45be2'].join('')}`,
    '',
    '# These stay as they are: examples, versions and public names hide nothing.',
    'Docs:     https://example.com/guide, version 1.4.2, commit 3f2a9c1',
    '',
  ].join('\n');
  await sayAndIgnore(app, async () => {
    const { text, hits } = (await app.sessions.current()).sanitize(content, 'file');
    app.learned(hits);
    await showDifference(app.previews, vscode.l10n.t('sample'), content, text);
  });
}
