import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Message } from '../../../../sandbox/discord/world/entities.ts';
import { openPageInBrowser } from '../newcomer.ts';
import type { Shot } from './scene.ts';

/** Wide enough for the page's three columns, and higher than any message, because a higher one is cut. */
export const SIZES = { desktop: { width: 1280, height: 2_400 }, phone: { width: 390, height: 3_600 } } as const;
export type Size = keyof typeof SIZES;
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Film {
  readonly folder: string;
  readonly sizes: readonly Size[];
  readonly themes: readonly Theme[];
}

const MARGIN_PX = 12;
const PUSH_TRIES = 5;
/** Hides everything that floats above the messages. */
const UNCOVER = `for (const each of document.querySelectorAll('.jump, .toast')) each.style.visibility = 'hidden'`;
const PICTURES_ARE_IN = 'Promise.all([...document.images].map((image) => image.decode().catch(() => null)))';

/** Opens a browser at the page that takes pictures of single messages, and of the phone's push for alerts. */
export async function openCamera(url: string, { folder, sizes, themes }: Film) {
  const { page, leave, pageErrors } = await openPageInBrowser(url, SIZES.desktop, folder);

  await page.evaluate(UNCOVER);
  const missingFonts = new Set<string>();

  /** Takes pictures of a message in all sizes and themes. @returns the names of their files */
  async function take(scene: string, { name, stage, viewer, message, opens }: Shot): Promise<string[]> {
    await page.setViewportSize(SIZES.desktop);
    await page.getByTestId(`be-${viewer.name}`).click();
    for (const hint of await page.getByTestId('missing-font').allInnerTexts()) missingFonts.add(hint);
    await page.locator(`.place[data-place="${message.channel.id}"]`).click();
    mkdirSync(join(folder, scene), { recursive: true });
    const files: string[] = [];
    const there = page.locator(`[data-id="${message.id}"]`);
    const form = page.getByTestId('modal');
    if (opens !== undefined) await there.locator(`[data-key^="${opens}"]`).click();
    const element = opens === undefined ? there : form;
    for (const size of sizes) {
      await page.setViewportSize(SIZES[size]);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page.evaluate(PICTURES_ARE_IN);
        const file = join(scene, `${name}.${stage.locale}.${size}.${theme}.png`);
        await page.screenshot({ path: join(folder, file), clip: await withMargin(element) });
        files.push(file);
      }
    }
    if (opens !== undefined) await form.getByRole('button', { name: 'Cancel' }).click();
    return [...files, ...(await takePush(join(scene, `${name}.${stage.locale}.push.png`), message))];
  }

  async function takePush(file: string, message: Message): Promise<string[]> {
    await page.setViewportSize(SIZES.desktop);
    const push = page.getByTestId('phone').locator(`[data-message="${message.id}"]`);
    // A later message redraws the phone while its picture is taken, and may remove the push.
    for (let left = PUSH_TRIES; left > 0 && (await push.count()) > 0; left -= 1) {
      try {
        await push.screenshot({ path: join(folder, file) });
        return [file];
      } catch (error) {
        if (left === 1 || !String(error).includes('not attached')) throw error;
      }
    }
    return [];
  }

  return { take, leave, pageErrors, missingFonts };
}

/** Returns the area of an element with a margin. */
async function withMargin(element: Locator) {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('a message that is not to be seen');
  const [x, y] = [Math.max(0, box.x - MARGIN_PX), Math.max(0, box.y - MARGIN_PX)];
  return { x, y, width: box.x + box.width + MARGIN_PX - x, height: box.y + box.height + MARGIN_PX - y };
}
