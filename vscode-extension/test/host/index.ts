// Loaded by the extension host as its tests. What they print goes to a file: the host's console does not reach us.
import Mocha from 'mocha';
import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { format } from 'node:util';
import * as vscode from 'vscode';
import { badInput } from './badInput.js';
import { benchmark } from './benchmark.js';
import { commands } from './commands.js';
import { editor } from './editor.js';
import { provider } from './provider.js';
import { slots } from './slots.js';
import { terminal, tools } from './tools.js';
import { ID } from './window.js';

const log = process.env['SLOTGUARD_TEST_LOG'] ?? '/tmp/slotguard-tests.log';

async function activate(): Promise<void> {
  const extension = vscode.extensions.getExtension(ID);
  assert.ok(extension, 'the extension is not there');
  await extension.activate();
}

export async function run(): Promise<void> {
  writeFileSync(log, '');
  const print = (...words: unknown[]) => appendFileSync(log, `${format(...words)}\n`);
  Object.assign(Mocha.reporters.Base, { consoleLog: print });
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, reporter: 'spec', color: false, grep: process.env['SLOTGUARD_TEST_ONLY'] ?? '' });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  before(activate);
  for (const suite of [provider, badInput, commands, editor, slots, terminal, tools, benchmark]) {
    suite();
  }
  const counts = { passed: 0, failed: 0, skipped: 0 };
  await new Promise<void>((done) => {
    const runner = mocha.run(() => done());
    runner.on('pass', () => counts.passed++);
    runner.on('fail', () => counts.failed++);
    runner.on('pending', () => counts.skipped++);
  });
  print(`# pass ${counts.passed}\n# fail ${counts.failed}\n# skipped ${counts.skipped}`);
  if (counts.failed > 0) {
    throw new Error(`${counts.failed} failed`);
  }
}
