import * as vscode from 'vscode';
import { type App, isExpected } from '../app.js';
import { type CanaryResult, newCanary, sendCanary } from '../canary.js';
import type { Model } from '../models.js';
import { withSignal } from '../provider.js';

/** Sends a canary through every model and shows what arrived. Returns whether all of them are protected. */
export async function checkProtection(app: App): Promise<boolean> {
  const models = app.models.all;
  if (models.length === 0) {
    const add = vscode.l10n.t('Add Model');
    const answer = await vscode.window.showInformationMessage(vscode.l10n.t('There is no model to check yet.'), add);
    if (answer === add) {
      await vscode.commands.executeCommand('slotguard.addUpstream');
    }
    return false;
  }
  const checked = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Checking protection…'), cancellable: true },
    (progress, token) => checkAll(app, models, progress, token),
  );
  await show(app, report(checked));
  return checked.every(({ result }) => typeof result !== 'string' && result.isProtected);
}

/** Rendered where the Markdown extension is there, else as text. */
async function show(app: App, content: string): Promise<void> {
  const uri = app.previews.add('protection.md', content);
  try {
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  } catch {
    await vscode.window.showTextDocument(uri);
  }
}

interface Checked {
  readonly model: Model;
  /** What came of it, or why nothing did. */
  readonly result: CanaryResult | string;
}

async function checkAll(app: App, models: readonly Model[], progress: vscode.Progress<{ message: string }>, token: vscode.CancellationToken): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const model of models) {
    progress.report({ message: model.info.name });
    const result = await withSignal(token, (signal) => check(app, model, signal));
    app.log.write({ event: 'checked', route: model.route, isProtected: typeof result !== 'string' && result.isProtected });
    checked.push({ model, result });
  }
  return checked;
}

async function check(app: App, model: Model, signal: AbortSignal): Promise<CanaryResult | string> {
  const random = () => Math.random().toString(16).slice(2, 10).padEnd(8, '0');
  const canary = newCanary(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath, random);
  try {
    return await sendCanary(await app.sessions.another(), await model.connect(), canary, signal);
  } catch (error) {
    return isExpected(error) ? error.message : vscode.l10n.t('SlotGuard failed, and nothing was sent.');
  }
}

function report(checked: readonly Checked[]): string {
  const rows = checked.map(({ model, result }) => `| ${model.info.name} | ${verdict(result)} |`);
  const details = checked.flatMap(({ model, result }) =>
    typeof result === 'string' ? [] : [`## ${model.info.name}`, vscode.l10n.t('What left this machine:'), fence(result.sent), vscode.l10n.t('What the model says it was sent:'), fence(result.answer)],
  );
  return [
    `# ${vscode.l10n.t('SlotGuard: what left this machine')}`,
    vscode.l10n.t('An invented e-mail address, token and path were sent through every model, as your chats are.'),
    [`| ${vscode.l10n.t('Model')} | ${vscode.l10n.t('Result')} |`, '|:--|:--|', ...rows].join('\n'),
    ...details,
    `## ${vscode.l10n.t('What this does not cover')}`,
    vscode.l10n.t('Chats with a model that is not called "SlotGuard: …" go out as they are. So may titles and summaries: set `chat.byokUtilityModelDefault` to `mainAgent`, and they use the model you chose.'),
  ].join('\n\n');
}

function verdict(result: CanaryResult | string): string {
  if (typeof result === 'string') {
    return `⚠ ${vscode.l10n.t('not checked')}: ${result.replaceAll('|', '\\|')}`;
  }
  if (!result.isProtected) {
    return `✗ ${vscode.l10n.t('NOT protected')}`;
  }
  return result.isProven
    ? `✓ ${vscode.l10n.t('protected: stand-ins arrived')}`
    : `✓ ${vscode.l10n.t('protected: nothing private was sent (the model did not repeat what it got)')}`;
}

function fence(text: string): string {
  return `~~~\n${text.replaceAll('~~~', '~ ~ ~')}\n~~~`;
}
