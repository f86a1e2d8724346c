import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownText } from '../../src/terminalText.js';

describe('terminal text', () => {
  const cases: [string, string, string][] = [
    ['colours', '\x1b[1;31merror\x1b[0m: no', 'error: no'],
    ["the shell's marks", '\x1b]633;C\x07hello\x1b]633;D;0\x1b\\\r\n', 'hello\n'],
    ['a progress bar', ' 10% |#   |\r 50% |##  |\r100% |####|\r\ndone\r\n', '100% |####|\ndone\n'],
    ['a colour inside of a word', 'to\x1b[32mken=ab\x1b[0mc', 'token=abc'],
    ['characters taken back', 'passwrod\b\b\bord', 'password'],
    ['an unfinished sequence', 'end\x1b[', 'end'],
    ['cursor moves and bells', '\x1b[2K\x1b[1Gline\x07', 'line'],
  ];
  for (const [what, written, shown] of cases) {
    it(`leaves out ${what}`, () => assert.equal(shownText(written), shown));
  }

  it('takes 10 MB in no time', () => {
    const written = '\x1b[32mok\x1b[0m \r 12% \r 99% done with it\r\n'.repeat(250_000);
    const started = performance.now();
    assert.equal(shownText(written).length, ' 99% done with it\n'.length * 250_000);
    assert.ok(performance.now() - started < 3000);
  });

  it('stays linear on escapes that never end', () => {
    const started = performance.now();
    shownText('\x1b]'.repeat(200_000));
    shownText('\x1b['.repeat(200_000) + '\r'.repeat(200_000));
    assert.ok(performance.now() - started < 2000);
  });
});
