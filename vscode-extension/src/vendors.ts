// Models that other extensions offer to VS Code, as upstreams.

import * as vscode from 'vscode';
import { fromBody, toBody, type VendorBody } from './vendorBody.js';
import type { ModelEvent, Upstream } from './turns.js';
import { UpstreamError } from './upstream/index.js';

/** Our own vendor name; its models are never wrapped again. */
export const VENDOR = 'slotguard';

/** These drive an agent of their own and take no conversation from others. */
const NOT_MODELS = new Set(['copilotcli', 'claude-code']);

/**
 * The other vendors' models. Kept rather than asked for, because asking VS Code for all models makes it ask us for
 * ours.
 */
export class VendorModels implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription = vscode.lm.onDidChangeChatModels(() => void this.refresh());
  #models: readonly vscode.LanguageModelChat[] = [];

  get all(): readonly vscode.LanguageModelChat[] {
    return this.#models;
  }

  async refresh(): Promise<void> {
    const found = await vscode.lm.selectChatModels();
    const models = found.filter(({ vendor }) => vendor !== VENDOR && !NOT_MODELS.has(vendor));
    const isSame = models.map(idOf).join() === this.#models.map(idOf).join();
    this.#models = models;
    if (!isSame) {
      this.#changed.fire();
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function idOf(model: vscode.LanguageModelChat): string {
  return `${model.vendor}/${model.id}`;
}

export function vendorUpstream(model: vscode.LanguageModelChat): Upstream {
  return { body: toBody, stream: (body, signal) => stream(model, JSON.parse(body) as VendorBody, signal) };
}

async function* stream(
  model: vscode.LanguageModelChat,
  body: VendorBody,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = () => cancellation.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const response = await model.sendRequest(fromBody(body), options(body), cancellation.token);
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelTextPart) {
        yield { type: 'text', text: part.value };
      } else if (part instanceof vscode.LanguageModelToolCallPart) {
        yield { type: 'tool-call', id: part.callId, name: part.name, args: JSON.stringify(part.input ?? {}) };
      }
    }
  } catch (error) {
    throw explained(model, error, signal);
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}

function options({ tools, toolRequired, options: modelOptions }: VendorBody): vscode.LanguageModelChatRequestOptions {
  const { Required, Auto } = vscode.LanguageModelChatToolMode;
  return {
    justification: vscode.l10n.t('SlotGuard sends your conversation to this model after hiding private values in it.'),
    modelOptions,
    tools: tools.map(({ name, description, input_schema }) => ({ name, description, inputSchema: input_schema })),
    toolMode: toolRequired ? Required : Auto,
  };
}

function explained(model: vscode.LanguageModelChat, error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) {
    return new UpstreamError('cancelled', vscode.l10n.t('Cancelled.'));
  }
  if (!(error instanceof vscode.LanguageModelError)) {
    const said = error instanceof Error ? error.message : '';
    return new UpstreamError('server', vscode.l10n.t('{0} failed. {1}', model.name, said).trim());
  }
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      return new UpstreamError('unauthorized', vscode.l10n.t('You did not let SlotGuard use {0}. Ask again to be asked again.', model.name));
    case vscode.LanguageModelError.NotFound.name:
      return new UpstreamError('not-found', vscode.l10n.t('{0} is gone. Choose another model.', model.name));
    case vscode.LanguageModelError.Blocked.name:
      return new UpstreamError('rate-limited', vscode.l10n.t('{0} did not take the request: {1}', model.name, error.message));
    default:
      return new UpstreamError('server', vscode.l10n.t('{0} failed. {1}', model.name, error.message));
  }
}
