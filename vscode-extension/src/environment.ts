// What the machine says about its user. The build for the browser has `environment.web.ts` in this place.

import { homedir, hostname, userInfo } from 'node:os';

export interface Environment {
  readonly home?: string;
  readonly user?: string;
  readonly host?: string;
}

export function environment(): Environment {
  return { home: homedir(), ...login(), host: hostname() };
}

/** Fails for users without an entry in the password file, as in containers. */
function login(): { user?: string } {
  try {
    return { user: userInfo().username };
  } catch {
    return {};
  }
}
