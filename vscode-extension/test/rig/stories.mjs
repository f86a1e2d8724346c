// What a user sees, in a real VS Code with the packed extension: each story drives the workbench through a browser,
// keeps screenshots, and asserts on what the fake upstream was sent: `node test/rig/stories.mjs [--packed] [NAME]`.
// The last lines can be counted.
import * as esbuild from 'esbuild';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { common, here } from '../../build.mjs';
import { packed } from '../../package.mjs';
import { totals } from '../totals.mjs';
import { missing } from './install.mjs';

const out = join(here, 'out', 'stories');
const only = process.argv.slice(2).find((arg) => !arg.startsWith('-'));

/** Whether it went well; what went wrong is printed. */
async function tell({ title, story }, tools) {
  const started = Date.now();
  try {
    await story(tools);
    process.stdout.write(`✔ ${title} (${Date.now() - started} ms)\n`);
    return true;
  } catch (error) {
    process.stdout.write(`✖ ${title} (${Date.now() - started} ms)\n${error.stack}\n`);
    return false;
  }
}

const gone = missing();
if (gone) {
  throw new Error(gone);
}
mkdirSync(join(here, 'out', 'screenshots'), { recursive: true });
const vsix = await packed();
await esbuild.build({ ...common, format: 'esm', entryPoints: ['test/fake/upstream.ts'], outfile: join(out, 'upstream.mjs') });
const { fakeUpstream } = await import(join(out, 'upstream.mjs'));

const names = readdirSync(join(here, 'test', 'stories')).filter((name) => name.endsWith('.mjs') && (!only || name.startsWith(only)));
const counts = { passed: 0, failed: 0 };
for (const name of names) {
  const told = await import(join(here, 'test', 'stories', name));
  let isFine = await tell(told, { vsix, fakeUpstream });
  if (!isFine) {
    process.stdout.write('  once more, since a busy machine can be slower than anybody waits for:\n');
    isFine = await tell(told, { vsix, fakeUpstream });
  }
  counts[isFine ? 'passed' : 'failed']++;
}
process.stdout.write(totals(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
