// What `cargo xtask try` opens: a fresh VS Code with the packed extension, the sample project, and the fake model.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { common, here } from '../build.mjs';
import { talk } from '../test/fake/model.mjs';
import { serve } from '../test/rig/server.mjs';
import { openDoor } from './door.mjs';
import { described, LOG, writeSample } from './sample.mjs';

const out = join(here, 'out', 'try');
const folder = join(out, 'quill');

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
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeSample(folder);
  const fake = await fakeModel();
  const machine = { 'slotguard.upstreams': [{ ...FAKE, url: fake.url }], 'slotguard.models.fromOtherVendors': false };
  const server = await serve({ name: 'try', folder, vsix: [vsix], settings: SETTINGS, machine });
  const door = await openDoor({ port, inner: server.port, start: startOf(folder) });
  const stop = async () => {
    door.close();
    server.stop();
    await fake.close();
  };
  return { url: `http://127.0.0.1:${door.port}/`, port: door.port, fake, folder, stop };
}

/** The workbench with the project, and its README open. */
function startOf(path) {
  const readme = `vscode-remote://${'remote'}${encodeURI(join(path, 'README.md'))}`;
  return `/?${new URLSearchParams({ folder: path, payload: JSON.stringify([['openFile', readme]]) })}`;
}

async function fakeModel() {
  const bundle = join(out, 'upstream.mjs');
  await esbuild.build({ ...common, format: 'esm', entryPoints: ['test/fake/upstream.ts'], outfile: bundle });
  const { fakeUpstream } = await import(bundle);
  let count = 0;
  return fakeUpstream((seen) => {
    const path = join(folder, LOG);
    if (++count === 1) {
      writeFileSync(path, '');
    }
    appendFileSync(path, described(seen, count));
    return talk(seen);
  });
}
