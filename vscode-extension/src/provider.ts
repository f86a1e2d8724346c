// The language model provider: "SlotGuard: <model>" in every model picker, and the boundary behind it.

import * as vscode from 'vscode';
import type { App } from './app.js';
import { ask } from './ask.js';
import type { LocalEvent } from './exchange.js';
import { estimateTokens, toRequest } from './parts.js';
import { Refusals } from './refusals.js';
import { UpstreamError } from './upstream/index.js';

export class SlotGuardProvider implements vscode.LanguageModelChatProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;
  readonly #refusals = new Refusals();

  constructor(private readonly app: App) {}

  /** The list of models, or what one of them can do, is another. */
  changed(): void {
    this.#changed.fire();
  }

  provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
    return this.app.models.all.map(({ info }) => info);
  }

  provideTokenCount(_: unknown, content: string | vscode.LanguageModelChatRequestMessage): Promise<number> {
    return Promise.resolve(estimateTokens(content));
  }

  async provideLanguageModelChatResponse(
    info: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const model = this.app.models.byId(info.id);
    if (!model) {
      throw new UpstreamError('not-found', vscode.l10n.t('{0} is no longer configured. Choose another model.', info.name));
    }
    const request = toRequest(messages, options);
    await withSignal(token, async (signal) => {
      for await (const event of ask(this.app, { model, request, refusals: this.#refusals, signal })) {
        progress.report(toPart(event));
      }
    });
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Runs `work` with a signal that follows `token`. */
export async function withSignal<T>(token: vscode.CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const subscription = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    subscription.dispose();
  }
}

function toPart(event: LocalEvent): vscode.LanguageModelResponsePart {
  switch (event.type) {
    case 'text':
      return new vscode.LanguageModelTextPart(event.text);
    case 'tool-call':
      return new vscode.LanguageModelToolCallPart(event.id, event.name, event.input);
    case 'refused':
      return new vscode.LanguageModelTextPart(refusedText(event));
  }
}

/** For the user, in the chat. The model gets a tool error of its own. */
export function refusedText({ tool, refusal }: LocalEvent & { type: 'refused' }): string {
  const said = vscode.l10n.t('**SlotGuard** did not run `{0}`: {1} ({2}).', tool, refusal.message, refusal.kind);
  return `\n\n> ${said}\n\n`;
}
