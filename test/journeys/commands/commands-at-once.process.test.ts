import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import type { Actor } from '../../../sandbox/discord/people/actor.ts';
import type { Answer } from '../../../sandbox/discord/people/answer.ts';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { canvasId, canvasSnbt } from '../../market/paintings/samples.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const PEOPLE = 100;
/** The documented limit for an answer of `/price`. */
const ANSWERED_WITHIN_MS = 15_000;
const ITEMS = [
  ...['STONE', 'DIRT', 'SAND', 'GRAVEL', 'COAL', 'OAK_LOG', 'GLASS', 'BRICK', 'PAPER', 'BOOK', 'STRING', 'BONE'],
  ...['APPLE', 'BREAD', 'SUGAR', 'EGG', 'LEATHER', 'FLINT', 'CLAY', 'ICE', 'SNOW', 'CACTUS', 'MELON', 'KELP', 'BAMBOO'],
];
const DAYS = [7, 30, 60, 90];

let world: World;
const owners = new Set<string>();

/** Twenty-five items with trades at shops, so that each has a chart for each span. */
beforeAll(async () => {
  world = await openWorld({ shops: 300 });
  const shops = ITEMS.flatMap((type, at) =>
    [0, 1, 2].map((which) =>
      world.economy.list({
        type: 'SELLING',
        price: 5 + which,
        remaining: 6_400,
        item: { type, quantity: 1 },
        location: { x: at * 100, y: 64, z: which * 100, world: 'world' },
      }),
    ),
  );
  for (const { owner } of shops) owners.add(owner.uuid);
  const painting = { type: 'PAINTING', quantity: 1, name: 'Canvas', snbt: canvasSnbt({ pixels: null }) };
  world.economy.list({ type: 'SELLING', price: 3, remaining: 8, item: painting });
  // A process of its own, so that the load of the simulated users does not delay its acknowledgements.
  await world.startProcess();
  await world.ask(world.player, 'market', '/shop', { world: 'world' });
  for (let times = 0; times < 4; times++) for (const { id } of shops) world.economy.buy(id, 1);
  await vi.waitFor(heardOfAll, { timeout: PATIENCE_MS, interval: 100 });
});
afterAll(() => world.close());

async function heardOfAll(): Promise<void> {
  expect((await world.ask(world.player, 'market', '/price', { item: 'Bamboo' })).text).toContain('12 purchases');
}

/** A command, and the text in its answer. */
type Line = readonly [command: string, values: OptionValues, words: string];

/** Adds a new user in the market's channel. */
function somebody(): Actor {
  const person = world.discord.world.addUser({ name: 'Somebody' });
  world.discord.world.addMember(world.guild, person, ['ManageChannels']);
  return world.discord.as(person).in(world.channel('market'));
}

/** Waits for the final answers. @throws if a command is not acknowledged or answered in time */
async function seen(answers: readonly Answer[]): Promise<Message[]> {
  const acknowledged = await Promise.allSettled(answers.map(({ callback }) => callback));
  const failed = acknowledged.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(failed.slice(0, 3)).toEqual([]);
  return Promise.all(answers.map((answer) => answer.reply(ANSWERED_WITHIN_MS)));
}

function aHundredOf(lines: readonly Line[]): Line[] {
  return Array.from({ length: PEOPLE }, (_, which) => lines[which % lines.length]).filter((line) => !!line);
}

/** Runs all commands at once, each by another user. */
async function allAtOnce(lines: readonly Line[]): Promise<string[]> {
  const actors = lines.map((line) => ({ line, actor: somebody() }));
  const messages = await seen(actors.map(({ actor, line: [command, values] }) => actor.run(command, values)));
  const texts = messages.map(textOf);
  for (const [which, text] of texts.entries()) expect(text).toContain(lines[which]?.[2]);
  return texts;
}

test('a hundred different /price commands at once are acknowledged in time and answered', async () => {
  const all = ITEMS.flatMap((item) => DAYS.map((days): Line => ['/price', { item, days }, '12 purchases · 3 shops']));
  expect(all).toHaveLength(PEOPLE);
  await allAtOnce(all);
});

test('a hundred equal /price commands at once all show the chart', async () => {
  const line: Line = ['/price', { item: 'Kelp', days: 14 }, '12 purchases · 3 shops'];
  const texts = await allAtOnce(aHundredOf([line]));
  expect(texts.join()).not.toContain('No chart this time');
});

test('a hundred commands of all kinds at once are acknowledged in time and answered', async () => {
  const lines: readonly Line[] = [
    ['/shop', { world: 'world' }, 'Shops as of'],
    ['/price', { item: 'Ice', days: 21 }, '12 purchases · 3 shops'],
    ['/deals', {}, 'worth'],
    ['/my-shops', { owner: world.economy.shops()[0]?.owner.uuid ?? '' }, 'auctions name no seller'],
    ['/health', {}, 'Connected since'],
    ['/painting', { painting: canvasId() }, 'Sold now'],
    ['/painting-banned', {}, 'banned'],
    ['/watch list', {}, 'You have no watches yet'],
    ['/watch add', { item: 'Stone', trigger: 'at-or-below', price: 1 }, 'Stone'],
    ['/feed list', {}, 'feeds'],
  ];
  await allAtOnce(aHundredOf(lines));
});

test('a hundred /my-shops commands at once are acknowledged in time and answered', async () => {
  const lines = [...owners].map((owner): Line => ['/my-shops', { owner }, '**By shop**']);
  expect(lines.length).toBeGreaterThan(10);
  const texts = await allAtOnce(aHundredOf(lines));
  expect(texts.filter((text) => / sales? · /.test(text))).toHaveLength(PEOPLE);
});

test('a hundred button presses at once, half on other users’ answers, are acknowledged and answered', async () => {
  const asker = somebody();
  const [list, price] = await seen([
    asker.run('/shop', { world: 'world' }),
    asker.run('/price', { item: 'Melon', days: 7 }),
  ]);
  if (!list || !price) throw new Error('no answers to press a button under');
  const next = customIdOf(list, /^shop:page:.*:1$/);
  const month = customIdOf(price, /^price:days:30:/);
  const answers = Array.from({ length: PEOPLE }, (_, which) => {
    const presser = which % 4 < 2 ? asker : somebody();
    return which % 2 === 0 ? presser.press(list, next) : presser.press(price, month);
  });
  const messages = await seen(answers);
  for (const [which, message] of messages.entries()) {
    expect(textOf(message)).toContain(which % 2 === 0 ? 'Shops as of' : '**Players paid shops**, 30 days');
    expect(message === list || message === price).toBe(which % 4 < 2);
  }
});

function customIdOf(message: Message, wanted: RegExp): string {
  const found = JSON.stringify(message.components).match(/"custom_id":"[^"]+"/g) ?? [];
  const ids = found.map((pair) => pair.slice('"custom_id":"'.length, -1));
  return ids.find((id) => wanted.test(id)) ?? `none of ${ids.join(', ')}`;
}
