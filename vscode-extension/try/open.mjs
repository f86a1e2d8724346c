// What `cargo xtask try` opens: a fresh VS Code with the packed extension, the sample project, and the fake model.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { common, here } from '../build.mjs';
import { talk } from '../test/fake/model.mjs';
import { serve } from '../test/rig/server.mjs';
import { openDoor } from './door.mjs';
import { described, LOG, LOG_HEAD, writeSample } from './sample.mjs';

const out = join(here, 'out', 'try');

export const FAKE = { name: 'No Account', wire: 'chat-completions', models: [{ id: 'script', name: 'Script in Place of a Model' }] };

const SETTINGS = {
  'workbench.editorAssociations': { 'README.md': 'vscode.markdown.preview.editor' },
  'editor.wordWrap': 'on',
  'editor.minimap.enabled': false,
  // Titles of chats are asked of the same model, and nothing asks for an account.
  'chat.byokUtilityModelDefault': 'mainAgent',
  'security.workspace.trust.enabled': false,
};

/** Opens everything; `port` 0 takes any. */
export async function openTry({ vsix, port = 0 }) {
  const place = mkdtempSync(join(tmpdir(), 'try-'));
  const folder = join(place, 'quill');
  mkdirSync(folder);
  writeSample(folder);
  const fake = await fakeModel(join(folder, LOG));
  const machine = { 'slotguard.upstreams': [{ ...FAKE, url: fake.url }], 'slotguard.models.fromOtherVendors': false };
  const server = await serve({ name: 'try', folder, vsix: [vsix], settings: SETTINGS, machine });
  const door = await openDoor({ port, inner: server.port, start: startOf(folder) });
  const stop = async () => {
    door.close();
    server.stop();
    await fake.close();
    rmSync(place, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${door.port}/`, port: door.port, fake, folder, stop };
}

/** The workbench with the project, and its README open. */
function startOf(path) {
  const readme = `vscode-remote://${'remote'}${encodeURI(join(path, 'README.md'))}`;
  return `/?${new URLSearchParams({ folder: path, payload: JSON.stringify([['openFile', readme]]) })}`;
}

/** Writes what it is sent to `log`. */
async function fakeModel(log) {
  const bundle = join(out, 'upstream.mjs');
  await esbuild.build({ ...common, format: 'esm', entryPoints: ['test/fake/upstream.ts'], outfile: bundle });
  const { fakeUpstream } = await import(bundle);
  let count = 0;
  return fakeUpstream((seen) => {
    if (++count === 1) {
      writeFileSync(log, LOG_HEAD);
    }
    appendFileSync(log, described(seen, count));
    return talk(seen);
  });
}
