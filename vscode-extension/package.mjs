// Packs the extension into `slotguard-<version>.vsix` and prints its size. Needs Node 22; the rig brings one.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, here, transpile } from './build.mjs';

const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const name = `slotguard-${version}.vsix`;
const LIMIT = 1.5e6;

await transpile();
await bundle();
copyFileSync(join(here, '..', 'LICENSE'), join(here, 'LICENSE'));
const node = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : (await import('./test/rig/install.mjs')).node24();
const vsce = join(here, 'node_modules', '@vscode', 'vsce', 'vsce');
execFileSync(node, [vsce, 'package', '--no-dependencies', '--out', name], { cwd: here, stdio: ['ignore', 'ignore', 'inherit'] });
const { size } = statSync(join(here, name));
process.stdout.write(`${join(here, name)}: ${(size / 1e6).toFixed(2)} MB\n`);
if (size > LIMIT) {
  throw new Error(`the package is larger than ${LIMIT / 1e6} MB`);
}
