// One workbench on the screen, for a story.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from '../../build.mjs';
import { enableBuiltInChat, openWorkbench } from './browser.mjs';
import { serve } from './server.mjs';

/** Opens a workbench for `story(screen)` and closes everything afterwards. */
export async function onScreen({ name, query = '', ...server }, story) {
  const served = await serve({ name, ...server });
  const opened = await openWorkbench(served.port, query, (page) => enableBuiltInChat(page, served.port));
  const screen = new Screen(name, opened.page, served);
  try {
    await screen.see('SlotGuard');
    await story(screen);
  } catch (error) {
    await screen.keep('failed').catch(() => {});
    throw error;
  } finally {
    await opened.browser.close();
    served.stop();
  }
}

class Screen {
  constructor(name, page, server) {
    this.name = name;
    this.page = page;
    this.server = server;
  }

  /** Waits until `text` is on the screen. */
  async see(text, timeout = 60_000) {
    await this.page.getByText(text).first().waitFor({ timeout });
  }

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
    await this.page.keyboard.press('F1');
    await this.page.waitForSelector('.quick-input-widget input');
    await this.page.keyboard.type(title, { delay: 2 });
    await this.page.waitForTimeout(700);
    await this.page.keyboard.press('Enter');
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name) {
    await this.page.keyboard.press('Control+P');
    await this.page.waitForSelector('.quick-input-widget input');
    await this.page.keyboard.type(name, { delay: 2 });
    await this.page.waitForTimeout(1200);
    await this.page.keyboard.press('Enter');
    await this.page.waitForTimeout(1000);
  }

  /** Types into the chat and sends it. */
  async chat(prompt) {
    const input = this.page.locator('.interactive-input-part .monaco-editor').first();
    await input.waitFor({ timeout: 60_000 });
    await input.click();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.type(prompt, { delay: 3 });
    await this.page.waitForTimeout(300);
    await this.page.keyboard.press('Enter');
  }

  /** All that the chat shows. */
  async chatText() {
    return (await this.page.locator('.interactive-session .interactive-list').first().textContent()) ?? '';
  }
}

export async function until(what, look, ms = 60_000) {
  const end = Date.now() + ms;
  while (!(await look())) {
    if (Date.now() > end) {
      throw new Error(`waited in vain: ${what}`);
    }
    await new Promise((done) => setTimeout(done, 200));
  }
}
