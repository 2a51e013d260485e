import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { openWorld } from '../world/world.ts';

const GERMAN = { 'block.minecraft.slime_block': 'Schleimblock', 'item.minecraft.netherite_ingot': 'Netheritbarren' };

test('a German player finds the Schleimblock by its German name, and sees that name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crier-names-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'de_de.json'), JSON.stringify(GERMAN));
  const world = await openWorld({ shops: 0, environment: { ITEM_NAMES: folder } });
  onTestFinished(() => world.close());
  world.economy.list({
    type: 'SELLING',
    item: { type: 'SLIME_BLOCK', quantity: 1 },
    price: 1,
    remaining: 64,
    owner: { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e380001' },
    location: { x: 100, y: 64, z: 0, world: 'world' },
  });
  await world.startBot();
  const german = world.discord.world.addUser({ name: 'Greta', locale: 'de' });
  world.discord.world.addMember(world.guild, german);
  const atMarket = world.discord.as(german).in(world.channel('market'));
  // There are no suggestions before the first list of shops.
  await vi.waitFor(async () => {
    const [choice] = await atMarket.autocomplete('/shop', 'item', 'schleimbl');
    expect(choice).toMatchObject({ name: expect.stringMatching(/^Schleimblock · /), value: 'SLIME_BLOCK' });
  }, PATIENCE_MS);
  const inGerman = await world.ask(german, 'market', '/shop', { item: 'schleimblock' });
  expect(inGerman.text).toContain('Schleimblock');
  expect(inGerman.text).not.toContain('Slime Block');
  const watched = await world.ask(german, null, '/watch add', { item: 'Netheritbarren', trigger: 'listed' });
  expect(watched.text).toContain('**Netheritbarren**');
  expect(watched.text).toContain('`NETHERITE_INGOT`');
  const inEnglish = await world.ask(world.player, 'market', '/shop', { item: 'schleimblock' });
  expect(inEnglish.text).toContain('Slime Block');
});
