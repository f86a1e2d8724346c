import * as vscode from 'vscode';
import type { App } from '../app.js';

interface Entry extends vscode.QuickPickItem {
  readonly command: string;
  readonly args?: readonly unknown[];
}

/** What a click on the status bar offers. */
export async function showMenu(app: App): Promise<void> {
  const entries: Entry[] = [
    { label: `$(verified) ${vscode.l10n.t('Check Protection')}`, description: vscode.l10n.t('send a canary through every model'), command: 'slotguard.checkProtection' },
    { label: `$(add) ${vscode.l10n.t('Add Model')}`, description: vscode.l10n.t('OpenAI, Anthropic, Ollama, or any compatible server'), command: 'slotguard.addUpstream' },
    { label: `$(list-tree) ${vscode.l10n.t('Hidden Values')}`, description: vscode.l10n.t('what was hidden, and why'), command: 'slotguard.slots.focus' },
    { label: `$(new-session) ${vscode.l10n.t('New Session')}`, description: vscode.l10n.t('forget every value and start numbering again'), command: 'slotguard.newSession' },
    app.stats.isPaused
      ? { label: `$(debug-continue) ${vscode.l10n.t('Resume')}`, command: 'slotguard.resume' }
      : { label: `$(debug-pause) ${vscode.l10n.t('Pause')}`, description: vscode.l10n.t('SlotGuard models send nothing'), command: 'slotguard.pause' },
    { label: `$(book) ${vscode.l10n.t('Get Started')}`, command: 'workbench.action.openWalkthrough', args: ['slotguard.slotguard#start'] },
    { label: `$(gear) ${vscode.l10n.t('Settings')}`, command: 'workbench.action.openSettings', args: ['@ext:slotguard.slotguard'] },
    { label: `$(output) ${vscode.l10n.t('Show Log')}`, command: 'slotguard.showLog' },
  ];
  const placeHolder = app.stats.problem ?? vscode.l10n.t('{0} values hidden in this session', app.stats.hidden);
  const picked = await vscode.window.showQuickPick(entries, { title: 'SlotGuard', placeHolder });
  if (picked) {
    await vscode.commands.executeCommand(picked.command, ...(picked.args ?? []));
  }
}
