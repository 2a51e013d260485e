import { expect, onTestFinished, test } from 'vitest';
import { runCommands } from '../../bench/memory/commands.ts';
import { leftBy } from './left-by.ts';

test('a command that was answered leaves nothing but what discord.js forgets within the hour', async () => {
  const bot = await runCommands();
  onTestFinished(() => bot.close());
  // The code that is compiled for the first commands weighs 7 kB each; an interaction with its answer 20 kB and more.
  await bot.ask(80);
  expect(await leftBy(() => bot.ask(40), 40, bot.heldBytes)).toBeLessThan(10_000);
});
