// The links of the machine that the extension runs on, which is the one that its folders and tools are on. The build for
// the browser has `localLinks.web.ts` in this place.

import { lstat, readlink } from 'node:fs/promises';
import type { Links } from './links.js';

export const localLinks: Links | undefined = {
  isWindows: process.platform === 'win32',
  read: async (path) => {
    try {
      // Junctions of Windows are links too.
      return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
    } catch (error) {
      if (NOT_THERE.has((error as NodeJS.ErrnoException).code ?? '')) {
        return undefined;
      }
      throw error;
    }
  },
};

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'ERR_INVALID_ARG_VALUE']);
