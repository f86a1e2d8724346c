// The status bar item: whether this window is protected, and how much was hidden.

import * as vscode from 'vscode';
import type { App } from './app.js';
import { kindName } from './kinds.js';
import type { Health } from './stats.js';

export function statusBar(app: App): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('slotguard.status', vscode.StatusBarAlignment.Right, 100);
  item.name = 'SlotGuard';
  item.command = 'slotguard.showMenu';
  item.text = `${ICONS.protected} SlotGuard`;
  item.show();
  const update = () => paint(item, app);
  // Reading the settings takes longer than all the rest of the activation.
  const timer = setTimeout(update, 0);
  return vscode.Disposable.from(item, app.onDidChange(update), { dispose: () => clearTimeout(timer) });
}

const ICONS: Record<Health, string> = {
  protected: '$(shield)',
  paused: '$(debug-pause)',
  error: '$(warning)',
};

function paint(item: vscode.StatusBarItem, app: App): void {
  const { stats } = app;
  const { health, hidden } = stats;
  item.text = `${ICONS[health]} SlotGuard${hidden > 0 ? ` ${hidden}` : ''}`;
  item.backgroundColor = health === 'protected' ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
  item.tooltip = tooltip(app);
  item.accessibilityInformation = { label: `SlotGuard: ${headline(app)}`, role: 'button' };
}

function headline({ stats, models }: App): string {
  switch (stats.health) {
    case 'paused':
      return vscode.l10n.t('Paused. SlotGuard models send nothing.');
    case 'error':
      return stats.problem ?? '';
    case 'protected':
      return models.all.length === 0
        ? vscode.l10n.t('No model yet. Add one to send your chats through SlotGuard.')
        : vscode.l10n.t('Chats with SlotGuard models are protected.');
  }
}

function tooltip(app: App): vscode.MarkdownString {
  const { stats } = app;
  const text = new vscode.MarkdownString(undefined, true);
  text.isTrusted = { enabledCommands: ['slotguard.showMenu', 'slotguard.checkProtection', 'slotguard.addUpstream', 'slotguard.newSession', 'slotguard.showLog'] };
  text.appendMarkdown(`${ICONS[stats.health]} **SlotGuard**\n\n`);
  text.appendText(headline(app));
  if (stats.hidden > 0) {
    const kinds = stats.byKind.map(([kind, count]) => `| ${kindName(kind)} | ${count} |`).join('\n');
    text.appendMarkdown(`\n\n| ${vscode.l10n.t('hidden in this session')} | |\n|:--|--:|\n${kinds}\n\n`);
    text.appendMarkdown(vscode.l10n.t('{0} requests, {1} places rewritten, {2} tool calls refused.', stats.requests, stats.replaced, stats.refused));
  }
  const check = `[${vscode.l10n.t('Check Protection')}](command:slotguard.checkProtection)`;
  const add = `[${vscode.l10n.t('Add Model')}](command:slotguard.addUpstream)`;
  const more = `[${vscode.l10n.t('More…')}](command:slotguard.showMenu)`;
  text.appendMarkdown(`\n\n${check} · ${add} · ${more}`);
  return text;
}
