import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoWorld, openDemoWorldWith } from '../../../sandbox/demo/demo-world.ts';
import { replayPast } from '../../../sandbox/demo/replay-past.ts';
import { startPage } from '../../../sandbox/page/start-page.ts';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { type BotInProcess, startInProcess } from '../world/bot-in-process.ts';
import { unexpectedErrors } from '../world/logged-errors.ts';
import { skipTogether } from '../world/skip.ts';
import { SkippingClock } from '../world/skipping-clock.ts';
import { missingChromium, openPageInBrowser } from './newcomer.ts';

/** The hidden part of the chat below the visible one. */
const HIDDEN_BELOW_PX = `(() => {
  const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.scroll');
  return Math.round(scrollHeight - scrollTop - clientHeight);
})()`;
/** The distance of the newest message from the upper edge of the visible chat. */
const NEWEST_BEGINS_PX = `(() => {
  const newest = [...document.querySelectorAll('.message')].at(-1);
  return Math.round(newest.getBoundingClientRect().top - document.querySelector('.scroll').getBoundingClientRect().top);
})()`;
const IS_SAID_IN_SIGHT = `(() => {
  const { left, top } = document.querySelector('.said').getBoundingClientRect();
  return document.elementFromPoint(left + 1, top + 1)?.className === 'said';
})()`;

/** The height of the world's state with a short and a long age of the shops. */
const STATE_HEIGHTS_PX = `['7 seconds ago', '57 seconds ago'].map((age) => {
  document.querySelector('.state [data-relative]').textContent = age;
  return document.querySelector('.state').offsetHeight;
})`;

const clock = new SkippingClock();
let world: DemoWorld<BotInProcess>;
let link: { url: string; close(): Promise<void> };

beforeAll(async () => {
  const { signal } = new AbortController();
  const plan = { seed: 5, shops: 2_000, stop: signal, now: () => clock.now() };
  world = await openDemoWorldWith(plan, (environment) => startInProcess(environment, clock));
  await replayPast(world, signal);
  link = await startPage(world);
});
afterAll(async () => {
  await link.close();
  await world.close();
  expect(unexpectedErrors(world.bot.log(), [])).toEqual([]);
});

test.skipIf(missingChromium)(
  'three steps lead from a price to a watch that fires, and a reload keeps the user and the theme',
  async () => {
    const newcomer = await openPageInBrowser(link.url);
    const { page } = newcomer;
    const step = (number: number) => page.getByTestId(`step-${number}`);
    await newcomer.be('Mia');
    await step(1).click();
    await newcomer
      .message('/price')
      .getByRole('img', { name: /, 30 days\./ })
      .waitFor();
    await step(2).click();
    await newcomer.message('/watch add').waitFor();
    await step(3).click();
    await page.getByTestId('toast').getByTestId('push').waitFor();
    await page.getByTestId('place-dm').getByTestId('badge').getByText('1').waitFor();
    await newcomer.picture('0-three-steps');
    await page.getByTestId('toast').getByTestId('push').click();
    await newcomer.message('16 × Hopper: sold at auction').waitFor();
    await page.getByTestId('language').selectOption('de');
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Light' }).waitFor();
    expect(await page.getByTestId('be-Mia').getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByTestId('language').inputValue()).toBe('de');
    await page.getByTestId('language').selectOption('en-GB');
    await page.getByTestId('invite').click();
    await page.getByRole('heading', { name: '# general' }).waitFor();
    expect(newcomer.pageErrors).toEqual([]);
    await newcomer.leave();
  },
);

