import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { cut, type Fault, refused, serverError } from '../../../sandbox/discord/rest/faults.ts';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import type { BotInProcess } from '../world/bot-in-process.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const CALLBACK = { method: 'POST', path: /^\/interactions\/.*\/callback$/ };
const HIDDEN: [string, Fault][] = [
  ['taken, and answered with a 500', serverError({ afterAccepting: true })],
  ['taken, and cut', cut({ afterAccepting: true })],
  ['cut before it was taken', cut()],
];

let world: World;
let bot: BotInProcess;

beforeAll(async () => {
  world = await openWorld({ shops: 0 });
  const shop = { owner: { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' }, price: 1, remaining: 640 };
  const location = { x: 1, y: 64, z: -3, world: 'world' };
  world.economy.list({ ...shop, type: 'SELLING', item: { type: 'SLIME_BLOCK' }, location });
  bot = await world.startBot();
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  if (!missingDescription) expect(checkRequests(world.discord)).toEqual([]);
  await world.close();
});

const person = () => world.discord.as(world.player).inDm();
const list = async () => (await world.ask(world.player, null, '/watch list')).text;

/**
 * Runs a command whose acknowledgement meets the fault.
 * @returns the requests sent for it, in order, and the visible answer
 */
async function askThrough(fault: Fault, line: string, values: OptionValues = {}) {
  const planned = world.discord.fail(CALLBACK, fault);
  const { answer, message } = await world.ask(world.player, null, line, values);
  expect(planned.hits).toBe(1);
  const sent = () => world.discord.requests.filter(({ path }) => path.includes(answer.interaction.token));
  await expect.poll(() => sent().length).toBeGreaterThan(1);
  expect(answer.followUps).toEqual([]);
  return { text: textOf(message), sent: sent() };
}

test.each(HIDDEN)('a deferral that is %s still lets the command work and answer', async (_, fault) => {
  const price = 104 + HIDDEN.findIndex(([, each]) => each === fault);
  const { text } = await askThrough(fault, '/watch add', { item: 'stone', trigger: 'auctioned', price });
  expect(text).toContain(`**Stone** · Sold at auction for ${price} diamonds each or less`);
  expect(await list()).toContain(`Sold at auction for ${price} or less`);
  expect(bot.log()).not.toMatch(/Too late|already answered|Could not show|Could not notify/);
});

test.each(HIDDEN)('an immediate answer that is %s is shown, and not given twice', async (_, fault) => {
  const { text, sent } = await askThrough(fault, '/shop', { item: 'Slime Block' });
  expect(text).toContain('Slime Block');
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST']);
  expect(bot.log()).not.toMatch(/Too late|already answered/);
});

test('suggestions are shown even if the connection is cut during their answer', async () => {
  world.discord.fail(CALLBACK, cut());
  expect(await person().autocomplete('/shop', 'item', 'slime')).not.toEqual([]);
});

test.each(['Slime Block', 'no such item'])(
  'an interaction that another program answered first is left alone: %s',
  async (item) => {
    world.discord.fail(CALLBACK, refused(40060));
    const before = bot.log().length;
    const answer = person().run('/shop', { item });
    const logged = () =>
      bot
        .log()
        .slice(before)
        .match(/"msg":"[^"]*"/g);
    const line = 'Interaction already answered: another program uses the same DISCORD_TOKEN, stop one of the two';
    await expect.poll(logged).toEqual([`"msg":"${line}"`]);
    const sent = world.discord.requests.filter(({ path }) => path.includes(answer.interaction.token));
    expect(sent).toHaveLength(1);
  },
);
