// What a terminal shows, out of what was written to it: without colours and marks, with overwritten lines as they
// ended. A progress bar is one line.

// Sequences for the operating system, control sequences, and others; then single control characters. The cursor's
// moves among them are dropped, as are marks and colours.
// oxlint-disable-next-line no-control-regex
const UNSEEN = /\x1b(?:[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|\[[0-?]*[ -/]*[@-~]?|[ -/]*[0-~]?)|[\0-\x07\x0b\x0c\x0e-\x1a\x7f]+/g;

/** Linear in the length of `written`. */
export function shownText(written: string): string {
  const plain = written.replace(UNSEEN, '').replaceAll('\r\n', '\n');
  // A return within a line goes back to its start; most output has none.
  return /[\r\b]/.test(plain) ? plain.split('\n').map(shownLine).join('\n') : plain;
}

/** The last thing written over a line. Backspaces take back one character. */
function shownLine(line: string): string {
  const unended = line.replace(/\r+$/, '');
  const last = unended.slice(unended.lastIndexOf('\r') + 1);
  return last.includes('\b') ? withoutTakenBack(last) : last;
}

function withoutTakenBack(line: string): string {
  const kept: string[] = [];
  for (const char of line) {
    if (char === '\b') {
      kept.pop();
    } else {
      kept.push(char);
    }
  }
  return kept.join('');
}
