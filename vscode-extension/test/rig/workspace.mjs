// A workspace with planted secrets, in a folder whose name holds all that trips up paths.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from '../../build.mjs';
import { PLANTED } from './planted.mjs';

export { PLANTED };

export function workspace(name) {
  const folder = join(here, 'out', `workspace-${name}`, "Mira's quill é");
  rmSync(join(here, 'out', `workspace-${name}`), { recursive: true, force: true });
  mkdirSync(join(folder, 'src'), { recursive: true });
  mkdirSync(join(folder, 'legal'), { recursive: true });
  const { email, password, token } = PLANTED;
  writeFileSync(join(folder, 'notes.txt'), `Owner: ${email}\nDB_PASSWORD=${password}\nAPI_TOKEN=${token}\nThe build runs at noon.\n`);
  writeFileSync(join(folder, 'src', 'main.ts'), "export const greeting = 'hello';\n");
  writeFileSync(join(folder, 'legal', 'layoff_okafor.txt'), 'draft\n');
  return folder;
}
