import { afterEach, expect, test } from 'vitest';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot in a process of its own, killed and restarted on the same files. */

let world: World;
afterEach(() => world.close());

test('fault 87: feeds resume, with one greeting, when the bot was invited again while Crier was killed', async () => {
  world = await openWorld({ shops: 20 });
  const other = world.discord.world.addGuild({ name: 'Village', channels: [{ name: 'square' }] });
  world.discord.world.addMember(other, world.mod);
  const [market, lobby] = [world.channel('market'), world.channel('lobby')];
  const marketText = () => world.discord.messages(market).map(textOf).join('\n');
  const greetings = () => world.discord.messages(lobby).filter((one) => textOf(one).includes('I’m Crier'));
  const auction = (finalBid: number) => world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
  const bot = await world.startProcess();
  await expect.poll(() => greetings().length).toBe(1);
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  world.discord.world.removeBot(world.guild);
  auction(8_201);
  const dm = world.discord.world.dmChannel(world.mod);
  await world.discord.findMessage(dm, (one) => textOf(one).includes(`<#${market.id}>`));
  await bot.stop('SIGKILL');
  world.discord.advance(2_000);
  world.discord.world.inviteBot(world.guild);

  await world.startProcess();
  await expect.poll(() => greetings().length).toBe(2);
  expect(greetings().map(textOf).join('\n')).toContain(`**1 feed goes on:**\n**<#${market.id}>**\n- Auctions`);
  await expect
    .poll(
      () => {
        auction(8_202);
        return marketText();
      },
      { interval: 1_000 },
    )
    .toContain('8,202 diamonds');
  expect(marketText()).not.toContain('8,201');
  expect(greetings()).toHaveLength(2);
});
