import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Stores written by released versions in their own sandbox, killed in the middle of a short day. Each has a feed of
 * auctions, one of trades, a watch on diamonds and one on slime blocks, quiet hours (from 0.2.0 on), delivered
 * messages, one in flight, and a notice that waits for a cool-down. Ids of users and channels are in braces.
 */
export const RELEASED = ['0.1.0', '0.2.0', '0.3.0', '0.4.0-dev'] as const;
export type Released = (typeof RELEASED)[number];

/** The ids of users and channels in a test. */
export const IDS = { guild: '100', market: '200', staff: '300', mod: '400', player: '500', bot: '600' };

/** The time of the last event in the stores, in epoch ms. */
const LAST_AT = 1_795_448_660_000;
const QUIET = { from: 1380, to: 420 };
const TIME = /\b1795[45]\d{8}\b/g;

/**
 * Writes such a store with its last event at `lastAt`, in epoch ms, and its user's quiet hours in minutes of Berlin's
 * day.
 * @returns the paths of its files
 */
export function writeReleasedStore(
  version: Released,
  folder: string,
  { ids = IDS, lastAt = LAST_AT, quiet = QUIET }: { ids?: typeof IDS; lastAt?: number; quiet?: typeof QUIET } = {},
): { readonly settings: string; readonly journal: string } {
  const write = (name: string, path: string) => {
    const text = readFileSync(join(import.meta.dirname, `${version}.${name}.sql`), 'utf8');
    const db = new DatabaseSync(path);
    db.exec('PRAGMA journal_mode = WAL');
    db.exec(
      Object.entries(ids)
        .reduce((sql, [who, id]) => sql.replaceAll(`{${who}}`, id), text)
        .replaceAll(JSON.stringify(QUIET).slice(1, -1), JSON.stringify(quiet).slice(1, -1))
        .replace(TIME, (at) => String(Number(at) + lastAt - LAST_AT)),
    );
    db.close();
    return path;
  };
  return {
    settings: write('settings', join(folder, 'crier.sqlite')),
    journal: write('journal', join(folder, 'crier.events.sqlite')),
  };
}
