// The language model provider: "SlotGuard: <model>" in every model picker, and the boundary behind it.

import * as vscode from 'vscode';
import type { App } from './app.js';
import { exchange, type LocalEvent } from './exchange.js';
import { Blocked } from './guard.js';
import type { Model } from './models.js';
import { estimateTokens, toRequest } from './parts.js';
import { Refusals } from './refusals.js';
import type { ModelRequest } from './turns.js';
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
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    try {
      const model = this.app.models.byId(info.id);
      if (!model) {
        throw new UpstreamError('not-found', `${info.name} is no longer configured. Choose another model.`);
      }
      for await (const event of this.ask(model, toRequest(messages, options), controller.signal)) {
        progress.report(toPart(event));
      }
    } finally {
      subscription.dispose();
    }
  }

  /** One request through the boundary, with everything the log and the status bar want to know about it. */
  async *ask(model: Model, request: ModelRequest, signal: AbortSignal): AsyncGenerator<LocalEvent> {
    const { app } = this;
    const { route } = model;
    let sentAt = performance.now();
    let firstMs = 0;
    const counts = { toolCalls: 0, refused: 0 };
    try {
      app.throwIfPaused();
      const guard = await app.sessions.current();
      const upstream = await model.connect();
      let started = performance.now();
      const events = exchange(guard, upstream, request, this.#refusals, {
        images: model.images,
        onSend: (what) => {
          sentAt = performance.now();
          app.sent(what, { route, ms: sentAt - started });
        },
        onFirst: () => {
          firstMs = performance.now() - sentAt;
          started = performance.now();
        },
      }, signal);
      for await (const event of events) {
        counts.toolCalls += event.type === 'tool-call' ? 1 : 0;
        counts.refused += event.type === 'refused' ? 1 : 0;
        if (event.type === 'refused') {
          app.refused(event.refusal);
        }
        yield event;
      }
      app.log.write({ event: 'answered', route, firstMs, ms: performance.now() - sentAt, ...counts });
      app.succeeded();
    } catch (error) {
      throw app.failed(error);
    }
  }

  dispose(): void {
    this.#changed.dispose();
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
function refusedText({ tool, refusal }: LocalEvent & { type: 'refused' }): string {
  const said = vscode.l10n.t('SlotGuard did not run `{0}`: {1} ({2}).', tool, refusal.message, refusal.kind);
  return `\n\n> 🛡 ${said}\n\n`;
}

/** Errors whose message is meant for the user. */
export function isExpected(error: unknown): error is Blocked | UpstreamError {
  return error instanceof Blocked || error instanceof UpstreamError;
}
