// Secrets in the text of a command, for terminals that take nothing else. Only after the user agreed.

import type { Variable } from './guard.js';

/** `input` whose `command` sets the variables first; nothing if it has no command. */
export function inlineSecrets(input: object, env: readonly Variable[]): object | undefined {
  const command: unknown = 'command' in input ? input.command : undefined;
  if (typeof command !== 'string') {
    return undefined;
  }
  const settings = env.map(({ name, value }) => `${name}='${value.replaceAll("'", String.raw`'\''`)}'; `).join('');
  // The space keeps the line out of the history of shells that were told so.
  return { ...input, command: ` ${settings}${command}` };
}
