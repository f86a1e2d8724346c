import * as vscode from 'vscode';
import type { App } from '../app.js';

interface Entry extends vscode.QuickPickItem {
  readonly command: string;
  readonly args?: readonly unknown[];
}

/** What a click on the status bar offers. */
export async function showMenu(app: App): Promise<void> {
  const { t } = vscode.l10n;
  const entries: Entry[] = [
    { label: `$(verified) ${t('Check Protection')}`, description: t('send a canary through every model'), command: 'slotguard.checkProtection' },
    { label: `$(add) ${t('Add Model')}`, description: t('OpenAI, Anthropic, Ollama, or any compatible server'), command: 'slotguard.addUpstream' },
    { label: `$(list-tree) ${t('Hidden Values')}`, description: t('what was hidden, and why'), command: 'slotguard.slots.focus' },
    { label: `$(new-session) ${t('New Session')}`, description: t('forget every value and start numbering again'), command: 'slotguard.newSession' },
    app.stats.isPaused
      ? { label: `$(debug-continue) ${t('Resume')}`, command: 'slotguard.resume' }
      : { label: `$(debug-pause) ${t('Pause')}`, description: t('SlotGuard models send nothing'), command: 'slotguard.pause' },
    { label: `$(book) ${t('Get Started')}`, command: 'workbench.action.openWalkthrough', args: ['slotguard.slotguard#start'] },
    { label: `$(gear) ${t('Settings')}`, command: 'workbench.action.openSettings', args: ['@ext:slotguard.slotguard'] },
    { label: `$(output) ${t('Show Log')}`, command: 'slotguard.showLog' },
  ];
  const placeHolder = app.stats.problem ?? t('{0} values hidden in this session', app.stats.hidden);
  const picked = await vscode.window.showQuickPick(entries, { title: 'SlotGuard', placeHolder });
  if (picked) {
    await vscode.commands.executeCommand(picked.command, ...(picked.args ?? []));
  }
}
