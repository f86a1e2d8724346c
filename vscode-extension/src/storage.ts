// Files in the storage that VS Code gives the extension for a workspace.

import * as vscode from 'vscode';
import type { Files } from './snapshots.js';

export function filesIn(folder: vscode.Uri): Files {
  const { fs } = vscode.workspace;
  const at = (name: string) => vscode.Uri.joinPath(folder, name);
  return {
    list: async () => {
      const entries = await Promise.resolve(fs.readDirectory(folder)).catch(() => []);
      const times = entries.map(async ([name]) => Promise.resolve(fs.stat(at(name))).then(({ mtime }) => [name, mtime] as const));
      // One of them may just be gone.
      const known = await Promise.allSettled(times);
      return known.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    },
    read: async (name) => fs.readFile(at(name)),
    write: async (name, content) => fs.writeFile(at(name), content),
    rename: async (from, to) => fs.rename(at(from), at(to), { overwrite: true }),
    remove: async (name) => fs.delete(at(name)),
  };
}
