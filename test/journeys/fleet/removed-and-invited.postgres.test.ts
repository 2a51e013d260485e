import { expect, test } from 'vitest';
import { textOf } from '../world/world.ts';
import { openFleet } from './open-fleet.ts';

/** Stands on: real processes of Crier on a real PostgreSQL, and the simulated Discord and service over real sockets. */

test('fault 87: feeds of a fleet on PostgreSQL resume with the bot’s next invitation, on any process', async () => {
  const fleet = await openFleet({ shops: 5 });
  const { world, startTwo } = fleet;
  const other = world.discord.world.addGuild({ name: 'Village', channels: [{ name: 'square' }] });
  world.discord.world.addMember(other, world.mod);
  await startTwo();
  const [auctions, lobby] = [world.channel('auctions'), world.channel('lobby')];
  const auctionsText = () => world.discord.messages(auctions).map(textOf).join('\n');
  const greetings = () => world.discord.messages(lobby).filter((one) => textOf(one).includes('I’m Crier'));
  const auction = (finalBid: number) => world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
  await expect.poll(() => greetings().length).toBe(1);

  world.discord.world.removeBot(world.guild);
  auction(8_101);
  const dm = world.discord.world.dmChannel(world.mod);
  await world.discord.findMessage(dm, (one) => textOf(one).includes(`<#${auctions.id}>`));
  world.discord.advance(2_000);
  world.discord.world.inviteBot(world.guild);
  await expect.poll(() => greetings().length).toBe(2);
  expect(greetings().map(textOf).join('\n')).toContain(`**1 feed goes on:**\n**<#${auctions.id}>**\n- Auctions`);
  auction(8_102);
  await expect.poll(auctionsText).toContain('8,102 diamonds');
  expect(auctionsText()).not.toContain('8,101');
  expect(greetings()).toHaveLength(2);
});
