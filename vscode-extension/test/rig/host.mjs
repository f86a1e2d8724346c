// Runs mocha inside the extension host of a real VS Code: `node test/rig/host.mjs [--packed] [--write] [PATTERN]`. The last lines
// can be counted.
import * as esbuild from 'esbuild';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { common, here } from '../../build.mjs';
import { packed } from '../../package.mjs';
import { openWorkbench } from './browser.mjs';
import { missing } from './install.mjs';
import { serve } from './server.mjs';
import { workspace } from './workspace.mjs';

const out = join(here, 'out', 'host');
const log = join(out, 'tests.log');
const only = process.argv.slice(2).find((arg) => !arg.startsWith('-')) ?? '';
/** Where the figures of the part `costs` are kept; docs/evaluation.md takes them from there. */
const costs = process.argv.includes('--write') ? join(here, 'costs.md') : '';

/** Milliseconds for all tests together. They take about half a minute on a machine with nothing else to do. */
const PATIENCE = 420_000;

/** Milliseconds until the first line of the tests. */
const PATIENCE_TO_START = 120_000;

async function buildTests() {
  rmSync(out, { recursive: true, force: true });
  await esbuild.build({
    ...common,
    entryPoints: ['test/host/index.ts'],
    outdir: out,
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
  });
  symlinkSync(join(here, 'node_modules'), join(out, 'node_modules'));
}

/** The exit code, or why there is none. */
async function run(vsix) {
  rmSync(log, { force: true });
  const folder = workspace('host');
  const server = await serve({
    name: 'host',
    folder,
    testable: true,
    vsix: [vsix],
    env: { SLOTGUARD_TEST_LOG: log, SLOTGUARD_TEST_COSTS: costs, SLOTGUARD_TEST_ONLY: only, SLOTGUARD_TEST_DATA: join(here, 'out', 'profile-host') },
  });
  try {
    return await inWorkbench(server, folder);
  } finally {
    server.stop();
  }
}

async function inWorkbench(server, folder) {
  let exit;
  const ended = new Promise((done) => (exit = done));
  const uri = (path) => `vscode-remote://127.0.0.1:${server.port}${path}`;
  const payload = [
    // Ours is installed as users install it; only one extension can be loaded from its sources.
    ['extensionDevelopmentPath', uri(join(here, 'test', 'host', 'other-vendor'))],
    ['extensionTestsPath', uri(join(out, 'index.js'))],
  ];
  const query = `?${new URLSearchParams({ folder, payload: JSON.stringify(payload) })}`;
  const { browser, page, console } = await openWorkbench(server.port, query, async (fresh) => {
    await fresh.exposeFunction('codeAutomationExit', (code) => exit(code));
    await fresh.exposeFunction('codeAutomationLog', () => {});
  });
  const timers = [
    setTimeout(() => existsSync(log) || exit('did not start'), PATIENCE_TO_START),
    setTimeout(() => exit('did not end'), PATIENCE),
  ];
  const code = await ended;
  timers.forEach(clearTimeout);
  await page.screenshot({ path: join(here, 'out', 'screenshots', 'host.png') }).catch(() => {});
  writeFileSync(join(out, 'console.log'), console.join('\n'));
  await browser.close();
  return code;
}

const gone = missing();
if (gone) {
  throw new Error(gone);
}
mkdirSync(join(here, 'out', 'screenshots'), { recursive: true });
const vsix = await packed();
await buildTests();
let code = await run(vsix);
if (code === 'did not start') {
  process.stdout.write('VS Code did not start the tests; it is tried once more\n');
  code = await run(vsix);
}
process.stdout.write(existsSync(log) ? readFileSync(log, 'utf8') : '');
if (typeof code === 'string') {
  process.stdout.write(`the tests ${code}; the console of the workbench is in ${join(out, 'console.log')}\n# pass 0\n# fail 1\n`);
}
process.exit(code === 0 ? 0 : 1);
