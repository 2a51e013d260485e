import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OptionValues } from '../../src/sandbox/discord/people/command-call.ts';
import { foundTown, type Town, textOf } from './town.ts';

const PEOPLE = 100;
/** An answer that takes longer is none: see the product's words on `/price`. */
const ANSWERED_WITHIN_MS = 15_000;
const ITEMS = [
  ...['STONE', 'DIRT', 'SAND', 'GRAVEL', 'COAL', 'OAK_LOG', 'GLASS', 'BRICK', 'PAPER', 'BOOK', 'STRING', 'BONE'],
  ...['APPLE', 'BREAD', 'SUGAR', 'EGG', 'LEATHER', 'FLINT', 'CLAY', 'ICE', 'SNOW', 'CACTUS', 'MELON', 'KELP', 'BAMBOO'],
];
const DAYS = [7, 30, 60, 90];

let town: Town;

/** Twenty-five items that were traded at shops, so that each has a picture for each span of days. */
beforeAll(async () => {
  town = await foundTown({ shops: 300 });
  const shops = ITEMS.flatMap((type, at) =>
    [0, 1, 2].map((which) =>
      town.economy.list({
        type: 'SELLING',
        price: 5 + which,
        remaining: 6_400,
        item: { type, quantity: 1 },
        location: { x: at * 100, y: 64, z: which * 100, world: 'world' },
      }),
    ),
  );
  await town.startBot();
  await town.ask(town.player, 'market', '/shop', { world: 'world' });
  for (let times = 0; times < 4; times++) for (const { id } of shops) town.economy.buy(id, 1);
  await vi.waitFor(heardOfAll, { timeout: 20_000, interval: 100 });
});
afterAll(() => town.close());

async function heardOfAll(): Promise<void> {
  expect((await town.ask(town.player, 'market', '/price', { item: 'Bamboo' })).text).toContain('12 trades');
}

/** A line that somebody types, and what is in its answer. */
type Line = readonly [command: string, values: OptionValues, words: string];

/** All are typed at once, each by somebody else. Rejects where one is not acknowledged, or not answered, in time. */
async function allAtOnce(lines: readonly Line[]): Promise<string[]> {
  const people = lines.map(() => town.discord.world.addUser({ name: 'Somebody' }));
  for (const person of people) town.discord.world.addMember(town.guild, person, ['ManageChannels']);
  const answers = lines.flatMap(([command, values], which) => {
    const person = people[which];
    return person ? [town.discord.as(person).in(town.channel('market')).run(command, values)] : [];
  });
  const acknowledged = await Promise.allSettled(answers.map(({ callback }) => callback));
  expect(acknowledged.filter(({ status }) => status === 'rejected')).toEqual([]);
  const texts = (await Promise.all(answers.map((answer) => answer.reply(ANSWERED_WITHIN_MS)))).map(textOf);
  for (const [which, text] of texts.entries()) expect(text).toContain(lines[which]?.[2]);
  return texts;
}

test('a hundred ask for a hundred different prices at once: all are acknowledged in time, and answered', async () => {
  const all = ITEMS.flatMap((item) => DAYS.map((days): Line => ['/price', { item, days }, '12 trades at 3 places']));
  expect(all).toHaveLength(PEOPLE);
  await allAtOnce(all);
});

test('a hundred ask for the same price at once: all see its picture', async () => {
  const line: Line = ['/price', { item: 'Kelp', days: 14 }, '12 trades at 3 places'];
  const texts = await allAtOnce(Array.from({ length: PEOPLE }, () => line));
  expect(texts.join()).not.toContain('No chart this time');
});

test('a hundred use all commands at once: all are acknowledged in time, and answered', async () => {
  const lines: readonly Line[] = [
    ['/shop', { world: 'world' }, 'shops as of'],
    ['/price', { item: 'Ice', days: 21 }, '12 trades at 3 places'],
    ['/deals', {}, 'worth'],
    ['/health', {}, 'Live since'],
    ['/painting-banned', {}, 'banned'],
    ['/watch list', {}, 'You have no watches yet'],
    ['/watch add', { item: 'Stone', trigger: 'at-or-below', price: 1 }, 'Stone'],
    ['/feed list', {}, 'feeds'],
  ];
  await allAtOnce(Array.from({ length: PEOPLE }, (_, which) => lines[which % lines.length]).filter((line) => !!line));
});
