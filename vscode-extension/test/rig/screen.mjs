// One workbench on the screen, for a story. Whatever a story does next waits for what it needs to be there: nothing
// here depends on how fast the machine is.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from '../../build.mjs';
import { enableBuiltInChat, openWorkbench } from './browser.mjs';
import { serve } from './server.mjs';

/** Milliseconds that anything may take. */
const PATIENCE = 60_000;

/** Starts a server and opens its workbench for `story(screen)`; closes everything afterwards. */
export async function onScreen({ name, query, ...server }, story) {
  const served = await serve({ name, ...server });
  try {
    const before = (page) => enableBuiltInChat(page, served.port);
    await onPage({ name, query, before, port: served.port }, story);
  } finally {
    served.stop();
  }
}

/** Opens the workbench on `port` for `story(screen)`. */
export async function onPage({ name, query, before, port }, story) {
  const { browser, page, console } = await openWorkbench(port, query, before);
  const screen = new Screen(name, page);
  try {
    await told(screen, async () => {
      await screen.isUp();
      await story(screen);
    });
  } finally {
    writeFileSync(join(here, 'out', 'screenshots', `${name}-console.log`), console.join('\n'));
    await browser.close();
  }
}

async function told(screen, story) {
  try {
    await story();
  } catch (error) {
    await screen.keep('failed').catch(() => {});
    throw error;
  }
}

class Screen {
  constructor(name, page) {
    this.name = name;
    this.page = page;
  }

  /** Waits until the extension runs. */
  async isUp() {
    await this.page.locator('[id*="slotguard.status"]').first().waitFor({ timeout: PATIENCE });
  }

  /** Loads the window anew by its command: VS Code writes what it has to, its chats among it, before the window goes. */
  async reload() {
    await Promise.all([this.page.waitForEvent('domcontentloaded', { timeout: PATIENCE }), this.command('Developer: Reload Window')]);
    await this.isUp();
  }

  /** Loads the page anew, which no part of VS Code can hold up: it loses what it did in the seconds before. */
  async loseThePage() {
    await this.page.reload({ waitUntil: 'domcontentloaded' });
    await this.isUp();
  }

  /** A second window on the same folder, closed afterwards. */
  async inAnotherWindow(story) {
    const page = await this.page.context().newPage();
    try {
      await page.goto(this.page.url(), { waitUntil: 'domcontentloaded' });
      const screen = new Screen(`${this.name}-other`, page);
      await screen.isUp();
      await story(screen);
    } finally {
      await page.close();
    }
  }

  /** Waits until `text` is on the screen. */
  async see(text, timeout = PATIENCE) {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor({ timeout });
  }

  /** Waits until `text` is in a view of an extension's own, such as a rendered document. */
  async seeInFrame(text) {
    const holds = (frame) => frame.evaluate((wanted) => document.body?.innerText.includes(wanted), text).catch(() => false);
    await until(`"${text}" in a frame`, async () => (await Promise.all(this.page.frames().map(holds))).includes(true));
  }

  /** Keeps a picture, once nothing moves any more. */
  async keep(what) {
    await this.page.waitForTimeout(600);
    await this.page.screenshot({ path: join(here, 'out', 'screenshots', `${this.name}-${what}.png`) });
  }

  /** Keeps what the fake upstream was sent. */
  wire(fake) {
    const lines = fake.log.map((seen) => JSON.stringify(seen)).join('\n');
    writeFileSync(join(here, 'out', 'screenshots', `${this.name}-wire.jsonl`), lines);
  }

  /** Runs a command by its title, from the palette. */
  async command(title) {
    await this.#pick('F1', title, title);
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name) {
    await this.#pick('Control+P', name, name);
    await this.page.locator('.tabs-container .tab.active', { hasText: name }).waitFor({ timeout: PATIENCE });
    await this.page.locator('.editor-group-container.active .view-line').first().waitFor({ timeout: PATIENCE });
  }

  /** Chooses the row of the open list that begins with `row`; another row may offer to ask the chat for it. */
  async choose(row, timeout = PATIENCE) {
    await this.page.locator(`.quick-input-widget .monaco-list-row[aria-label^="${row}"]`).first().click({ timeout });
  }

  /** `key` opens a list; what is typed there narrows it. A command may not be there yet in a window that just opened. */
  async #pick(key, typed, row) {
    const input = this.page.locator('.quick-input-widget input[type="text"]');
    await until(`"${row}" in the list`, async () => {
      // The list before this one may still be closing.
      await input.waitFor({ state: 'hidden', timeout: PATIENCE });
      await this.page.keyboard.press(key);
      await input.waitFor({ timeout: PATIENCE });
      await this.page.keyboard.type(typed);
      const isChosen = await this.choose(row, PATIENCE / 4).then(() => true, () => false);
      await (isChosen || this.page.keyboard.press('Escape'));
      return isChosen;
    });
  }

  get #chatInput() {
    return this.page.locator('.interactive-input-part .monaco-editor').first();
  }

  /** What stands in the box; the editor draws blanks as no-break spaces. */
  async #chatTyped() {
    const text = (await this.#chatInput.locator('.view-lines').textContent()) ?? '';
    return text.replaceAll('\u00A0', ' ');
  }

  /** Waits until one of our models is the one that is asked. */
  async chatIsReady() {
    await this.page.locator('.interactive-input-part', { hasText: 'SlotGuard:' }).first().waitFor({ timeout: PATIENCE });
  }

  /** Types into the chat and sends it. In Restricted Mode no model is chosen before the first prompt. */
  async chat(prompt, { asksModel = true } = {}) {
    if (asksModel) {
      await this.chatIsReady();
    }
    await this.#chatInput.click({ timeout: PATIENCE });
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.type(prompt, { delay: 3 });
    const start = prompt.slice(0, 12);
    await until('the prompt', async () => (await this.#chatTyped()).startsWith(start));
    await until('the prompt to be sent', async () => {
      if (await this.page.locator('.suggest-widget.visible').isVisible()) {
        await this.page.keyboard.press('Escape');
      }
      await this.page.keyboard.press('Enter');
      await this.page.waitForTimeout(500);
      return !(await this.#chatTyped()).includes(prompt.slice(-6));
    });
  }

  /** All that the chat shows. */
  async chatText() {
    return (await this.page.locator('.interactive-session .interactive-list .monaco-list-rows').first().textContent()) ?? '';
  }

  /** Waits until the chat shows `text`. */
  async chatShows(text) {
    await until(`"${text}" in the chat`, async () => (await this.chatText()).includes(text));
  }
}

export async function until(what, look, ms = PATIENCE) {
  const end = Date.now() + ms;
  while (!(await look())) {
    if (Date.now() > end) {
      throw new Error(`waited in vain: ${what}`);
    }
    await new Promise((done) => setTimeout(done, 200));
  }
}
