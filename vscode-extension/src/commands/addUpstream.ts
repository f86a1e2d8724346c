import * as vscode from 'vscode';
import type { App } from '../app.js';
import { urlProblem, type UpstreamSettings } from '../settings.js';
import { listModels } from '../upstream/list.js';
import { type Wire, UpstreamError } from '../upstream/index.js';
import { askForKey } from './setApiKey.js';

interface Preset extends vscode.QuickPickItem {
  readonly wire: Wire;
  readonly url: string;
  readonly needsKey: boolean;
}

const presets = (): readonly Preset[] => [
  { label: 'OpenAI', detail: 'Responses', wire: 'responses', url: 'https://api.openai.com/v1', needsKey: true },
  { label: 'Anthropic', detail: 'Messages', wire: 'messages', url: 'https://api.anthropic.com/v1', needsKey: true },
  { label: 'Ollama', detail: vscode.l10n.t('on this machine'), wire: 'chat-completions', url: 'http://127.0.0.1:11434/v1', needsKey: false },
  { label: 'llama.cpp', detail: vscode.l10n.t('on this machine'), wire: 'chat-completions', url: 'http://127.0.0.1:8080/v1', needsKey: false },
  { label: vscode.l10n.t('OpenAI compatible'), detail: vscode.l10n.t('any server that speaks Chat Completions'), wire: 'chat-completions', url: '', needsKey: true },
];

/** Asks for a server, its key and its models; writes the settings. Every step can be left with Escape. */
export async function addUpstream(app: App): Promise<void> {
  const title = vscode.l10n.t('Add Model');
  const preset = await vscode.window.showQuickPick(presets(), { title, placeHolder: vscode.l10n.t('Where does the model run?') });
  const url = preset && (await askForUrl(title, preset));
  const name = url && (await askForName(app, title, preset));
  if (!preset || !url || !name) {
    return;
  }
  const server: UpstreamSettings = { name, url, wire: preset.wire, models: [] };
  if (preset.needsKey && (await askForKey(app, server)) === undefined) {
    return;
  }
  const models = await askForModels(app, title, server);
  if (models && models.length > 0) {
    await save(app, { name, url, wire: preset.wire, models });
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} is ready. Choose "SlotGuard: {1}" in the model picker of the chat.', name, models[0] ?? ''),
    );
  }
}

async function askForUrl(title: string, preset: Preset): Promise<string | undefined> {
  const url = await vscode.window.showInputBox({
    title,
    value: preset.url,
    prompt: vscode.l10n.t('Base address of the server, up to and including /v1'),
    validateInput: (value) => urlProblem(value),
    ignoreFocusOut: true,
  });
  return url?.trim();
}

async function askForName(app: App, title: string, preset: Preset): Promise<string | undefined> {
  const taken = new Set(app.settings().upstreams.map(({ name }) => name));
  return vscode.window.showInputBox({
    title,
    value: taken.has(preset.label) ? `${preset.label} ${taken.size + 1}` : preset.label,
    prompt: vscode.l10n.t('A name for it'),
    validateInput: (value) =>
      value.trim() === '' ? vscode.l10n.t('A name is needed.') : taken.has(value) ? vscode.l10n.t('This name is taken.') : undefined,
    ignoreFocusOut: true,
  });
}

/** From the server's own list if it gives one, else typed. */
async function askForModels(app: App, title: string, server: UpstreamSettings): Promise<string[] | undefined> {
  const listed = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Asking {0} for its models…', server.name) },
    async () => listModels(server, await app.keys.get(server)).catch((error: unknown) => problemOf(error)),
  );
  if (Array.isArray(listed) && listed.length > 0) {
    const items = listed.map((label) => ({ label }));
    const picked = await vscode.window.showQuickPick(items, { title, canPickMany: true, placeHolder: vscode.l10n.t('Which models?'), ignoreFocusOut: true });
    return picked?.map(({ label }) => label);
  }
  const prompt = vscode.l10n.t('The id of the model, as the server knows it');
  const typed = await vscode.window.showInputBox({ title, prompt: typeof listed === 'string' ? `${listed} ${prompt}` : prompt, ignoreFocusOut: true });
  return typed ? [typed.trim()] : undefined;
}

function problemOf(error: unknown): string {
  return error instanceof UpstreamError ? error.message : vscode.l10n.t('The server gave no list.');
}

async function save(app: App, added: { name: string; url: string; wire: Wire; models: string[] }): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('slotguard');
  const before = configuration.inspect<unknown[]>('upstreams')?.globalValue;
  const others = Array.isArray(before) ? before : [];
  await configuration.update('upstreams', [...others, added], vscode.ConfigurationTarget.Global);
  app.changed();
}
