// A directory that no session may reach unless it is told to.
import { mkdtempSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Scratch directories are open to every session, wherever a clone lies. */
const SCRATCH = /^(\/private)?(\/var)?\/tmp(\/|$)/;

/** A new and empty one in the directory `near`, or else in the home; whoever asks for it removes it. */
export function outside(near) {
  const place = [near, homedir()].map((path) => realpathSync(path)).find((path) => !SCRATCH.test(path));
  if (place === undefined) {
    throw new Error('These tests need a place that is no scratch directory: the clone and the home are both in one.');
  }
  return mkdtempSync(join(place, 'slotguard-outside-'));
}
