// Marks in the editor what would be hidden. Off until it is turned on, and then only for what is visible; nothing is
// read on opening a file otherwise.

import * as vscode from 'vscode';
import type { App } from './app.js';
import { type Place, placesIn } from './hits.js';
import { kindName } from './kinds.js';

/** Milliseconds of quiet after an edit. */
const PAUSE = 250;

export class Highlights implements vscode.Disposable, vscode.CodeActionProvider {
  #isOn = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #places = new WeakMap<vscode.TextDocument, readonly Place[]>();
  readonly #slot = decoration('slotguard.slot');
  readonly #secret = decoration('slotguard.secret');
  readonly #subscriptions = [
    vscode.window.onDidChangeVisibleTextEditors(() => this.#soon()),
    vscode.workspace.onDidChangeTextDocument(() => this.#soon()),
    vscode.languages.registerCodeActionsProvider({ pattern: '**' }, this, { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }),
  ];

  constructor(private readonly app: App) {}

  get isOn(): boolean {
    return this.#isOn;
  }

  async toggle(): Promise<void> {
    this.#isOn = !this.#isOn;
    await vscode.commands.executeCommand('setContext', 'slotguard.highlights', this.#isOn);
    await this.#paintAll();
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const place = this.#isOn ? this.#places.get(document)?.find((one) => one.range.intersection(range)) : undefined;
    return place ? fixes(document.getText(place.range), place) : [];
  }

  #soon(): void {
    if (this.#isOn) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#paintAll(), PAUSE);
    }
  }

  async #paintAll(): Promise<void> {
    try {
      await Promise.all(vscode.window.visibleTextEditors.map((editor) => this.#paint(editor)));
    } catch (error) {
      this.app.failed(error);
    }
  }

  async #paint(editor: vscode.TextEditor): Promise<void> {
    const places = this.#isOn && editor.document.uri.scheme !== 'output' ? await placesIn(this.app, editor.document) : [];
    this.#places.set(editor.document, places);
    const isSecret = ({ hit }: Place) => hit.kind === 'secret';
    editor.setDecorations(this.#secret, places.filter(isSecret).map(marked));
    editor.setDecorations(this.#slot, places.filter((place) => !isSecret(place)).map(marked));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    vscode.Disposable.from(this.#slot, this.#secret, ...this.#subscriptions).dispose();
  }
}

function decoration(color: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor(`${color}Background`),
    border: '1px solid',
    borderColor: new vscode.ThemeColor(`${color}Border`),
    overviewRulerColor: new vscode.ThemeColor(`${color}Border`),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
}

function marked({ range, hit }: Place): vscode.DecorationOptions {
  const text = new vscode.MarkdownString();
  text.appendMarkdown(`**SlotGuard**: ${vscode.l10n.t('leaves as')} \`${hit.standIn}\`\n\n`);
  text.appendMarkdown(`${vscode.l10n.t('kind')}: ${kindName(hit.kind)} · ${vscode.l10n.t('rule')}: ${hit.rule}`);
  return { range, hoverMessage: text };
}

function fixes(value: string, { hit }: Place): vscode.CodeAction[] {
  return [
    action(vscode.l10n.t('SlotGuard: never protect this value'), 'slotguard.neverProtect', value),
    action(vscode.l10n.t('SlotGuard: always protect this value'), 'slotguard.alwaysProtect', value, hit.kind),
    action(vscode.l10n.t('SlotGuard: treat as …'), 'slotguard.alwaysProtect', value),
  ];
}

function action(title: string, command: string, ...args: unknown[]): vscode.CodeAction {
  const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  made.command = { title, command, arguments: args };
  return made;
}