test.skipIf(missingChromium)(
  'a new user finds a shop, watches it, adds a feed, cuts the stream, and is notified of a cheaper shop',
  async () => {
    const newcomer = await openPageInBrowser(link.url);
    const { page } = newcomer;

    await newcomer.be('Sam');
    await newcomer.visit('market');
    await newcomer.type('/shop', 'item:', 'slime bl');
    const list = newcomer.message(/\/shop.*Slime Block.*Watch this/s);
    await list.waitFor();
    await newcomer.picture('1-shop');

    await newcomer.type('/price', 'slime bl');
    const price = newcomer.message('/price');
    await price.getByRole('img', { name: /Slime Block, 30 days/ }).waitFor();
    await price.getByRole('button', { name: '90 days' }).click();
    await price.getByRole('img', { name: /Slime Block, 90 days/ }).waitFor();
    expect(await page.locator('.asked-command', { hasText: '/price' }).count()).toBe(1);
    await newcomer.picture('2-price');

    await newcomer.type('/shop', 'world:', 'world');
    const pages = newcomer.message('Page 1 of');
    await pages.getByRole('button', { name: 'Next' }).click();
    await newcomer.message('Page 2 of').waitFor();
    await newcomer.picture('2-next-page');

    await list.getByRole('button', { name: 'Watch this' }).click();
    await page.getByTestId('modal').getByRole('textbox').fill('0.3');
    await newcomer.picture('3-watch-form');
    await page.getByTestId('submit').click();
    await newcomer.message('I’ll message you').waitFor();
    await page.getByTestId('list').click();
    await page
      .getByTestId('said')
      .getByText(/slime block/i)
      .waitFor();
    await newcomer.picture('4-watching');

    await page.getByTestId('box').fill('/feed');
    await page.keyboard.press('Enter');
    await page.getByTestId('command-error').getByText('There is no command').waitFor();
    await newcomer.picture('5-not-a-moderator');
    await page.getByTestId('box').fill('');

    await newcomer.be('Mia');
    await newcomer.visit('staff');
    await newcomer.type('/feed add', 'auctions');
    await newcomer.message('/feed add').waitFor();
    await page.getByTestId('auction').click();
    await newcomer.message('16 × Diamond: sold at auction').waitFor();
    await newcomer.picture('6-auction');

    await page.getByTestId('fault-service-restart').click();
    await page.getByTestId('state').getByText('down').waitFor();
    await newcomer.picture('7-stream-down');
    await page.getByTestId('state').getByText('live').waitFor();
    await newcomer.type('/health');
    await newcomer.message('Outages in the last 24 hours').waitFor();
    await newcomer.picture('8-health');

    await newcomer.be('Sam');
    await newcomer.visit('dm');
    await skipTogether({ ...world, clock }, 1.5 * MINUTE_MS);
    await newcomer.message(/Slime Block: .* · 0\.25 each/).waitFor();
    await newcomer.picture('9-direct-message');
    const file = await newcomer.download('/watch export');
    await page.getByRole('button', { name: 'Snooze 1 hour' }).click();
    await newcomer.message('Snoozed until').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await newcomer.message('Stopped: ').waitFor();
    await newcomer.upload('/watch import', file);
    await newcomer.message('1 watch added.').waitFor();
    await newcomer.picture('11-file-taken');
    const [short, long] = await page.evaluate<number[]>(STATE_HEIGHTS_PX);
    expect(long).toBe(short);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'World' }).click();
    await page.getByTestId('find-shop').fill('slime');
    await page.getByRole('button', { name: 'Cheaper' }).last().click();
    await page.getByTestId('said').getByText('now asks').waitFor();
    expect(await page.evaluate(IS_SAID_IN_SIGHT)).toBe(true);
    await newcomer.picture('10-narrow-world');
    await page.getByRole('button', { name: /^Places/ }).click();
    await newcomer.visit('market');
    await expect.poll(() => page.evaluate(NEWEST_BEGINS_PX)).toBeGreaterThanOrEqual(0);
    await newcomer.picture('10-narrow');
    await page.getByTestId('messages').hover();
    await page.mouse.wheel(0, -2_000);
    await expect.poll(() => page.evaluate(HIDDEN_BELOW_PX)).toBeGreaterThan(500);
    await page.getByTestId('jump').waitFor();
    await newcomer.type('/price', 'slime bl');
    await newcomer
      .message('/price')
      .getByRole('img', { name: /, 30 days\./ })
      .waitFor();
    await expect.poll(() => page.evaluate(NEWEST_BEGINS_PX)).toBe(8);
    await page.getByTestId('jump').click();
    await expect.poll(() => page.evaluate(HIDDEN_BELOW_PX)).toBe(0);
    await newcomer.type('/health');
    await expect.poll(() => page.evaluate(NEWEST_BEGINS_PX)).toBeGreaterThanOrEqual(0);
    expect(await page.getByTestId('message').last().textContent()).toContain('/health');
    expect(newcomer.pageErrors).toEqual([]);
    await newcomer.leave();
  },
  3 * MINUTE_MS,
);
