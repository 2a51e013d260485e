import { expect, test } from 'vitest';
import type { MarketEvent } from '../../src/market/event.ts';
import type { Postgres } from '../../src/postgres/connection.ts';
import { storedText } from '../../src/postgres/text.ts';
import { PostgresWrittenEvents } from '../../src/postgres/written-events.ts';
import { COLUMNS } from '../../src/rows/change-row.ts';
import { goodsHash, writeGoods } from '../../src/rows/stored-goods.ts';
import { writeChange } from '../../src/rows/write-change.ts';
import { recordingLog } from '../log/recording-log.ts';
import { auction, HERE, item, trade } from '../market/samples.ts';
import { openDatabase } from './database.ts';

/** Writes an event down as the leader does, with a seq and a place of its own. */
async function write(db: Postgres, seq: number, event: MarketEvent, heardAt: number | null): Promise<void> {
  await db.query('INSERT INTO goods (id, hash, json) VALUES ($1, $2, $3)', [
    seq,
    Buffer.concat([goodsHash(event.item), Buffer.from([seq])]),
    writeGoods(event.item),
  ]);
  if (event.kind !== 'auction') {
    const { world, x, y, z } = event.location;
    const place =
      'INSERT INTO places (id, owner, world, x, y, z, changed_at) VALUES ($1::bigint, $1::bigint::text, $2, $3, $4, $5, 0)';
    await db.query(place, [seq, storedText(world), x, y, z]);
  }
  const { at } = event;
  const change =
    event.kind === 'auction'
      ? ({ kind: 'auctioned', at, auction: event } as const)
      : ({ kind: 'traded', at, trade: event, shop: null } as const);
  const row = writeChange(change, { goods: () => seq, place: () => seq });
  const values = COLUMNS.map((_, n) => `$${n + 3}`);
  const text = `INSERT INTO changes (seq, heard_at, ${COLUMNS}) VALUES ($1, $2, ${values})`;
  await db.query(text, [seq, heardAt, ...COLUMNS.map((column) => row[column])]);
}

test('events come as they were heard, in the order in which they were written, from a moment on', async () => {
  const db = await openDatabase();
  const log = recordingLog();
  const events = new PostgresWrittenEvents(db, log);
  const bought = trade({ at: 9_000, location: { ...HERE, x: -7, world: 'a\\b\0c' }, sign: { amount: 3, price: 12 } });
  const sold = auction(item('ELYTRA'));
  expect(await events.read(null, 1_000)).toEqual({ events: [], place: 0 });
  await write(db, 5, trade(), 900);
  await write(db, 6, bought, 1_000);
  await write(db, 7, trade(), null);
  await write(db, 8, sold, 1_100);
  const first = await events.read(null, 1_000);
  expect(first).toEqual({
    events: [
      { event: bought, heardAt: 1_000 },
      { event: sold, heardAt: 1_100 },
    ],
    place: 8,
  });
  expect(await events.read(first.place, 1_000)).toEqual({ events: [], place: 8 });
  await write(db, 9, bought, 1_200);
  expect(await events.read(first.place, 1_000)).toEqual({ events: [{ event: bought, heardAt: 1_200 }], place: 9 });
  expect(await events.read(null, 5_000)).toEqual({ events: [], place: 9 });
});

test('one that cannot be read is left out, and said', async () => {
  const db = await openDatabase();
  const log = recordingLog();
  await write(db, 1, trade(), 10);
  await write(db, 2, trade({ moved: 4 }), 20);
  await db.query("UPDATE goods SET json = 'broken' WHERE id = 1");
  const { events, place } = await new PostgresWrittenEvents(db, log).read(0, 0);
  expect([events.length, place]).toEqual([1, 2]);
  expect(log.errors()).toMatchObject([{ facts: { count: 1, rows: [expect.stringContaining('change 1')] } }]);
});
