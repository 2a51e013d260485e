import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '../../sandbox/bot.ts';
import { cut, refused, serverError } from '../../sandbox/discord/rest/faults.ts';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot with the real discord.js, over sockets to the local Discord. */

const CALLBACK = { method: 'POST', path: /^\/interactions\/.*\/callback$/ };
const ANSWER = { method: 'PATCH', path: /^\/webhooks\/.*\/@original$/ };
const FOLLOW_UP = { method: 'POST', path: /^\/webhooks\/\d+\/[^/]+$/ };

let world: World;
let bot: Bot;

beforeAll(async () => {
  world = await openWorld({ shops: 20 });
  bot = await world.startBot();
});
afterAll(() => world.close());

/** Returns a reader of the bot's warnings and errors from now on. */
function linesFromNow() {
  const before = bot.log().length;
  return () =>
    bot
      .log()
      .slice(before)
      .split('\n')
      .filter((line) => /^\{"level":[4-6]/.test(line));
}

const person = () => world.discord.as(world.player).in(world.channel('market'));
/** Once this is answered, all earlier requests are finished. */
const settled = () => world.ask(world.mod, 'staff', '/feed list');

test.each([
  ['a first answer', '/help', CALLBACK, 10062],
  ['a first answer', '/help', CALLBACK, 40060],
  ['a first answer', '/help', CALLBACK, 50027],
  ['a deferral', '/health', CALLBACK, 10062],
  ['an answer after a deferral', '/health', ANSWER, 50027],
  ['an answer after a deferral', '/health', ANSWER, 10015],
] as const)(
  'fault 49: an answer that is too late is one log line and one request (%s to %s)',
  async (_, line, target, code) => {
    const lines = linesFromNow();
    const fault = world.discord.fail(target, refused(code), { times: 10 });
    const { interaction } = person().run(line);
    await expect.poll(lines).toHaveLength(1);
    fault.cancel();
    await settled();
    expect(lines()).toEqual([expect.stringMatching(/Too late to answer an interaction|Interaction already answered/)]);
    expect(lines()[0]).not.toContain('stack');
    expect(fault.hits).toBe(1);
    expect(bot.log()).not.toContain(interaction.token);
  },
);

test('fault 49: suggestions that are too late are one log line', async () => {
  const lines = linesFromNow();
  world.discord.fail(CALLBACK, refused(10062));
  const choices = person().autocomplete('/shop', 'item', 'dia');
  await expect.poll(lines).toHaveLength(1);
  world.discord.advance(3_000);
  await expect(choices).rejects.toThrow('did not respond');
  expect(lines()).toEqual([expect.stringContaining('Too late to answer an interaction')]);
});

test.each([
  ['a 500', serverError({ afterAccepting: true })],
  ['a cut', cut({ afterAccepting: true })],
])('fault 43: a follow-up whose acceptance is hidden is shown once (%s)', async (_, hidden) => {
  const reader = world.discord.world.addUser({ name: 'Reader' });
  world.discord.world.addMember(world.guild, reader);
  await world.ask(reader, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned' });
  reader.takesDms = false;
  const refusal = world.discord.nextRequest(({ path, status }) => path.endsWith('/messages') && status === 403);
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 4_301 });
  await refusal;
  const lines = linesFromNow();
  const fault = world.discord.fail(FOLLOW_UP, hidden, { times: 10 });
  const { answer } = await world.ask(reader, 'market', '/health');
  const pauseLines = () => lines().filter((line) => line.includes('Could not read the pause of a user'));
  await expect.poll(pauseLines).toHaveLength(1);
  await settled();
  fault.cancel();
  expect(answer.followUps.map(textOf)).toEqual([expect.stringContaining('Your watches are paused')]);
  expect(fault.hits).toBe(1);
  expect(pauseLines()[0]).not.toContain('"stack"');
});
