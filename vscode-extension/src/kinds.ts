// Kinds of values in the user's words.

import * as vscode from 'vscode';
import type { Kind } from './guard.js';

export function kindName(kind: Kind): string {
  const { t } = vscode.l10n;
  const names: Record<Kind, string> = {
    'repo-root': t('workspace roots'),
    home: t('home folders'),
    user: t('user names'),
    email: t('e-mail addresses'),
    host: t('hosts'),
    ip: t('IP addresses'),
    branch: t('branches'),
    org: t('organisations'),
    person: t('persons'),
    project: t('projects'),
    'sensitive-doc': t('document names'),
    dir: t('folder names'),
    device: t('devices'),
    secret: t('secrets'),
  };
  return names[kind];
}
