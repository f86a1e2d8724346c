// The project that a newcomer finds: small, invented, and full of what should not leave a machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the fake model's requests can be read, as they arrived. */
export const LOG = 'what-the-model-got.txt';

// In pieces, so that no scanner takes them for leaks.
const PASSWORD = ['corvid', 'Lantern', '92xQ'].join('-');
const TOKEN = ['9f3b1c77e0aa4d2286', 'c5b1f03e9a6108d7c45be2'].join('');
const OWNER = 'mira.okafor@quill-works.internal';

const README = `# Try SlotGuard

Nothing here is real: the project is invented, and the model is a small script on this machine. No account, no network.

1. In the chat, ask: **Read notes.txt and tell me who owns it**

   The agent of VS Code works as always. Then open **${LOG}**: it shows what arrived at the model. Paths,
   names and addresses went out as stand-ins such as \`[EMAIL_1]\`, passwords and tokens as others of the same form.

2. Ask: **Run cat .env**

   The model writes a path of stand-ins; the terminal gets the real one.

3. Ask: **Read the key outside of this folder**

   SlotGuard refuses the call, tells the model why, and the chat goes on.

4. Open **src/mail.ts**, press F1 and run **SlotGuard: Toggle Highlights**. What is marked would be hidden.

5. The shield on the left lists what was hidden. **SlotGuard** in the status bar tells how much, and has a menu.

6. F1, **SlotGuard: Check Protection** sends invented values through the model and shows what arrived.

With your own model: F1, **SlotGuard: Add Model**.
`;

const FILES = {
  'README.md': README,
  'notes.txt': `Owner: ${OWNER}\nDB_PASSWORD=${PASSWORD}\nAPI_TOKEN=${TOKEN}\nThe build runs at noon on build7.quill-works.internal.\n`,
  '.env': `DATABASE_URL=postgres://mira:${PASSWORD}@db.quill-works.internal:5432/quill\nAPI_TOKEN=${TOKEN}\n`,
  'src/mail.ts': `// Written by Mira Okafor <${OWNER}>\nexport const server = 'smtp.quill-works.internal';\nexport const from = '${OWNER}';\n\nexport function subject(name: string): string {\n  return \`Hello, \${name}\`;\n}\n`,
  'legal/severance_okafor.md': 'A draft.\n',
  [LOG]: 'Nothing yet. What the model is sent will stand here, request by request.\n',
};

export const LOG_HEAD = 'The end of each request; before it are instructions and earlier turns.\n\n';

export function writeSample(folder) {
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** What \`seen\` was, for people: the instructions of the agent, which nobody wrote, are left out. */
export function described({ raw, last, isToolResult, tools }, number) {
  const task = /<userRequest>\n([^]*?)\n<\/userRequest>/.exec(last)?.[1] ?? last;
  const what = isToolResult ? 'what a tool answered' : tools.length > 0 ? 'what you asked' : 'without tools';
  return `--- request ${number} (${Math.ceil(raw.length / 1024)} KB), ${what}:\n${task.trim()}\n\n`;
}
