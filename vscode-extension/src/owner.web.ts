// A worker of a browser cannot tell whether another one is still there, so sessions end with their window.

import type { Owner } from './owner.js';

export function owner(): Owner | undefined {
  return undefined;
}
