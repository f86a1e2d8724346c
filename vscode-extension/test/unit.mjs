// Bundles the unit tests and runs them with Node's own runner. The last lines can be counted.
import * as esbuild from 'esbuild';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { common } from '../build.mjs';
import { totals } from './totals.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '..', 'out', 'unit');
const only = process.argv[2];

rmSync(out, { recursive: true, force: true });
const tests = readdirSync(join(here, 'unit')).filter((name) => name.endsWith('.test.ts') && (!only || name.startsWith(only)));
await esbuild.build({
  ...common,
  // It finds its grammars beside its own file.
  external: [...common.external, '@vscode/l10n-dev'],
  format: 'esm',
  target: 'node20',
  outExtension: { '.js': '.mjs' },
  entryPoints: tests.map((name) => `test/unit/${name}`),
  outdir: out,
  sourcemap: 'inline',
});

const counts = { passed: 0, failed: 0, skipped: 0 };
const isSuite = (event) => event.details?.type === 'suite';
const stream = run({ files: readdirSync(out).map((name) => join(out, name)), concurrency: 1, timeout: 60_000 });
stream.on('test:pass', (event) => {
  if (!isSuite(event)) {
    counts[event.skip ? 'skipped' : 'passed']++;
  }
});
stream.on('test:fail', (event) => {
  if (!isSuite(event)) {
    counts.failed++;
  }
});
for await (const line of stream.compose(new spec())) {
  process.stdout.write(line);
}
process.stdout.write(`\n${totals(counts)}`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
