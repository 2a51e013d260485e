import { REST, Routes } from 'discord.js';
import { afterEach, expect, test } from 'vitest';
import { iconKinds } from '../../../src/discord/icons/icons.ts';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World | undefined;

afterEach(() => world?.close());

test('icons of all kinds are uploaded once, and a deleted one again at the next start', async () => {
  world = await openWorld({ shops: 50 });
  const { discord, skip } = world;
  const all = iconKinds().length;
  const bot = await world.startBot();
  const names = () => discord.emojis.map(({ name }) => name);
  await expect
    .poll(async () => {
      await skip(MINUTE_MS);
      return bot.log();
    })
    .toContain(`Uploaded ${all} icons`);
  const first = names();
  expect(new Set(first).size).toBe(all);
  await bot.stop();

  const rest = new REST({ api: discord.url, version: '10' }).setToken(discord.token);
  await rest.delete(Routes.applicationEmoji(discord.world.bot.id, discord.emojis.at(-1)?.id ?? ''));
  const second = await world.startBot();
  await expect.poll(() => second.log()).toContain('Uploaded 1 icon"');
  expect(names().toSorted()).toEqual(first.toSorted());
}, 60_000);
