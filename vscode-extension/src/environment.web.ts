// A browser says nothing about its user.

import type { Environment } from './environment.js';

export function environment(): Environment {
  return {};
}
