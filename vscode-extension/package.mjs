// Packs the extension into `slotguard-<version>.vsix` and prints its size. The packer needs Node 22; on
// Linux one is installed for it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, here, transpile } from './build.mjs';
import { installNode, isSupported, node24 } from './test/rig/install.mjs';

/** Bytes. */
const LIMIT = 1_500_000;

/** Where the README's pictures are: the packer does not look at the repository's `directory`. */
const IMAGES = 'https://github.com/slotguard/slotguard/raw/HEAD/vscode-extension';

/** Builds and packs; returns where the package is. */
export async function pack() {
  await transpile();
  await bundle();
  copyFileSync(join(here, '..', 'LICENSE'), join(here, 'LICENSE'));
  vsce(here, place());
  return place();
}

function vsce(cwd, path) {
  const args = [join(here, 'node_modules', '@vscode', 'vsce', 'vsce'), 'package', '--no-dependencies', '--baseImagesUrl', IMAGES, '--out', path];
  execFileSync(newEnough(), args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A package of the part for browsers only: where both parts could run, VS Code takes the one for Node. */
export async function packForBrowsers() {
  const staged = join(here, 'out', 'web-package');
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  for (const name of ['dist', 'media', 'l10n', 'package.nls.json', 'README.md', 'LICENSE', '.vscodeignore']) {
    cpSync(join(here, name), join(staged, name), { recursive: true });
  }
  const { main, scripts, extensionKind, ...manifest } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest));
  const path = join(here, 'out', 'slotguard-web.vsix');
  vsce(staged, path);
  return path;
}

/** The package: the one that is there if the command line says `--packed`, else a new one. */
export async function packed() {
  return process.argv.includes('--packed') && existsSync(place()) ? place() : pack();
}

function place() {
  const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  return join(here, `slotguard-${version}.vsix`);
}

function newEnough() {
  if (Number(process.versions.node.split('.')[0]) >= 22) {
    return process.execPath;
  }
  if (!isSupported) {
    throw new Error(`packing needs Node 22 or newer; this is ${process.version}`);
  }
  installNode();
  return node24();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = await pack();
  const { size } = statSync(path);
  process.stdout.write(`${path}: ${(size / 1e6).toFixed(2)} MB\n`);
  if (size > LIMIT) {
    throw new Error(`the package is larger than ${LIMIT / 1e6} MB`);
  }
}
