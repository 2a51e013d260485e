import { afterEach, expect, test } from 'vitest';
import { openWorld, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot in a process of its own, over WebSockets and HTTP to the local Discord. */

let world: World;
afterEach(() => world.close());

test.each([
  [4004, 'Discord does not accept DISCORD_TOKEN'],
  [4014, 'Discord refuses the intents that Crier asks for'],
] as const)(
  'fault 51: a fatal gateway code while running ends the process with exit code 1 and one message (%i)',
  async (code, sentence) => {
    world = await openWorld();
    world.expectError('Gateway closed for good');
    const bot = await world.startProcess();
    world.discord.gateway.closeConnections(code);
    expect(await bot.exited).toBe(1);
    expect(
      bot
        .log()
        .split('\n')
        .filter((line) => line.startsWith(sentence)),
    ).toHaveLength(1);
    expect(bot.log()).not.toMatch(/"stack"|^\s+at /m);
  },
);

test('fault 51: a fatal gateway code at login ends the process with exit code 1 and one message', async () => {
  world = await openWorld();
  world.expectError('Gateway closed for good');
  world.discord.gateway.refusesIdentify = 4014;
  const bot = await world.startProcess();
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toContain('Discord refuses the intents that Crier asks for');
  expect(world.discord.gateway.identifies).toBe(1);
});
