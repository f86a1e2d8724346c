// What a terminal shows, out of what was written to it: without colours and marks, with overwritten lines as they
// ended. A progress bar is one line.

// oxlint-disable-next-line no-control-regex
const OPERATING_SYSTEM = /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?/g;
// oxlint-disable-next-line no-control-regex
const CONTROL = /\x1b\[[0-?]*[ -/]*[@-~]?/g;
// oxlint-disable-next-line no-control-regex
const OTHER = /\x1b[ -/]*[0-~]?|[\0-\x07\x0b\x0c\x0e-\x1a\x7f]/g;

/** Linear in the length of `written`. */
export function shownText(written: string): string {
  const plain = written.replace(OPERATING_SYSTEM, '').replace(CONTROL, '').replace(OTHER, '');
  return plain.split('\n').map(shownLine).join('\n');
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
