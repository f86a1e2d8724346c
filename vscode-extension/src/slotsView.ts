// The tree of what is hidden in this session. It shows stand-ins; a value only after a question, for half a minute.

import * as vscode from 'vscode';
import type { App } from './app.js';
import type { Kind, Slot } from './guard.js';
import { kindName } from './kinds.js';

type Group = { readonly kind: Kind; readonly slots: readonly Slot[] };
export type Node = Group | Slot;

/** Milliseconds for which a revealed value stays on the screen. */
const REVEALED = 30_000;

const ICONS: Partial<Record<Kind, string>> = {
  'repo-root': 'root-folder',
  home: 'home',
  user: 'person',
  person: 'person',
  email: 'mail',
  host: 'server',
  ip: 'globe',
  branch: 'git-branch',
  org: 'organization',
  project: 'project',
  'sensitive-doc': 'file',
  dir: 'folder',
  device: 'device-mobile',
  secret: 'key',
};

export class SlotsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #revealed = new Map<string, { readonly value: string; readonly timer: ReturnType<typeof setTimeout> }>();
  #filter = '';
  readonly #view = vscode.window.createTreeView('slotguard.slots', { treeDataProvider: this, showCollapseAll: true });
  readonly #subscription: vscode.Disposable;

  constructor(private readonly app: App) {
    this.#subscription = app.onDidChange(() => this.refresh());
  }

  refresh(): void {
    this.#changed.fire();
  }

  /** Shows only slots whose stand-in, kind or rule holds `filter`. */
  filter(filter: string): void {
    this.#filter = filter.toLowerCase();
    this.#view.message = filter === '' ? '' : vscode.l10n.t('Filter: {0}', filter);
    this.refresh();
  }

  /** Shows the value behind `standIn` for a while. */
  reveal(standIn: string, value: string): void {
    this.hide(standIn);
    this.#revealed.set(standIn, { value, timer: setTimeout(() => this.hide(standIn), REVEALED) });
    this.refresh();
  }

  /** Hides what is behind `standIn`, or all that is shown: it may be forgotten, or another value's by now. */
  hide(...standIns: string[]): void {
    for (const standIn of standIns.length > 0 ? standIns : this.#revealed.keys()) {
      clearTimeout(this.#revealed.get(standIn)?.timer);
      this.#revealed.delete(standIn);
    }
    this.refresh();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) {
      return 'slots' in node ? [...node.slots] : [];
    }
    // Looking at an empty view opens no session.
    const slots = (await this.app.sessions.isThere()) ? (await this.app.sessions.current()).slots() : [];
    return grouped(slots.filter((slot) => slot.uses > 0 && this.#matches(slot)));
  }

  #matches({ standIn, kind, rule }: Slot): boolean {
    return [standIn, kind, kindName(kind), rule].some((text) => text.toLowerCase().includes(this.#filter));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return 'slots' in node ? groupItem(node) : this.#slotItem(node);
  }

  #slotItem(slot: Slot): vscode.TreeItem {
    const item = new vscode.TreeItem(slot.standIn);
    const value = this.#revealed.get(slot.standIn)?.value;
    item.id = slot.standIn;
    item.contextValue = 'slot';
    item.iconPath = new vscode.ThemeIcon(value === undefined ? (ICONS[slot.kind] ?? 'symbol-key') : 'eye');
    item.description = value ?? vscode.l10n.t('{0}× · {1}', slot.uses, slot.rule);
    item.tooltip = value ?? tooltip(slot);
    const label = vscode.l10n.t('{0}, {1}, used {2} times', slot.standIn, kindName(slot.kind), slot.uses);
    item.accessibilityInformation = { label: value === undefined ? label : vscode.l10n.t('{0}, value: {1}', label, value) };
    return item;
  }

  dispose(): void {
    this.hide();
    vscode.Disposable.from(this.#view, this.#subscription, this.#changed).dispose();
  }
}

function grouped(slots: readonly Slot[]): Group[] {
  const groups = Map.groupBy(slots, ({ kind }) => kind);
  return [...groups].map(([kind, members]) => ({ kind, slots: members })).toSorted((a, b) => a.kind.localeCompare(b.kind));
}

function groupItem({ kind, slots }: Group): vscode.TreeItem {
  const item = new vscode.TreeItem(kindName(kind), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `kind:${kind}`;
  item.contextValue = 'kind';
  item.description = String(slots.length);
  item.accessibilityInformation = { label: vscode.l10n.t('{0}, {1} hidden values', kindName(kind), slots.length) };
  return item;
}

function tooltip({ standIn, kind, rule, uses, firstSeen, links }: Slot): vscode.MarkdownString {
  const rows = [
    [vscode.l10n.t('kind'), kindName(kind)],
    [vscode.l10n.t('rule'), rule],
    [vscode.l10n.t('uses'), String(uses)],
    [vscode.l10n.t('first seen in text'), String(firstSeen)],
    ...(links.length > 0 ? [[vscode.l10n.t('linked to'), links.join(', ')]] : []),
  ];
  return new vscode.MarkdownString([`\`${standIn}\``, '', '| | |', '|:--|:--|', ...rows.map(([key, value]) => `| ${key} | ${value} |`)].join('\n'));
}
