import * as vscode from 'vscode';
import type { App } from '../app.js';

/** Forgets every value. Stand-ins in chats that are open no longer resolve, which is said. */
export function newSession(app: App): void {
  app.newSession();
  void vscode.window.showInformationMessage(
    vscode.l10n.t('New SlotGuard session. Stand-ins in earlier chats no longer resolve: start a new chat too.'),
  );
}
