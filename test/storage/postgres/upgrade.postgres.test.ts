import { expect, onTestFinished, test } from 'vitest';
import { OperatorFault } from '../../../src/faults/operator-fault.ts';
import { BUCKET_MS } from '../../../src/market/prices/trade-group.ts';
import { goodsHash, writeGoods } from '../../../src/storage/mappers/stored-goods.ts';
import { STEPS } from '../../../src/storage/migrations/postgres.ts';
import { openPostgres } from '../../../src/storage/postgres/open.ts';
import type { Session } from '../../../src/storage/postgres/session.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { item, shop, traded } from '../sqlite/journal/samples.ts';
import { makeEmptyDatabase, openHandle } from './database.ts';
import { impatient } from './impatient.ts';
import { openLed } from './pen/lead.ts';

/** Stands on: a real PostgreSQL with the tables of version 1. */

const AT = 40 * BUCKET_MS + 5;

/** A statement that version 1 runs for each place, and prepares once a connection. */
const ADD_PLACE = {
  name: 'add-places',
  text: `INSERT INTO places AS place (x, z, y, world, owner, owner_name, changed_at, traded_at)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
    ON CONFLICT (x, z, y, names_hash(world, owner, owner_name)) DO UPDATE SET changed_at = excluded.changed_at
    RETURNING id`,
};
const ADD_TRADE = `INSERT INTO trades (seq, item, at, kind, count, paid, place)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])`;

/** A database of version 1, with one purchase and the change that it is. */
async function openVersion1() {
  const url = await makeEmptyDatabase();
  const session = await openHandle(url).connect('any');
  onTestFinished(() => session.end());
  await session.query(
    'CREATE TABLE crier_schema (one boolean PRIMARY KEY DEFAULT true CHECK (one), version integer NOT NULL)',
  );
  await session.query('INSERT INTO crier_schema (version) VALUES (1)');
  await session.query(STEPS[0] ?? '');
  const { identity } = item();
  await session.query('INSERT INTO items (key, type) VALUES ($1, $2)', [identity.key, identity.type]);
  await session.query('INSERT INTO goods (hash, json) VALUES ($1, $2)', [goodsHash(item()), writeGoods(item())]);
  await session.query('INSERT INTO goods_types (type, goods) VALUES ($1, 1)', [identity.type]);
  const place = await addPlace(session, shop().owner.uuid);
  await session.query(ADD_TRADE, [[1], [1], [AT], [1], [3], [12], [place]]);
  await session.query(
    `INSERT INTO changes (seq, heard_at, at, kind, goods, place, shop, side, price, remaining, moved, paid)
     VALUES (nextval('change_seqs'), $1, $1, 1, 1, $2, 7, '0', 4, 64, 3, 12)`,
    [AT, place],
  );
  await session.query('INSERT INTO price_samples VALUES (1, $1, 4, NULL, 64)', [AT]);
  await session.query(`INSERT INTO moments (name, at) VALUES ('.snapshot', $1), ('mark:prices-marked', $1)`, [AT]);
  return { url, session };
}

async function addPlace(session: Session, owner: string | null, changedAt = AT): Promise<number | undefined> {
  const { x, y, z, world } = shop().location;
  const name = owner === null ? null : shop().owner.name;
  const values = [[x], [z], [y], [world], [owner], [name], [changedAt], [null]];
  return (await session.query<{ id: number }>(ADD_PLACE, values)).rows[0]?.id;
}

async function upgrade(url: string): Promise<void> {
  await (await openPostgres(url, recordingLog(), impatient)).end();
}

test('fault 100: whole prices of version 1 read as before, next to decimals written after the upgrade', async () => {
  const { url } = await openVersion1();
  await upgrade(url);
  const journal = await openLed(openHandle(url));
  onTestFinished(() => journal.close());
  const later = traded(AT + 1);
  if (later.kind !== 'traded') throw new Error('not traded');
  const decimal = { ...later, trade: { ...later.trade, paid: 1.5 } };
  await journal.record({ changes: [decimal], notices: [] });
  expect(await journal.changes('SLIME_BLOCK', 0)).toEqual([traded(AT), decimal]);
  const paid = async (from: number, to: number) =>
    (await journal.history({ type: 'SLIME_BLOCK' }, from, to)).map(({ unitPrice, paid }) => [unitPrice, paid]);
  expect(await paid(AT - 1, AT + 2), 'trades of a part of a bucket').toEqual([
    [4, 12],
    [0.5, 1.5],
  ]);
  const prices = await journal.pricesPaid({ type: 'SLIME_BLOCK' }, AT - 1, AT + 2);
  expect(prices.map(({ unitPrice }) => unitPrice).toSorted()).toEqual([0.5, 4]);
  expect(await journal.priceSamples(item().identity.key, 0, 2 * AT), 'sampled in another unit').toEqual([]);
  expect(await journal.checkpoint('prices-marked')).toBeNull();
});

test('a process of version 1 that still runs goes on writing after the upgrade', async () => {
  const { url, session } = await openVersion1();
  const known = [await addPlace(session, shop().owner.uuid), await addPlace(session, null)];
  await upgrade(url);
  // The connection's prepared statement and caches are from before the upgrade.
  expect([await addPlace(session, shop().owner.uuid, AT + 1), await addPlace(session, null)]).toEqual(known);
  await session.query(ADD_TRADE, [[2], [1], [AT + 9], [1], [1], [5], [known[0]]]);
  const journal = await openLed(openHandle(url));
  onTestFinished(() => journal.close());
  expect(await journal.history({ type: 'SLIME_BLOCK' }, AT + 9, AT + 10)).toMatchObject([{ unitPrice: 5, paid: 5 }]);
});

test('an upgrade pauses while another program locks a table, and goes on after it', async () => {
  const { url, session } = await openVersion1();
  await session.query('BEGIN');
  await session.query('LOCK TABLE trades IN ACCESS SHARE MODE');
  const log = recordingLog();
  const slept: number[] = [];
  const clock = {
    monotonic: () => 0,
    sleep: async (ms: number) => {
      slept.push(ms);
      await session.query('COMMIT');
    },
  };
  await (await openPostgres(url, log, clock)).end();
  expect(slept).toHaveLength(1);
  expect(log.lines).toMatchObject([
    { sentence: 'Tables locked by another program, retrying the upgrade for a minute' },
  ]);
});

test('an upgrade that waits for a locked table for a minute fails with an error for the operator', async () => {
  const { url, session } = await openVersion1();
  await session.query('BEGIN');
  await session.query('LOCK TABLE trades IN ACCESS SHARE MODE');
  const opening = openPostgres(url, recordingLog(), { ...systemClock, ...impatient });
  await expect(opening).rejects.toThrow(OperatorFault);
  await expect(opening).rejects.toThrow(/such as pg_dump/);
  await session.query('COMMIT');
});
