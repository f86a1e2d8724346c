// What the manifest offers is tried in a real VS Code: by its name in the tests of the extension host, or by its words in a story.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly languageModelTools: readonly { readonly name: string }[];
    readonly chatParticipants: readonly { readonly commands: readonly { readonly name: string }[] }[];
  };
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const words = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const textOf = (folder: string) => readdirSync(folder).filter((name) => /\.(ts|mjs)$/.test(name)).map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
const host = textOf('test/host');
const stories = textOf('test/stories');

describe('what the manifest offers', () => {
  it('has every command run by a test', () => {
    const untried = contributes.commands.filter(({ command, title }) => {
      const shown = words[title.replaceAll('%', '')] ?? title;
      const id = command.replace('slotguard.', '');
      return !host.includes(`run('${id}'`) && !host.includes(`'${command}'`) && !stories.includes(`command('SlotGuard: ${shown}')`);
    });
    assert.deepEqual(untried.map(({ command }) => command), []);
  });

  it('has every tool and every command of the participant used by one', () => {
    const models = readFileSync('test/fake/model.mjs', 'utf8');
    const tools = contributes.languageModelTools.filter(({ name }) => !host.includes(`invoke('${name}'`) && !models.includes(`call('${name}'`));
    const commands = contributes.chatParticipants.flatMap((participant) => participant.commands).filter(({ name }) => !stories.includes(`/${name} `) && !stories.includes(`/${name}'`));
    assert.deepEqual([...tools, ...commands].map(({ name }) => name), []);
  });
});
