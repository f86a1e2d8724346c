// A fresh VS Code on loopback: its own profile, nothing from the user's.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { here } from '../../build.mjs';
import { codeServer, node24 } from './install.mjs';

const QUIET = {
  'workbench.startupEditor': 'none',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'git.openRepositoryInParentFolders': 'never',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'terminal.integrated.defaultProfile.linux': 'bash',
  'security.workspace.trust.startupPrompt': 'never',
};

/**
 * Starts a server. `settings` are the user's, `machine` those of machine scope; `vsix` lists packages to install;
 * `testable` turns on what mocha in the extension host needs and dialogs off; `trust: false` gives Restricted Mode.
 */
export async function serve({ name, folder, settings = {}, machine = {}, vsix = [], env = {}, testable = false, trust = true }) {
  const profile = join(here, 'out', `profile-${name}`);
  const data = join(profile, 'data');
  rmSync(profile, { recursive: true, force: true });
  for (const part of ['User', 'Machine']) {
    mkdirSync(join(data, part), { recursive: true });
  }
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify({ ...QUIET, ...settings }));
  writeFileSync(join(data, 'Machine', 'settings.json'), JSON.stringify(machine));
  writeFileSync(join(profile, 'config.yaml'), '');
  const common = [codeServer(), '--config', join(profile, 'config.yaml'), '--user-data-dir', data, '--extensions-dir', join(profile, 'extensions'), '--disable-telemetry', '--disable-update-check'];
  const environment = { ...process.env, ...env };
  // The server behaves differently where CI is set.
  delete environment.CI;
  if (vsix.length > 0) {
    execFileSync(node24(), [...common, ...vsix.flatMap((path) => ['--install-extension', path])], { env: environment, stdio: 'ignore' });
  }
  const port = await freePort();
  const flags = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-getting-started-override'];
  const test = testable ? ['--vscode-option', 'enable-smoke-test-driver'] : [];
  const trusted = trust ? ['--disable-workspace-trust'] : [];
  const output = openSync(join(profile, 'server.log'), 'w');
  // A process group of its own, so that extension hosts and terminals end with it.
  const child = spawn(node24(), [...common, ...flags, ...test, ...trusted, folder], { env: environment, stdio: ['ignore', output, output], detached: true });
  const stop = () => stopGroup(child);
  process.once('exit', stop);
  await listening(port, child);
  return { port, profile, data, stop };
}

function stopGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

async function listening(port, child) {
  for (let tries = 0; tries < 240; tries++) {
    if (child.exitCode !== null) {
      throw new Error('VS Code ended at once; see server.log of its profile');
    }
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new Error('VS Code does not listen; see server.log of its profile');
}
