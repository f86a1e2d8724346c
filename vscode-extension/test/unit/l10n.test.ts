// Every word a user reads can be translated: it is in the bundle of the sources, or in that of the manifest.

import * as l10n from '@vscode/l10n';
import { getL10nJson } from '@vscode/l10n-dev';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { urlProblem } from '../../src/settings.js';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, contents: readFileSync(join('src', name), 'utf8') }));

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

/** Words that stand where a user reads them, and are no names. */
const BARE = [
  /(?:Message|appendText|appendMarkdown)\(\s*['"`](?!\$\{|\\n|\*\*SlotGuard)[^'"`]*[a-z]/,
  /new (?:UpstreamError|Blocked)\('[\w-]+',\s*['"`](?!\$\{)/,
  /\b(?:title|placeHolder|prompt|detail|tooltip|label): ['"`](?!SlotGuard|\$)[^'"`]*[a-z] [a-z]/,
];

describe('translation', () => {
  it('has every text of the sources in the bundle, and no other (npm run l10n)', async () => {
    const found = await getL10nJson(sources.map(({ contents }) => ({ contents, extension: '.ts' })));
    assert.deepEqual(json('l10n/bundle.l10n.json'), found);
    // A call that the extraction does not understand would be missing on both sides.
    const calls = sources.flatMap(({ contents }) => contents.match(/\bl10n\.t\(/g) ?? []).length;
    const literal = sources.flatMap(({ contents }) => contents.match(/\bl10n\.t\(\s*(?:'[^'\n]*'|"[^"\n]*")\s*[,)]/g) ?? []).length;
    assert.equal(literal, calls, 'a text that is not one literal');
  });

  it('has every text of the manifest in its bundle, and no other', () => {
    const manifest = readFileSync('package.json', 'utf8');
    const used = [...manifest.matchAll(/%([\w.-]+)%/g)].map(([, key]) => key);
    assert.deepEqual(new Set(used), new Set(Object.keys(json('package.nls.json'))));
    const shown = manifest.matchAll(/"(?:title|shortTitle|markdownDescription|markdownDeprecationMessage|userDescription|fullName|contents)": "([^"]*)"/g);
    const bare = [...shown].map(([, text = '']) => text).filter((text) => text !== 'SlotGuard' && !/^%[\w.-]+%$/.test(text));
    assert.deepEqual(bare, []);
  });

  it('leaves no bare words where a user reads them', () => {
    const bare = sources.flatMap(({ name, contents }) => BARE.flatMap((shape) => (shape.exec(contents) ?? []).map((text) => `${name}: ${text}`)));
    assert.deepEqual(bare, []);
  });

  it('reaches the files that know nothing of VS Code', () => {
    const english = urlProblem('http://model.example/v1') ?? '';
    l10n.config({ contents: { [english]: 'Nur dieser Rechner ist ohne https erreichbar.' } });
    assert.equal(urlProblem('http://model.example/v1'), 'Nur dieser Rechner ist ohne https erreichbar.');
    l10n.config({ contents: {} });
  });
});
