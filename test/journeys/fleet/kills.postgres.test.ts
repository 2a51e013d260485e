import { expect, test } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { textOf } from '../world/world.ts';
import { openFleetOfProcesses } from './open-fleet.ts';

test('a killed leader is replaced at once and a stopped one after eight seconds, without repeats', async () => {
  const { world, start } = await openFleetOfProcesses();
  const channel = world.channel('auctions');
  const alertsOf = (amount: number) =>
    world.discord
      .messages(channel)
      .filter((message) => textOf(message).includes(`${amount} × Dragon Egg: sold at auction`)).length;
  async function auction(amount: number): Promise<void> {
    world.economy.auction({ item: { type: 'DRAGON_EGG', quantity: 64 }, amount, finalBid: 100 });
    await expect.poll(() => alertsOf(amount)).toBe(1);
  }
  const registered = world.discord.events.next('commands', () => true, PATIENCE_MS);
  const killed = await start();
  await registered;
  await world.ask(world.mod, 'staff', '/feed add', { kind: 'auctions', channel });
  await auction(3);

  const stopped = await start();
  let connected = world.service.nextConnection();
  killed.process.kill('SIGKILL');
  await connected;
  await expect.poll(stopped.state).toBe('live');
  await auction(4);

  const last = await start();
  connected = world.service.nextConnection();
  stopped.process.kill('SIGSTOP');
  await connected;
  await expect.poll(last.state).toBe('live');
  await auction(5);
  stopped.process.kill('SIGCONT');
  await auction(6);
  // It follows again: one stream is open, and it reports that.
  await expect.poll(() => world.service.connections.size).toBe(1);
  await expect.poll(stopped.state).toBe('live');
  await auction(7);
  expect([3, 4, 5, 6, 7].map(alertsOf)).toEqual([1, 1, 1, 1, 1]);
  expect(world.service.snapshotCount()).toMatchObject({ tooSoon: 0 });
});
