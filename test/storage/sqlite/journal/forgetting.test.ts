import type { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { type Change, changedShop, type ListedChange } from '../../../../src/market/change.ts';
import { openOnFile } from './open.ts';
import { item, shop, traded } from './samples.ts';

const DAY = 24 * 3_600_000;
const ALL = Number.MAX_SAFE_INTEGER;

function counts(db: DatabaseSync) {
  const count = (table: string) => db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count;
  return {
    changes: count('changes'),
    goods: count('goods'),
    types: count('goods_types'),
    places: count('places'),
  };
}

/** A shop with its own place and goods. */
function listed(at: number, id: number): ListedChange {
  const box = { ...item('SHULKER_BOX', `b${id}`), contents: [item('BUNDLE', `c${id}`)] };
  return { kind: 'listed', at, shop: { ...shop(id), location: { ...shop().location, x: id }, item: box } };
}

function banned(at: number, id: number): Change {
  return { kind: 'banned', at, shop: changedShop(listed(at, id)), canvas: 'c' };
}

it('changes are deleted after a week with goods that only they use, and places after a month', async () => {
  let now = 100 * DAY;
  const { db, journal } = openOnFile(() => now);
  await journal.record({ changes: Array.from({ length: 1_300 }, (_, id) => banned(now, id)), notices: [] });
  await journal.record({ changes: [banned(now + 2 * DAY, 5)], notices: [] });
  expect(counts(db)).toEqual({ changes: 1_301, goods: 1_300, types: 2_600, places: 1_300 });

  now += 7 * DAY;
  await journal.prune(0);
  expect(counts(db)).toMatchObject({ changes: 1_301, goods: 1_300 });
  now += 2 * DAY;
  await journal.prune(0);
  expect(counts(db)).toEqual({ changes: 1, goods: 1, types: 2, places: 1_300 });
  expect(await journal.changes('BUNDLE', 0)).toEqual([banned(102 * DAY, 5)]);
  now += 24 * DAY;
  await journal.prune(0);
  expect(counts(db)).toEqual({ changes: 0, goods: 0, types: 0, places: 1 });
});

it('the place of a trade is kept as long as the trade', async () => {
  let now = 100 * DAY;
  const { db, journal } = openOnFile(() => now);
  const history = async () => (await journal.history({ type: 'SLIME_BLOCK' }, 0, ALL)).map(({ place }) => place?.owner);
  await journal.record({ changes: [traded(now)], notices: [] });
  await journal.record({ changes: [traded(now + 20 * DAY)], notices: [] });
  now += 60 * DAY;
  await journal.prune(110 * DAY);
  expect(counts(db)).toEqual({ changes: 0, goods: 0, types: 0, places: 1 });
  expect(await history()).toEqual([shop().owner]);
  await journal.prune(122 * DAY);
  expect(counts(db).places).toBe(0);
  expect(await history()).toEqual([]);
});

it('changes deleted from the journal do not mix with later ones of another item', async () => {
  let now = 100 * DAY;
  const { journal } = openOnFile(() => now);
  await journal.record({ changes: [listed(now, 1)], notices: [] });
  await journal.changes('BUNDLE', 0);
  now += 40 * DAY;
  await journal.prune(0);
  await journal.record({ changes: [listed(now, 2)], notices: [] });
  expect(await journal.changes('BUNDLE', 0)).toEqual([listed(now, 2)]);
});

it('deliveries of deleted feeds and watches are forgotten after a week, those of existing ones kept', async () => {
  let now = 100 * DAY;
  const { db, journal } = openOnFile(
    () => now,
    (id) => id.startsWith('kept'),
  );
  const put = db.prepare('INSERT INTO deliveries (source_id, at) VALUES (?, ?)');
  for (let id = 0; id < 1_100; id += 1) put.run(`${id % 100 === 0 ? 'kept' : 'gone'}${id}`, now);
  put.run('gone-lately', now + 2 * DAY);
  const sources = () =>
    db
      .prepare('SELECT source_id AS source FROM deliveries')
      .all()
      .map(({ source }) => String(source));
  now += 7 * DAY;
  await journal.prune(0);
  expect(sources()).toHaveLength(1_101);
  now += DAY;
  await journal.prune(0);
  expect(sources().filter((source) => !source.startsWith('kept'))).toEqual(['gone-lately']);
  expect(sources()).toHaveLength(12);
});
