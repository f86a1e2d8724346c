// What the tests in the extension host have in common: this window, its extension, a fake upstream.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type FakeUpstream, fakeUpstream, type Script } from '../fake/upstream.js';
import type { UpstreamSettings } from '../../src/settings.js';

export const ID = 'slotguard.slotguard';

export function folder(): string {
  const path = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  assert.ok(path, 'no folder is open');
  return path;
}

export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>, ms = 15_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) {
      return found;
    }
    assert.ok(Date.now() < end, `waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Configures `wire` over a new fake upstream; returns both. */
export async function configured(wire: UpstreamSettings['wire'], script: Script): Promise<{ fake: FakeUpstream; model: vscode.LanguageModelChat }> {
  const fake = await fakeUpstream(script);
  const name = `fake-${wire}`;
  await update('upstreams', [{ name, wire, url: fake.url, models: [{ id: 'fake-1', images: true }] }]);
  const id = `${name}/fake-1`;
  const model = await until(id, async () => (await vscode.lm.selectChatModels({ vendor: 'slotguard' })).find((one) => one.id === id));
  return { fake, model };
}

export async function update(key: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('slotguard').update(key, value, vscode.ConfigurationTarget.Global);
}

type Answer = { text: string; calls: vscode.LanguageModelToolCallPart[] };

export async function ask(
  model: vscode.LanguageModelChat,
  messages: vscode.LanguageModelChatMessage[],
  options: vscode.LanguageModelChatRequestOptions = {},
  token?: vscode.CancellationToken,
): Promise<Answer> {
  const response = await model.sendRequest(messages, options, token);
  const answer: Answer = { text: '', calls: [] };
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelTextPart) {
      answer.text += part.value;
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      answer.calls.push(part);
    }
  }
  return answer;
}

/** Everything that this profile has written in files of text. */
export function writtenLogs(): string {
  const root = join(process.env['SLOTGUARD_TEST_DATA'] ?? '', 'data', 'logs');
  return filesBelow(root)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

function filesBelow(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const below = join(path, name);
    return statSync(below).isDirectory() ? filesBelow(below) : [below];
  });
}
