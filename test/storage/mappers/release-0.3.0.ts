import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Change } from '../../../src/market/change.ts';
import type { Item } from '../../../src/market/item/item.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import type { Cause } from '../../../src/routing/notice.ts';
import { auction, auctioned, item, purchase, shop, traded } from '../sqlite/journal/samples.ts';

const FILES = join(import.meta.dirname, 'release-0.3.0');

/** The time of every record here. */
export const WRITTEN_AT = 1_700_000_000_000;

/**
 * Writes the files of Crier 0.3.0, byte for byte, into a folder: the journal, the settings and a snapshot of `crier`.
 */
export function copyRelease(folder: string): { readonly events: string; readonly settings: string } {
  const paths = { events: join(folder, 'crier.events.sqlite'), settings: join(folder, 'crier.sqlite') };
  for (const [name, path] of Object.entries(paths)) {
    const db = new DatabaseSync(path);
    db.exec(
      `PRAGMA foreign_keys = OFF; PRAGMA journal_mode = WAL; BEGIN; ${readFileSync(join(FILES, `${name}.sql`), 'utf8')} COMMIT;`,
    );
    db.close();
  }
  const snapshot = `shops-${WRITTEN_AT}.json.zst`;
  copyFileSync(join(FILES, snapshot), join(folder, `crier.${snapshot}`));
  return paths;
}

function of(type: string, key: string, variant: Item['identity']['variant']): Item {
  return { ...item(), identity: { key, type, variant } };
}

const PLAIN = { enchantments: [], potion: null, canvas: null, customName: null };
const canvas = '00000000-0000-0000-0000-000000000001_7';
const book = { ...PLAIN, enchantments: [{ id: 'sharpness', level: 5 }], customName: 'Ada’s' };
const box: Item = {
  ...item('SHULKER_BOX', '00000000000000b2'),
  contents: [of('ENCHANTED_BOOK', '00000000000000c3', book), of('POTION', '00000000000000d4', null)],
};
const painting = of('PAINTING', '00000000000000e5', { ...PLAIN, canvas });
const odd: Shop = { ...shop(8), side: null, kind: 'TRADING' };
const full: Shop = { ...shop(9), item: box };
const at = WRITTEN_AT + 9;

/** A change of every kind, oldest first. */
export const CHANGES: readonly Change[] = [
  auctioned(WRITTEN_AT + 1),
  traded(WRITTEN_AT + 2),
  {
    kind: 'traded',
    at: WRITTEN_AT + 3,
    trade: {
      ...purchase(WRITTEN_AT + 3, item('DIAMOND', '00000000000000f6')),
      kind: 'sale',
      sign: { amount: 1, price: 2 },
    },
    shop: null,
  },
  { kind: 'listed', at, shop: full },
  { kind: 'restocked', at, shop: shop(), before: { ...shop(), remaining: 0 } },
  { kind: 'sold-out', at, shop: { ...odd, remaining: 0 }, before: odd },
  {
    kind: 'price-changed',
    at,
    shop: { ...shop(), price: 3, side: 'bid', kind: 'BUYING' },
    before: { ...shop(), item: box },
  },
  { kind: 'removed', at, before: shop() },
  { kind: 'banned', at, shop: { ...shop(10), item: painting }, canvas },
];

const first = WRITTEN_AT + 1;

/** A cause of every kind, as pending for a channel. */
export const CAUSES: readonly Cause[] = [
  ...CHANGES.map((change) => ({ kind: 'change', change }) as const),
  { kind: 'sample', change: { kind: 'auctioned', at: first, auction: auction(first) } },
  { kind: 'server', at: first, state: 'down', before: 'up', lastedMs: 3_600_000 },
  { kind: 'server', at: first, state: 'slow', before: 'up', lastedMs: 0, isSample: true },
  { kind: 'expiring', at: first, expiresAt: WRITTEN_AT + 2 },
  { kind: 'feeds-paused', at: first, channelId: '200', code: 50_001 },
];

export const SHOPS = { takenAt: WRITTEN_AT, shops: [full, odd], missing: [shop()] };
