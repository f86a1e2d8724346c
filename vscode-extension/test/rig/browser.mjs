// The workbench in a headless browser, cut off from everything but loopback.
import { chromium as playwright } from 'playwright-core';
import { markChatAsSetUp } from '../../try/door.mjs';
import { chromium } from './install.mjs';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'];

/** Opens the workbench; `before` gets the page before anything is loaded. */
export async function openWorkbench(port, query = '', before = async () => {}) {
  const browser = await playwright.launch({ executablePath: chromium(), headless: true, args: FLAGS });
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const console = [];
  page.on('console', (message) => console.push(`${message.type()} ${message.text()}`));
  page.on('pageerror', (error) => console.push(`pageerror ${error.message}`));
  const isAway = (url) => url.protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(url.hostname);
  await context.route(isAway, (route) => route.abort());
  await before(page);
  await page.goto(`http://127.0.0.1:${port}/${query}`, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('.monaco-workbench .part.statusbar', { timeout: 120_000 });
  return { browser, context, page, console };
}

/**
 * The built-in chat is off in a fresh profile until it is set up. This marks the set-up as done, in the browser's
 * own storage.
 */
export async function enableBuiltInChat(page, port) {
  await page.goto(`http://127.0.0.1:${port}/healthz`);
  await page.evaluate(markChatAsSetUp);
}
