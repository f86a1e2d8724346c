// What the fake model says: a script in place of a model, for stories and for `cargo xtask try`. It sees stand-ins
// only, reads the file it is asked about by a path of slots, runs what it is told to run, and repeats what it knows.

const ROOT = /\[REPO_ROOT_\d+[a-z]?\]/;
const FILE = /(?:^|[\s"'`])((?:[\w-]+\/)*\.?[\w-]+\.(?:txt|ts|md|env|json)|\.env)\b/;
const SAFELY = /\b[Ss]afely run:?\s+`?([^`\n]+?)`?\s*$/m;
const COMMAND = /\b[Rr]un:?\s+`?([^`\n]+?)`?\s*$/m;

const HELLO =
  'I am a small script in place of a model, and I see stand-ins where you see private values. ' +
  'Try: Read notes.txt and tell me who owns it. Or: Run cat .env. Or: Read the key outside of this folder.';

/** A script for the fake upstream. */
export function talk(seen) {
  const { last, isToolResult, raw, tools } = seen;
  const toRepeat = /Repeat the following[^\n]*\n\n([^]*)/.exec(last)?.[1];
  if (toRepeat !== undefined) {
    return says(toRepeat);
  }
  const root = ROOT.exec(raw)?.[0] ?? '[REPO_ROOT_1]';
  if (isToolResult) {
    return says(aboutResult(root, last));
  }
  const task = /<userRequest>\n([^]*?)\n<\/userRequest>/.exec(last)?.[1] ?? last;
  return acts(task, root, tools) ?? says(about(task));
}

/** A call of a tool, if the task wants one and the chat has it. */
function acts(task, root, tools) {
  const command = COMMAND.exec(task)?.[1];
  if (command && !SAFELY.test(task) && tools.includes('run_in_terminal')) {
    const args = { command: command.replace(FILE, ` ${root}/$1`), explanation: 'As you asked.', goal: 'Run it', mode: 'sync', isBackground: false, timeout: 10_000 };
    return says(`I run it in ${root}.`, call('run_in_terminal', args));
  }
  const safely = SAFELY.exec(task)?.[1];
  if (safely && tools.includes('slotguard_run')) {
    return says('I run it with the tool of SlotGuard.', call('slotguard_run', { command: safely.replace(FILE, ` ${root}/$1`) }));
  }
  if (!tools.includes('read_file')) {
    return undefined;
  }
  if (/\boutside\b/.test(task)) {
    return says('I try to read a key outside of your folder.', call('read_file', { filePath: `${root}/../../.ssh/id_ed25519`, startLine: 1, endLine: 40 }));
  }
  const file = FILE.exec(task)?.[1];
  return file && says(`I read ${root}/${file} first.`, call('read_file', { filePath: `${root}/${file}`, startLine: 1, endLine: 40 }));
}

function call(name, args) {
  return { type: 'tool-call', id: `call_${crypto.randomUUID()}`, name, args: JSON.stringify(args) };
}

function about(task) {
  const mail = /\[EMAIL_\d+\]/.exec(task)?.[0];
  return mail ? `I would write to ${mail}, who owns it.` : HELLO;
}

function aboutResult(root, result) {
  if (result.includes('SlotGuard refused')) {
    return 'I was not let: that path lies outside of your folder, so I go on without it.';
  }
  const owner = /Owner: *(\S+)/.exec(result)?.[1];
  const token = /API_TOKEN=(\w+)/.exec(result)?.[1];
  const known = [
    ...(owner ? [`It belongs to ${owner}, whom I know as ${spelled(owner)}.`] : []),
    ...(token ? [`Its token reads ${token} to me, which opens nothing.`] : []),
    ...(result.includes('noon') ? ['The build runs at noon.'] : []),
  ];
  const lines = result.trim().split('\n').length;
  return [`I got ${lines} ${lines === 1 ? 'line' : 'lines'} from ${root}.`, ...known].join(' ');
}

/** A stand-in in words, which nobody puts the real value in for. */
function spelled(standIn) {
  return `"${standIn.replaceAll(/[[\]]/g, '').replaceAll('_', ' ')}"`;
}

/** Streamed in small pieces, so that stand-ins are cut. */
function says(text, ...calls) {
  return { events: [{ type: 'text', text }, ...calls], piece: 5, delay: 2 };
}
