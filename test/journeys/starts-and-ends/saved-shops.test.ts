import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverError } from '../../../sandbox/discord/rest/faults.ts';
import type { BotInProcess } from '../world/bot-in-process.ts';
import { holdSavedShops } from '../world/saved-shops.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const READING = 'I’m still reading the saved list of shops';
/** The longest wait of a request without a deferral for the saved shops. */
const MOMENT_MS = 1_500;
const OTHER_TOKEN = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GAbCdE.not-the-right-one';

let world: World;
let saved: Awaited<ReturnType<typeof holdSavedShops>>;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(async () => {
  await saved.finish();
  await world.close();
});

const player = () => world.discord.as(world.player).in(world.channel('market'));
const find = () => world.ask(world.player, 'market', '/shop', { world: 'world' });
const health = async () => (await world.ask(world.player, 'market', '/health')).text;

/** Ends the bot. The next one logs in while it reads the saved shops. */
async function restart(bot: BotInProcess): Promise<BotInProcess> {
  expect(await bot.stop()).toBe(0);
  saved = await holdSavedShops(world.folder);
  return world.startBot();
}

test('a command during the reading of saved shops is answered with them before the stream starts', async () => {
  const first = await world.startBot();
  await find();
  await restart(first);
  const answer = player().run('/shop', { world: 'world' });
  await answer.callback;
  expect(await health()).toContain(READING);
  expect(world.service.connections.size).toBe(0);

  const connected = world.service.nextConnection();
  await saved.finish();
  expect(textOf(await answer.reply())).toMatch(/Shops as of <t:\d+:R>/);
  await connected;
  expect(await health()).not.toContain(READING);
  expect(world.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
});

test('a button and a suggestion wait a moment for the saved shops', async () => {
  const first = await world.startBot();
  const { message } = await find();
  const sort = JSON.stringify(message.components).match(/shop:sort:[^"]+/)?.[0] ?? 'none';
  await restart(first);
  const early = player().select(message, sort, ['stock']);
  world.clock.skip(MOMENT_MS);
  expect(textOf(await early.reply())).toContain(READING);

  await world.clock.during(async () => {
    const inTime = player().select(message, sort, ['stock']);
    const typed = player().autocomplete('/shop', 'world', 'wor');
    await saved.finish();
    expect(textOf(await inTime.reply())).toMatch(/Shops as of <t:\d+:R>/);
    expect(await typed).toContainEqual(expect.objectContaining({ value: 'world' }));
  });
});

test('pending notices are sent once the saved shops are read', async () => {
  const first = await world.startBot();
  await find();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  const outage = world.discord.fail({ method: 'POST', path: /\/messages$/ }, serverError(), { times: 1_000 });
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 3_001 });
  await world.discord.nextRequest(({ path }) => path.endsWith('/messages'));
  await restart(first);
  outage.cancel();
  await health();
  expect(world.discord.messages(world.channel('market')).map(textOf).join()).not.toContain('3,001');

  await saved.finish();
  await world.discord.findMessage(world.channel('market'), (message) => textOf(message).includes('3,001'));
});

test('a stop during the reading of saved shops ends at once, and the next start answers with them', async () => {
  const first = await world.startBot();
  await find();
  const reading = await restart(first);
  const answer = player().run('/shop', { world: 'world' });
  await answer.callback;
  expect(await reading.stop()).toBe(0);

  await saved.finish();
  await world.startBot();
  expect((await find()).text).toMatch(/Shops as of <t:\d+:R>/);
});

test('a token that is refused during the reading of saved shops ends the bot at once', async () => {
  const first = await world.startBot();
  await find();
  expect(await first.stop()).toBe(0);
  saved = await holdSavedShops(world.folder);
  const refused = await world.startBot({ DISCORD_TOKEN: OTHER_TOKEN });
  expect(await refused.exited).toBe(1);
  expect(refused.log()).toContain('Discord does not accept DISCORD_TOKEN');
});
