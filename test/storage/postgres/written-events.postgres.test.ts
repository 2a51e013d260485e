import { expect, onTestFinished, test } from 'vitest';
import type { Change, MarketEvent } from '../../../src/market/change.ts';
import { openIngestWriter } from '../../../src/storage/postgres/ingest/ingest-writer.ts';
import { PostgresWrittenEvents } from '../../../src/storage/postgres/written-events.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { auction, HERE, item, shop, trade } from '../../market/samples.ts';
import { borrowHandle } from './database.ts';

/** Opens a database, and a function that records events as the leader does. */
async function open() {
  const db = await borrowHandle();
  const session = await db.connect('short');
  onTestFinished(() => session.end());
  await session.query('UPDATE leader SET backend_pid = pg_backend_pid()');
  const writer = await openIngestWriter(async () => session, 0, Date.now);
  const write = (event: MarketEvent, heardAt: number) => {
    const { at } = event;
    const change: Change =
      event.kind === 'auction'
        ? { kind: 'auctioned', at, auction: event }
        : { kind: 'traded', at, trade: event, shop: null };
    return writer.record({ changes: [change], notices: [], heardAt });
  };
  return { db, writer, write };
}

test('events are returned as received, in the order of their writing, from a moment on', async () => {
  const { db, writer, write } = await open();
  const log = recordingLog();
  const events = new PostgresWrittenEvents(db, log);
  const bought = trade({ at: 9_000, location: { ...HERE, x: -7, world: 'a\\b\0c' }, sign: { amount: 3, price: 12 } });
  const sold = auction(item('ELYTRA'));
  expect(await events.read(null, 1_000)).toEqual({ events: [], place: 0 });
  await write(trade(), 900);
  await write(bought, 1_000);
  await writer.record({ changes: [{ kind: 'listed', at: 1_000, shop: shop(1) }], notices: [] });
  await write(sold, 1_100);
  const first = await events.read(null, 1_000);
  expect(first).toEqual({
    events: [
      { event: bought, heardAt: 1_000 },
      { event: sold, heardAt: 1_100 },
    ],
    place: expect.any(Number),
  });
  const { place } = first;
  expect(await events.read(place, 1_000)).toEqual({ events: [], place });
  await write(bought, 1_200);
  expect(await events.read(place, 1_000)).toEqual({ events: [{ event: bought, heardAt: 1_200 }], place: place + 1 });
  expect(await events.read(null, 5_000)).toEqual({ events: [], place: place + 1 });
});

test('an unreadable event is left out and logged', async () => {
  const { db, write } = await open();
  const log = recordingLog();
  await write(trade(), 10);
  await write(trade({ item: item('ELYTRA') }), 20);
  await db.query("UPDATE goods SET json = 'broken' WHERE json LIKE '%SLIME%'");
  const { events } = await new PostgresWrittenEvents(db, log).read(null, 0);
  expect(events).toMatchObject([{ heardAt: 20 }]);
  expect(log.errors()).toMatchObject([{ facts: { count: 1, rows: [expect.stringMatching(/^change \d+: not JSON/)] } }]);
});
