import { afterEach, expect, test } from 'vitest';
import { openWorld, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot, a file as a person sends it. */

let world: World;
afterEach(() => world.close());

const MOST_IN_A_FILE = 500;

/** A file of so many different watches, small enough to be read, as `/watch export` writes it. */
async function fileOf(count: number, from: number): Promise<string> {
  const { message } = await world.ask(world.player, 'market', '/watch export');
  const file = JSON.parse(String(world.discord.attachment(message.attachments[0]?.url ?? '')));
  const [one] = file.watches;
  const watches = Array.from({ length: count }, (_, index) => ({ ...one, price: from + index }));
  return JSON.stringify({ ...file, watches });
}

test('fault 71: 10,000 watches by one person: fifty are taken, the others are refused in a sentence, and others are not held up', async () => {
  world = await openWorld();
  await world.startBot();
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'at-or-below', price: 1 });
  for (let from = 2; from < 10_000; from += MOST_IN_A_FILE) {
    const content = await fileOf(MOST_IN_A_FILE, from);
    const { text } = await world.ask(world.player, 'market', '/watch import', { file: { name: 'all.json', content } });
    expect(text).toContain(from === 2 ? '49 watches added' : 'were not added');
  }
  const { text } = await world.ask(world.player, 'market', '/watch add', {
    ...{ item: 'DIAMOND', trigger: 'at-or-below', price: 0.5 },
  });
  expect(text).toMatch(/50/);
  const exported = await world.ask(world.player, 'market', '/watch export');
  const file = JSON.parse(String(world.discord.attachment(exported.message.attachments[0]?.url ?? '')));
  expect(file.watches).toHaveLength(50);
  expect((await world.ask(world.mod, 'market', '/watch list')).text).not.toContain('Diamond');
});
