// `cargo xtask try [--port N] [--no-open]`: SlotGuard in a browser, with a fake model and no account.
import { spawn } from 'node:child_process';
import { packed } from '../package.mjs';
import { openTry } from './open.mjs';

const { argv, env, stdout } = process;
const given = argv.indexOf('--port');
const port = given > 0 ? Number(argv[given + 1]) : 0;
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  throw new Error('--port wants a number up to 65535');
}
const opened = await openTry({ vsix: await packed(), port });
stdout.write(`\n  ${opened.url}\n\nOpen it in a browser on this machine; the README there says what to try. The project is in\n${opened.folder}. Ctrl+C ends everything and removes it.\n`);
if (!argv.includes('--no-open') && (env.DISPLAY || env.WAYLAND_DISPLAY)) {
  spawn('xdg-open', [opened.url], { stdio: 'ignore', detached: true }).on('error', () => {});
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void opened.stop().then(() => process.exit(0)));
}
