import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Locator, type Page, selectors } from 'playwright-core';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';

const CHROMIUM = '/usr/bin/chromium';
/** Chromium's own requests are switched off, so that only the page sends some. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The pictures of the journey go to `artifacts/page`, outside the repository. */
const folder = fileURLToPath(new URL('../../../artifacts/page', import.meta.url));

export const missingChromium = existsSync(CHROMIUM) ? null : 'needs Debian’s chromium, which .ci/run installs';

/** Opens the page in a browser, with the actions of a new user. */
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
   * Runs a command by keyboard. A step that ends with a colon opens an option; any other is a value, accepted with
   * Enter once its suggestions have arrived.
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
    pageErrors,
    picture: (name: string, of: Page | Locator = page) =>
      of.screenshot({ path: join(folderOfPictures, `${name}.png`) }),
    be: (name: string) => page.getByTestId(`be-${name}`).click(),
    /** Opens the place with that name in the first server that has one. */
    visit: (place: string) => page.getByTestId(`place-${place}`).first().click(),
    type,
    /** Runs a command and downloads the file in its answer. @returns the path of the file */
    async download(line: string): Promise<string> {
      await type(line);
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('file').last().click()]);
      return file.path();
    },
    /** Runs a command whose only option is a file. */
    async upload(line: string, path: string): Promise<void> {
      await box.fill(line);
      await page.keyboard.press('Enter');
      await page.getByTestId('box-file').setInputFiles(path);
      await page.getByRole('button', { name: basename(path) }).waitFor();
      await page.keyboard.press('Enter');
    },
    /** The newest message that contains the text. */
    message: (text: string | RegExp) => page.getByTestId('message').filter({ hasText: text }).last(),
    leave: () => browser.close(),
  };
}
