// Runs mocha inside the extension host of a real VS Code. The last line can be counted. Without a rig this is a
// counted skip, except in CI, where the rig is installed and the tests must run.
import * as esbuild from 'esbuild';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { common, here } from '../../build.mjs';
import { pack } from '../../package.mjs';
import { openWorkbench } from './browser.mjs';
import { install, missing } from './install.mjs';
import { serve } from './server.mjs';
import { workspace } from './workspace.mjs';

const out = join(here, 'out', 'host');
const log = join(out, 'tests.log');

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

async function run() {
  const folder = workspace('host');
  const vsix = [await pack()];
  await buildTests();
  const server = await serve({
    name: 'host',
    folder,
    testable: true,
    vsix,
    env: { SLOTGUARD_TEST_LOG: log, SLOTGUARD_TEST_ONLY: process.argv[2] ?? '', SLOTGUARD_TEST_DATA: join(here, 'out', 'profile-host') },
  });
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
  const timeout = setTimeout(() => exit(-1), 300_000);
  const code = await ended;
  clearTimeout(timeout);
  mkdirSync(join(here, 'out', 'screenshots'), { recursive: true });
  await page.screenshot({ path: join(here, 'out', 'screenshots', 'host.png') }).catch(() => {});
  writeFileSync(join(out, 'console.log'), console.join('\n'));
  await browser.close();
  server.stop();
  return code;
}

if (missing()) {
  if (process.env.CI !== 'true') {
    process.stdout.write(`VS Code tests are skipped: ${missing()}\nhost: 0 passed, 0 failed, 1 skipped\n`);
    process.exit(0);
  }
  install();
}
const code = await run();
process.stdout.write(existsSync(log) ? readFileSync(log, 'utf8') : 'the tests did not start\nhost: 0 passed, 1 failed\n');
process.exit(code === 0 ? 0 : 1);
