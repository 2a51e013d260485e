import { afterAll, beforeAll, expect, test } from 'vitest';
import { cut, serverError } from '../../../sandbox/discord/rest/faults.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const ANSWER = { method: 'PATCH', path: /^\/webhooks\/.*\/@original$/ };

let world: World;

beforeAll(async () => {
  world = await openWorld({ shops: 20 });
  await world.startBot();
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  await world.close();
});

const add = (price: number) =>
  world.ask(world.player, null, '/watch add', { item: 'stone', trigger: 'auctioned', price });
const list = async () => (await world.ask(world.player, null, '/watch list')).text;

test.each([
  ['cut before Discord accepted it', cut()],
  ['cut after Discord accepted it', cut({ afterAccepting: true })],
  ['hidden by a 500', serverError({ afterAccepting: true })],
])('an answer that is %s is sent again, and shown', async (_, fault) => {
  const planned = world.discord.fail(ANSWER, fault, { times: 3 });
  const { answer, message } = await world.ask(world.player, 'market', '/health');
  const sent = () => world.discord.requests.filter(({ path }) => path.includes(answer.interaction.token));
  const taken = () => sent().map(({ status }) => status === 200);
  await expect.poll(taken).toEqual([false, false, false, false, true]);
  expect(planned.hits).toBe(3);
  expect(textOf(message)).toContain('Live trades');
  expect(answer.followUps).toEqual([]);
});

test('a change whose answer could not be shown is not reported as failed', async () => {
  world.discord.fail(ANSWER, cut(), { times: 4 });
  const { text } = await add(104);
  expect(text).toMatch(
    /^Sorry, Discord did not take my answer\. .* may be done already: please check before you try again\.$/,
  );
  expect(await list()).toContain('for 104 or less');
});
