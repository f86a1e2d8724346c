// Kinds of values in the user's words.

import * as vscode from 'vscode';
import type { Kind } from './guard.js';

export function kindName(kind: Kind): string {
  const names: Record<Kind, string> = {
    'repo-root': vscode.l10n.t('workspace roots'),
    home: vscode.l10n.t('home folders'),
    user: vscode.l10n.t('user names'),
    email: vscode.l10n.t('e-mail addresses'),
    host: vscode.l10n.t('hosts'),
    ip: vscode.l10n.t('IP addresses'),
    branch: vscode.l10n.t('branches'),
    org: vscode.l10n.t('organisations'),
    person: vscode.l10n.t('persons'),
    project: vscode.l10n.t('projects'),
    'sensitive-doc': vscode.l10n.t('document names'),
    dir: vscode.l10n.t('folder names'),
    device: vscode.l10n.t('devices'),
    secret: vscode.l10n.t('secrets'),
  };
  return names[kind];
}
