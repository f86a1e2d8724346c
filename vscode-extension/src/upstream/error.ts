// What can go wrong on the way to a model, in words that say what to do next.

import * as l10n from '@vscode/l10n';

export type UpstreamProblem =
  | 'unreachable'
  | 'unauthorized'
  | 'not-found'
  | 'rate-limited'
  | 'rejected'
  | 'server'
  | 'not-a-model'
  | 'cut-off'
  | 'silent'
  | 'cancelled';

/** The message is for the user. It holds no key and nothing that was not sent to or by the upstream. */
export class UpstreamError extends Error {
  constructor(
    readonly problem: UpstreamProblem,
    message: string,
  ) {
    super(message);
    this.name = 'UpstreamError';
  }
}

/** The error for an HTTP status that is not a success. `body` is what the server said. */
export function statusError(name: string, response: Response, body: string): UpstreamError {
  const { status } = response;
  // A server may repeat the key it was given, so its words are not shown.
  if (status === 401 || status === 403) {
    const hint = l10n.t('Its key is missing, wrong or not allowed to use this model. Run "SlotGuard: Set API Key".');
    return new UpstreamError('unauthorized', `${l10n.t('{0} refused the request ({1}).', name, status)} ${hint}`);
  }
  if (status === 404) {
    const hint = l10n.t('Check the address and the id of the model with "SlotGuard: Test Upstream".');
    return new UpstreamError('not-found', `${l10n.t('{0} does not know this address or model (404).', name)} ${hint}${said(body)}`);
  }
  if (status === 429) {
    return new UpstreamError('rate-limited', `${l10n.t('{0} is out of quota or asks to slow down (429).', name)} ${wait(response)}`);
  }
  if (status >= 500) {
    return new UpstreamError('server', l10n.t('{0} has a problem of its own ({1}). Try again later.', name, status) + said(body));
  }
  return new UpstreamError('rejected', l10n.t('{0} did not take the request ({1}).', name, status) + said(body));
}

function wait(response: Response): string {
  const seconds = Number(response.headers.get('retry-after'));
  return seconds > 0 ? l10n.t('Try again in {0} seconds.', Math.ceil(seconds)) : l10n.t('Try again later, or choose another model.');
}

/** Longest text of a server's that is repeated. */
const MAX_SAID = 300;

/** The server's own words, if it answered with a JSON error of a known shape. */
function said(body: string): string {
  try {
    const parsed = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown };
    const error = typeof parsed.error === 'string' ? parsed.error : (parsed.error?.message ?? parsed.message);
    return typeof error === 'string' ? ` ${l10n.t('It says: {0}', error.slice(0, MAX_SAID))}` : '';
  } catch {
    return '';
  }
}
