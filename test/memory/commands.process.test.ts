import { expect, onTestFinished, test } from 'vitest';
import { runCommands } from '../../bench/memory/commands.ts';
import { leftBy } from './left-by.ts';

test('a command that was answered leaves nothing but what discord.js forgets within the hour', async () => {
  const bot = await runCommands();
  onTestFinished(() => bot.close());
  // An interaction with its answer weighs 20 kB and more; the code that is compiled meanwhile, up to 4 kB for each of so few.
  expect(await leftBy(() => bot.ask(40), 40, bot.heldBytes)).toBeLessThan(10_000);
});
