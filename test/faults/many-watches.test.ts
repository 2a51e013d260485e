import { afterEach, expect, test } from 'vitest';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';
import { testSize } from '../property-runs.ts';

/** Stands on: the real bot, files as a user sends them. */

let world: World;
afterEach(() => world.close());

const MOST_IN_A_FILE = 500;
const FILES = testSize({ short: 8, long: 20 });
/** On a machine ten times slower the test takes minutes. */
const LONG = { timeout: 900_000 };

/** Reads the file of `/watch export`. */
async function exported(): Promise<{ readonly watches: readonly object[] }> {
  const { message } = await world.ask(world.player, 'market', '/watch export');
  return JSON.parse(String(world.discord.attachment(message.attachments[0]?.url ?? '')));
}

test('faults 71, 96: thousands of watches by one user are cut to fifty, without a delay for others', LONG, async () => {
  world = await openWorld();
  await world.startBot();
  await world.ask(world.player, 'market', '/watch add', { item: 'DIAMOND', trigger: 'at-or-below', price: 1 });
  const file = await exported();
  const [one] = file.watches;
  const person = world.discord.as(world.player).in(world.channel('market'));
  const imports = Array.from({ length: FILES }, async (_, n) => {
    const watches = Array.from({ length: MOST_IN_A_FILE }, (_, at) => ({
      ...one,
      price: 2 + n * MOST_IN_A_FILE + at,
    }));
    const content = JSON.stringify({ ...file, watches });
    const reply = await person.run('/watch import', { file: { name: `${n}.json`, content } }).reply();
    return textOf(reply);
  });

  // Other users ask after all files were sent, and are answered before the last file.
  const answered = Promise.all(imports).then(() => 'the files');
  const others = [
    world.ask(world.mod, 'market', '/shop', { world: 'world' }).then(({ text }) => text),
    world.ask(world.mod, 'market', '/watch add', { item: 'EMERALD', trigger: 'traded' }).then(({ text }) => text),
  ];
  expect(await Promise.race([answered, Promise.all(others)])).toEqual([
    expect.stringContaining('Shops as of'),
    expect.stringContaining('**Emerald**'),
  ]);

  const texts = await Promise.all(imports);
  expect(texts.filter((text) => text.includes('49 watches added'))).toHaveLength(1);
  for (const text of texts) expect(text).toContain('were not added');
  const { text } = await world.ask(world.player, 'market', '/watch add', {
    ...{ item: 'DIAMOND', trigger: 'at-or-below', price: 0.5 },
  });
  expect(text).toMatch(/50/);
  expect((await exported()).watches).toHaveLength(50);
  expect((await world.ask(world.mod, 'market', '/watch list')).text).not.toContain('Diamond');
});
