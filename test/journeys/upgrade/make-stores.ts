import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { constants, zstdCompressSync } from 'node:zlib';
import { FEED_KINDS } from '../../../src/routing/feed.ts';
import { WATCH_TRIGGERS } from '../../../src/routing/watch.ts';
import { openWorld } from '../world/world.ts';
import { startRawService } from './raw-service.ts';
import { SHOPS_BEFORE } from './records.ts';
import { addWatchers, idsOf, replaceTexts } from './watchers.ts';

// Makes a store of `stores`: node test/journeys/upgrade/make-stores.ts <version> <checkout of that version, with its
// packages>. The other version reads the records and receives the commands, and ids of users and channels become words
// in braces.

/** The watched types, with the suggested variants of each. */
const TYPES = [
  'OAK_LOG',
  'SAND',
  'MUSIC_DISC_11',
  'FIREWORK_ROCKET',
  'SLIME_BLOCK',
  'PAINTING',
  'DIAMOND_SWORD',
  'BREAD',
];
const MOST_CHOICES = 4;
const WATCHES_EACH = 50;

const [version = '', checkout = ''] = process.argv.slice(2);
const service = await startRawService(SHOPS_BEFORE);
const world = await openWorld({ environment: { SERVICE_URL: service.url } });
const watchers = addWatchers(world);
const bot = await world.startProcess({}, { main: resolve(checkout, 'src/main.ts') });
try {
  for (const kind of FEED_KINDS) await world.ask(world.mod, 'market', '/feed add', { kind });
  const typing = world.discord.as(world.player).in(world.channel('market'));
  const found = new Set<string>();
  for (const type of TYPES) {
    const choices = await typing.autocomplete('/watch add', 'item', type);
    for (const { value } of choices.slice(0, MOST_CHOICES)) found.add(String(value));
  }
  const items = [...found];
  let count = 0;
  for (const watcher of watchers) {
    for (let n = 0; n < WATCHES_EACH; n += 1) {
      const trigger = WATCH_TRIGGERS[count % WATCH_TRIGGERS.length] ?? '';
      const price = trigger.startsWith('at-or') ? { price: 0.02 * (1 + (count % 400)) } : {};
      const item = items[(count * 3 + n) % items.length] ?? '';
      await world.ask(watcher, 'market', '/watch add', { item, trigger, cooldown: 0, ...price });
      count += 1;
    }
  }
} finally {
  await bot.stop();
}

const target = join(import.meta.dirname, 'stores', version);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const level = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };
for (const name of readdirSync(world.folder)) {
  if (name.endsWith('.json.zst')) writeFileSync(join(target, name), readFileSync(join(world.folder, name)));
  if (!name.endsWith('.sqlite') || name.includes('lock')) continue;
  const compact = join(world.folder, 'compact');
  const db = new DatabaseSync(join(world.folder, name));
  replaceTexts(
    db,
    idsOf(world, watchers).map(([word, id]) => [id, word]),
  );
  db.exec(`VACUUM INTO '${compact}'`);
  db.close();
  writeFileSync(join(target, `${name}.zst`), zstdCompressSync(readFileSync(compact), level));
  rmSync(compact);
}
for (const name of readdirSync(target)) {
  process.stdout.write(`${name}: ${readFileSync(join(target, name)).length} bytes\n`);
}
await world.close();
await service.close();
