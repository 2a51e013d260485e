import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Bot } from '../../sandbox/bot.ts';
import { PATIENCE_MS } from '../../sandbox/discord/events.ts';
import type { HttpFaultName, HttpFaultOptions } from '../../sandbox/service/http-faults.ts';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';
import { testSize } from '../property-runs.ts';

/** Stands on: the real bot, over HTTP to the simulated service, and the local Discord; its time is skipped. */

const STEP_MS = 10_000;
const REFRESH_MS = 120_000;
/** An enormous body takes seconds of the machine's time. */
const LONG_BODY_MS = testSize({ short: 0, long: 1_000 });
const FRESH = { type: 'SELLING', remaining: 640 };
const OWNER = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };

let world: World;
let bot: Bot;
let places = 0;

beforeAll(async () => {
  world = await openWorld({ shops: 20 });
  list('SLIME_BLOCK');
  bot = await world.startBot();
  await vi.waitFor(async () => expect(await shop()).toContain('3,301'), { timeout: PATIENCE_MS });
  await world.ask(world.mod, 'auctions', '/feed add', { kind: 'listings' });
  await world.ask(world.mod, 'staff', '/feed add', { kind: 'sold-out' });
});
afterAll(() => world.close());

/** Lists a new shop at a unique price. */
function list(type: string): string {
  places += 1;
  const price = 3_300 + places;
  const location = { x: places, y: 64, z: -3, world: 'world' };
  world.economy.list({ ...FRESH, owner: OWNER, price, item: { type }, location });
  return `${price.toLocaleString('en-US')} diamonds`;
}

const health = async () => (await world.ask(world.player, 'market', '/health')).text;
const shop = async () => (await world.ask(world.player, 'market', '/shop', { item: 'Slime Block' })).text;
const textOfChannel = (name: string) => world.discord.messages(world.channel(name)).map(textOf).join('\n');
const asked = () => world.service.snapshotCount().asked;

/** Returns the age of the shops that `/shop` shows, as a time in Unix seconds. */
async function shownAsOf(): Promise<number> {
  return Number(/shops as of <t:(\d+):R>/i.exec(await shop())?.[1]);
}

/**
 * Advances the clock until a request for the shops has ended. While it runs, steps take a second or end with it,
 * because a longer step would skip its deadline during a long body.
 */
async function untilAskedAgain(): Promise<void> {
  const before = asked();
  const over = world.service.nextRequest('shops');
  for (let skippedMs = 0; asked() === before; skippedMs += STEP_MS) {
    if (skippedMs >= REFRESH_MS) await Promise.race([over, wait(LONG_BODY_MS)]);
    if (asked() === before) await world.skip(STEP_MS);
  }
}

type Fault = [title: string, name: HttpFaultName, options: HttpFaultOptions, kind: string, trouble: string];
/**
 * Only in `npm run test:long`, because each takes half a minute. `http-answers.test.ts` tests the limit of a body in
 * `npm test`.
 */
const ENORMOUS: readonly Fault[] = [
  ['fault 37: 300 MB', 'enormous', { bytes: 300 * 2 ** 20 }, 'too-large', 'the answer is too large'],
  ['fault 37: a gzip bomb of 300 MB', 'gzip-bomb', { bytes: 300 * 2 ** 20 }, 'too-large', 'the answer is too large'],
];

test.each<Fault>([
  ['fault 33: NOT_CACHED', 'not-cached', {}, 'not-cached', 'the service has no data yet'],
  ['fault 34: INTERNAL_ERROR', 'internal-error', {}, 'internal-error', 'an error inside the service'],
  ['fault 35: a 502 of the proxy', 'bad-gateway', {}, 'proxy-error', 'the service is away (status 502)'],
  ['fault 35: 200 and a page', 'html-200', {}, 'not-json', 'the answer is no JSON'],
  ['fault 36: a body that ends half-way', 'truncated', {}, 'truncated', 'the answer broke off'],
  [
    'fault 36: a body of unknown length that ends half-way',
    'truncated-chunked',
    {},
    'truncated',
    'the answer broke off',
  ],
  ...ENORMOUS.slice(0, testSize({ short: 0, long: ENORMOUS.length })),
])(
  '%s: old shops are shown with age and trouble, and the next answer announces new ones once',
  async (_, name, options, kind, trouble) => {
    const before = bot.log().length;
    const fresh = list('HONEY_BLOCK');
    const soldOut = textOfChannel('staff');
    const asOf = await shownAsOf();
    world.service.breakHttp(name, { ...options, route: 'shops', times: 1 });
    await untilAskedAgain();
    await expect.poll(health).toContain(trouble);
    expect(await shop()).toMatch(/Slime Block.*3,301.*shops as of/is);
    expect(await shownAsOf()).toBe(asOf);
    expect(textOfChannel('auctions')).not.toContain(fresh);

    await untilAskedAgain();
    await expect.poll(() => textOfChannel('auctions').split(fresh).length).toBe(2);
    await expect.poll(shownAsOf).toBeGreaterThan(asOf);
    expect(await health()).not.toContain(trouble);
    expect(textOfChannel('staff')).toBe(soldOut);
    const lines = bot.log().slice(before).split('\n');
    const logged = lines.filter((line) => /"msg":"Shops (not refreshed: |refreshed again")/.test(line));
    // Each kind is counted separately, from its first time to its end.
    const once = `"fault":"${kind}","times":1,"msg":"Shops`;
    expect(logged).toEqual([
      expect.stringContaining(`${once} not refreshed: `),
      expect.stringContaining(`${once} refreshed again"`),
    ]);
    expect(world.service.snapshotCount().tooSoon).toBe(0);
  },
);

test('fault 40: fifty users at once cost the service no request for its shops', async () => {
  const before = asked();
  const answers = Array.from({ length: 50 }, (_, n) => {
    const user = world.discord.world.addUser({ name: `User ${n}` });
    world.discord.world.addMember(world.guild, user);
    return world.ask(user, 'market', '/shop', { item: 'Slime Block' });
  });
  for (const { text } of await Promise.all(answers)) expect(text).toContain('3,301');
  expect(asked()).toBe(before);
});
