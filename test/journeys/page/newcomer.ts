import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Locator, type Page, selectors } from 'playwright-core';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';

const CHROMIUM = '/usr/bin/chromium';
/** Chromium's own calls to its makers are switched off: the page is all that it shall ask for. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where the pictures of the journey are kept: `artifacts/page`, not in the repository. */
const folder = fileURLToPath(new URL('../../../artifacts/page', import.meta.url));

export const missingChromium = existsSync(CHROMIUM) ? null : 'needs Debian’s chromium, which .ci/run installs';

/** Somebody new at the page: a browser, and the few things that they do with it. */
export async function openPageInBrowser(link: string, size = { width: 1600, height: 900 }, folderOfPictures = folder) {
  selectors.setTestIdAttribute('data-test');
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const page: Page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  page.setDefaultTimeout(PATIENCE_MS);
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()));
  mkdirSync(folderOfPictures, { recursive: true });
  await page.goto(link);
  const box = page.getByTestId('box');

  /**
   * Runs a command by keyboard alone. Each step is typed; one that ends with a colon opens an option, any other is a
   * value and taken with Enter once the suggestions for it are in.
   */
  async function type(line: string, ...steps: readonly string[]): Promise<void> {
    await box.focus();
    await box.pressSequentially(line);
    await page.getByTestId('box-list').getByText(line, { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    for (const step of steps) {
      await box.pressSequentially(step);
      if (step.endsWith(':')) continue;
      await page.locator('#box-list:not([data-stale])').waitFor({ state: 'attached' });
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Enter');
  }

  return {
    page,
    /** Errors of the page itself. */
    pageErrors,
    picture: (name: string, of: Page | Locator = page) =>
      of.screenshot({ path: join(folderOfPictures, `${name}.png`) }),
    be: (name: string) => page.getByTestId(`be-${name}`).click(),
    /** A place of that name, of the first server that has one. */
    visit: (place: string) => page.getByTestId(`place-${place}`).first().click(),
    type,
    /** Runs a command and takes the file of its answer; hands back where it is kept. */
    async download(line: string): Promise<string> {
      await type(line);
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('file').last().click()]);
      return file.path();
    },
    /** Runs a command whose one option is a file. */
    async upload(line: string, path: string): Promise<void> {
      await box.fill(line);
      await page.keyboard.press('Enter');
      await page.getByTestId('box-file').setInputFiles(path);
      await page.getByRole('button', { name: basename(path) }).waitFor();
      await page.keyboard.press('Enter');
    },
    /** The newest message that holds the text. */
    message: (text: string | RegExp) => page.getByTestId('message').filter({ hasText: text }).last(),
    leave: () => browser.close(),
  };
}
