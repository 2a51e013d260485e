import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { nextWeekly } from '../../../src/routing/weekly.ts';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot, a player who presses the buttons of their weekly message, and a clock that skips. */

const ADA = { name: 'AdaTrades', uuid: '069a79f4-44e9-4726-a5be-fca90e380a0a' };
const BERLIN = 'Europe/Berlin';

let world: World;

beforeAll(async () => {
  world = await openWorld({ shops: 5 });
  world.economy.list({
    ...{ type: 'SELLING', owner: ADA, price: 4, remaining: 3_200 },
    item: { type: 'SLIME_BLOCK', quantity: 32 },
    location: { x: 9_000, y: 64, z: 0, world: 'world' },
  });
  await world.startBot();
});
afterAll(async () => {
  if (!missingDescription) expect(checkRequests(world.discord)).toEqual([]);
  await world.close();
});

const there = () => world.discord.as(world.player).in(world.channel('market'));
const press = (message: Message, id: string) => there().press(message, id).reply();
const me = async () => (await world.ask(world.player, 'market', '/me')).text;
const weekly = () =>
  world.discord.messages(world.discord.world.dmChannel(world.player)).filter((one) => textOf(one).includes('week ·'));

/** Skips at once to some time before the next Monday, 09:00 in Berlin, and then step by step over it. */
async function skipOverMonday(beforeMs: number) {
  const aheadMs = nextWeekly(BERLIN, world.clock.now()) - world.clock.now() - beforeMs;
  world.discord.advance(aheadMs);
  world.clock.skip(aheadMs);
  await world.skip(MINUTE_MS);
}

test('a weekly message ordered and moved to a time zone by buttons comes on Mondays until its end', async () => {
  await world.ask(world.player, 'market', '/me', { name: ADA.name });
  const { message } = await world.ask(world.player, 'market', '/my-shops');
  const ordered = await press(message, 'my-shops:weekly:on');
  expect(textOf(ordered)).toContain('Every Monday at 09:00');
  expect(textOf(ordered)).toContain('Time zone: UTC.');
  await there().select(ordered, 'my-shops:weekly:zone', [BERLIN]).reply();
  await expect.poll(me).toContain('Weekly message: Mondays at 09:00 (Europe/Berlin).');

  await skipOverMonday(2 * MINUTE_MS);
  expect(weekly()).toEqual([]);
  await skipOverMonday(30_000);
  await expect.poll(() => weekly().map(textOf)).toEqual([expect.stringContaining('Your shops’ week')]);

  const { message: again } = await world.ask(world.player, 'market', '/my-shops');
  expect(textOf(await press(again, 'my-shops:weekly:off'))).toContain('Your weekly messages are off.');
  expect(await me()).not.toContain('Weekly message');
  await skipOverMonday(30_000);
  expect(weekly()).toHaveLength(1);
});
