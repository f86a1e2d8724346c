// One request through the boundary, with everything the log and the status bar want to know about it.

import * as vscode from 'vscode';
import type { App } from './app.js';
import { exchange, type LocalEvent } from './exchange.js';
import type { Model } from './models.js';
import type { Protected } from './outbound.js';
import type { Refusals } from './refusals.js';
import type { ModelRequest } from './turns.js';

export interface Asked {
  readonly model: Pick<Model, 'route' | 'images' | 'connect'>;
  readonly request: ModelRequest;
  readonly refusals: Refusals;
  readonly signal: AbortSignal;
  readonly onSend?: (what: Protected) => void;
}

/** @throws an error whose message is meant for the user; it has been logged and shown in the status bar. */
export async function* ask(app: App, { model, request, refusals, signal, onSend }: Asked): AsyncGenerator<LocalEvent> {
  const { route, images } = model;
  const times = { started: 0, sent: 0, first: 0 };
  const counts = { toolCalls: 0, refused: 0 };
  try {
    app.throwIfPaused();
    const guard = await app.sessions.current();
    const upstream = await model.connect();
    times.started = performance.now();
    const options = {
      images,
      allowInline: (tool: string) => allowInline(app, tool),
      onSend: (what: Protected) => {
        times.sent = performance.now();
        app.sent(what, { route, ms: times.sent - times.started });
        onSend?.(what);
      },
      onFirst: () => {
        times.first = performance.now();
        // A second round begins its own measurement.
        times.started = times.first;
      },
    };
    for await (const event of exchange(guard, upstream, request, refusals, options, signal)) {
      counts.toolCalls += event.type === 'tool-call' ? 1 : 0;
      if (event.type === 'refused') {
        counts.refused++;
        app.refused(event.refusal);
      }
      yield event;
    }
    const firstMs = times.first - times.sent;
    app.log.write({ event: 'answered', route, firstMs, ms: performance.now() - times.sent, ...counts });
    app.succeeded();
  } catch (error) {
    throw app.failed(error);
  }
}

/** Asks before a secret goes into the text of a command, if the settings say so. */
async function allowInline(app: App, tool: string): Promise<boolean> {
  if (app.settings().commandSecrets !== 'ask') {
    return false;
  }
  const allow = vscode.l10n.t('Put It in the Command');
  const message = vscode.l10n.t('The model wants to use a hidden secret in a command of {0}.', tool);
  const detail = vscode.l10n.t('This tool takes text only, so the secret would stand in the command, and perhaps in the history of the shell. It goes where it came from.');
  try {
    return (await vscode.window.showWarningMessage(message, { modal: true, detail }, allow)) === allow;
  } catch {
    // No dialog can be shown here.
    return false;
  }
}
