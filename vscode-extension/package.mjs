// Packs the extension into `slotguard-<version>.vsix` and prints its size. The packer needs Node 22: the rig has one.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, here, transpile } from './build.mjs';
import { node24 } from './test/rig/install.mjs';

/** Bytes. */
const LIMIT = 1_500_000;

/** Builds and packs; returns where the package is. */
export async function pack() {
  await transpile();
  await bundle();
  copyFileSync(join(here, '..', 'LICENSE'), join(here, 'LICENSE'));
  const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const path = join(here, `slotguard-${version}.vsix`);
  const args = [join(here, 'node_modules', '@vscode', 'vsce', 'vsce'), 'package', '--no-dependencies', '--out', path];
  execFileSync(newEnough(), args, { cwd: here, stdio: ['ignore', 'ignore', 'inherit'] });
  return path;
}

function newEnough() {
  const isNew = Number(process.versions.node.split('.')[0]) >= 22;
  if (!isNew && !existsSync(node24())) {
    throw new Error('packing needs Node 22 or newer; `npm run rig` installs one');
  }
  return isNew ? process.execPath : node24();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = await pack();
  const { size } = statSync(path);
  process.stdout.write(`${path}: ${(size / 1e6).toFixed(2)} MB\n`);
  if (size > LIMIT) {
    throw new Error(`the package is larger than ${LIMIT / 1e6} MB`);
  }
}
