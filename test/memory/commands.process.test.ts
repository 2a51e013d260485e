import { expect, onTestFinished, test } from 'vitest';
import { runCommands } from '../../bench/memory/commands.ts';
import { leftBy } from './left-by.ts';

test('an answered command leaves only memory that discord.js frees within the hour', async () => {
  const bot = await runCommands();
  onTestFinished(() => bot.close());
  // Compiling code for the first commands takes 7 kB each, a leaked interaction with its answer 20 kB or more.
  await bot.ask(80);
  expect(await leftBy(() => bot.ask(40), 40, bot.heldBytes)).toBeLessThan(10_000);
});
