// The models a server offers: `GET <base>/models`, which all three kinds of servers have.

import * as l10n from '@vscode/l10n';
import { statusError, UpstreamError } from './error.js';
import type { Wire } from './index.js';
import { headers as anthropicHeaders } from './messages.js';
import { at, endpoint, list, text } from './wire.js';

/** Longest wait in milliseconds. */
const PATIENCE = 15_000;

/** @throws {UpstreamError} */
export async function listModels(server: { name: string; url: string; wire: Wire }, key: string | undefined): Promise<string[]> {
  const bearer: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const response = await fetch(endpoint(server.url, '/models'), {
    headers: server.wire === 'messages' ? anthropicHeaders(key) : bearer,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => {
    throw new UpstreamError('unreachable', l10n.t('{0} cannot be reached. Is it running, and is its address right?', server.name));
  });
  const body = await response.text();
  if (!response.ok) {
    throw statusError(server.name, response, body);
  }
  return idsIn(server.name, body);
}

function idsIn(name: string, body: string): string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new UpstreamError('not-a-model', l10n.t('{0} answered with something that is not a list of models. Check its address.', name));
  }
  return list(at(parsed, 'data')).flatMap((model) => text(at(model, 'id')) || []);
}
