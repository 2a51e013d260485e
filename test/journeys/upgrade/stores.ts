import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import type { User } from '../../../sandbox/discord/world/entities.ts';
import type { World } from '../world/world.ts';
import { idsOf, replaceTexts } from './watchers.ts';

const STORES = join(import.meta.dirname, 'stores');

/** Versions with a store here, made by `make-stores.ts`. The last one is `main` before it read traits and bundles. */
export const VERSIONS = ['0.1.0', '0.2.0', '0.3.0', '0.4.0-dev'] as const;
/** A time after the last of them was made, in epoch ms. */
export const STORES_MADE_AT = 1_795_658_400_000;

export type Version = (typeof VERSIONS)[number];

/** Copies the store of a version into the world's folder, with the ids of its users and channels. */
export function putStore(version: Version, world: World, watchers: readonly User[]): void {
  const folder = join(STORES, version);
  const ids = idsOf(world, watchers);
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    if (!name.endsWith('.sqlite.zst')) {
      writeFileSync(join(world.folder, name), bytes);
      continue;
    }
    const path = join(world.folder, name.replace('.zst', ''));
    writeFileSync(path, zstdDecompressSync(bytes));
    const db = new DatabaseSync(path);
    db.exec('PRAGMA journal_mode = WAL');
    replaceTexts(db, ids);
    db.close();
  }
}
