// What a user sees, in a real VS Code with the packed extension: each story drives the workbench through a browser,
// keeps screenshots, and asserts on what the fake upstream was sent. The last line can be counted.
import * as esbuild from 'esbuild';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { common, here } from '../../build.mjs';
import { pack } from '../../package.mjs';
import { install, missing } from './install.mjs';

const out = join(here, 'out', 'stories');

if (missing()) {
  if (process.env.CI !== 'true') {
    process.stdout.write(`stories are skipped: ${missing()}\nstories: 0 passed, 0 failed, 1 skipped\n`);
    process.exit(0);
  }
  install();
}
mkdirSync(join(here, 'out', 'screenshots'), { recursive: true });
const vsix = process.argv.includes('--no-pack') ? join(here, readdirSync(here).find((name) => name.endsWith('.vsix'))) : await pack();
await esbuild.build({ ...common, format: 'esm', entryPoints: ['test/fake/upstream.ts'], outfile: join(out, 'upstream.mjs') });
const { fakeUpstream } = await import(join(out, 'upstream.mjs'));

const only = process.argv.slice(2).find((name) => !name.startsWith('-'));
const names = readdirSync(join(here, 'test', 'stories')).filter((name) => name.endsWith('.mjs') && (!only || name.startsWith(only)));
let passed = 0;
let failed = 0;
for (const name of names) {
  const started = Date.now();
  const { title, story } = await import(join(here, 'test', 'stories', name));
  try {
    await story({ vsix, fakeUpstream });
    passed++;
    process.stdout.write(`✔ ${title} (${Date.now() - started} ms)\n`);
  } catch (error) {
    failed++;
    process.stdout.write(`✖ ${title}\n${error.stack}\n`);
  }
}
process.stdout.write(`stories: ${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
