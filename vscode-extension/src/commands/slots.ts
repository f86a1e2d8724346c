// What can be done with a slot of the view.

import * as vscode from 'vscode';
import type { App } from '../app.js';
import type { Slot } from '../guard.js';
import { kindName } from '../kinds.js';
import { sayAndIgnore } from './say.js';

function isSlot(node: unknown): node is Slot {
  return typeof node === 'object' && node !== null && 'standIn' in node;
}

/** The slot of the view, or one the user picks: every action works from the palette too. */
async function slotOf(app: App, node: unknown): Promise<Slot | undefined> {
  if (isSlot(node)) {
    return node;
  }
  const slots = (await app.sessions.current()).slots().filter(({ uses }) => uses > 0);
  if (slots.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Nothing has been hidden in this session yet.'));
    return undefined;
  }
  const items = slots.map((slot) => ({ label: slot.standIn, description: kindName(slot.kind), slot }));
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which one?') }))?.slot;
}

/** Shows the value behind a stand-in for half a minute, after a question. */
export async function revealSlot(app: App, node?: unknown): Promise<void> {
  await sayAndIgnore(app, async () => {
    const slot = await slotOf(app, node);
    const reveal = vscode.l10n.t('Reveal for 30 Seconds');
    const question = slot && vscode.l10n.t('Show the value behind {0} on the screen?', slot.standIn);
    if (slot && question && (await vscode.window.showWarningMessage(question, { modal: true }, reveal)) === reveal) {
      const value = (await app.sessions.current()).reveal(slot.standIn);
      app.slotsView.reveal(slot.standIn, value ?? vscode.l10n.t('(forgotten)'));
      await vscode.commands.executeCommand('slotguard.slots.focus');
    }
  });
}

export async function copyStandIn(app: App, node?: unknown): Promise<void> {
  const slot = await slotOf(app, node);
  if (slot) {
    await vscode.env.clipboard.writeText(slot.standIn);
  }
}

/** Wipes a value. Its stand-in no longer resolves; seen again, the value gets another one. */
export async function forgetSlot(app: App, node?: unknown): Promise<void> {
  await sayAndIgnore(app, async () => {
    const slot = await slotOf(app, node);
    if (slot) {
      (await app.sessions.current()).forget(slot.standIn);
      app.slotsView.hide(slot.standIn);
      app.changed();
    }
  });
}

/** Says why a value is hidden: rule, and what it was linked by. */
export async function explainSlot(app: App, node?: unknown): Promise<void> {
  await sayAndIgnore(app, async () => {
    const slot = await slotOf(app, node);
    const reasons = slot && (await app.sessions.current()).explain(slot.standIn);
    if (slot && reasons) {
      void vscode.window.showInformationMessage(`${slot.standIn}: ${reasons.chain.join('; ')}`);
    }
  });
}

export async function filterSlots(app: App): Promise<void> {
  const filter = await vscode.window.showInputBox({ title: vscode.l10n.t('Filter'), prompt: vscode.l10n.t('Part of a stand-in, kind or rule; empty shows all') });
  if (filter !== undefined) {
    app.slotsView.filter(filter.trim());
  }
}
