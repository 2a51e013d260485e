import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { OperatorFault } from '../../../src/faults/operator-fault.ts';
import { BUCKET_MS } from '../../../src/market/prices/trade-group.ts';
import { subscriptionKeyOf } from '../../../src/routing/lookups.ts';
import type { Cause } from '../../../src/routing/notice.ts';
import { goodsHash, writeGoods } from '../../../src/storage/mappers/goods-and-places.ts';
import { feedSchema, settingsForms, watchSchema } from '../../../src/storage/mappers/settings-records.ts';
import { writeCause } from '../../../src/storage/mappers/stored-cause.ts';
import { POSTGRES_MIGRATIONS } from '../../../src/storage/migrations/postgres.ts';
import type { Session } from '../../../src/storage/postgres/client.ts';
import { openPostgres } from '../../../src/storage/postgres/open.ts';
import { openPostgresPorts } from '../../../src/storage/postgres/ports.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { item, shop, traded } from '../sqlite/journal/samples.ts';
import { feed, watch } from '../sqlite/samples.ts';
import { openHandle } from './database.ts';
import { openLeaderJournal } from './ingest/lead.ts';
import { minuteClock } from './minute-clock.ts';
import { openOtherProgram, openVersion, upgrade } from './old-version.ts';

/** Stands on: a real PostgreSQL with the tables of earlier versions. */

const AT = 40 * BUCKET_MS + 5;

const ADD_PLACE = `INSERT INTO places AS place (x, z, y, world, owner, owner_name, changed_at, traded_at)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
  ON CONFLICT (x, z, y, names_hash(world, owner, owner_name)) DO UPDATE SET changed_at = excluded.changed_at
  RETURNING id`;
const ADD_TRADE = `INSERT INTO trades (seq, item, at, kind, count, paid, place)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])`;

/** Makes a database of version 1 with one purchase and its change. */
async function openVersion1() {
  const { url, session } = await openVersion(1);
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
  return url;
}

async function addPlace(session: Session, owner: string): Promise<number | undefined> {
  const { x, y, z, world } = shop().location;
  const values = [[x], [z], [y], [world], [owner], [shop().owner.name], [AT], [null]];
  return (await session.query<{ id: number }>(ADD_PLACE, values)).rows[0]?.id;
}

test('fault 100: whole prices of version 1 read as before, next to decimals written after the upgrade', async () => {
  const url = await openVersion1();
  await upgrade(url);
  const journal = await openLeaderJournal(openHandle(url));
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

const LATER = 32_000_000_000_000;
const DEAL = { unitPrice: 4, goods: 'a1', beats: null };
const CAUSE: Cause = { kind: 'expiring', at: 5, expiresAt: LATER };

/** Adds rows of 0.4.0-dev to each table that the fifth step changes. */
async function fillVersion4(session: Session): Promise<void> {
  const forms = settingsForms(recordingLog());
  const place = [subscriptionKeyOf(feed).lookup, subscriptionKeyOf(feed).reach] as const;
  await session.query(
    `INSERT INTO feeds (id, guild, channel, kind, lookup, reach, awake, created_at, record) VALUES ($1, $2, $3, $4, $5, $6, true, $7, $8)`,
    [feed.id, feed.guildId, feed.channelId, feed.kind, ...place, feed.createdAt, forms.feeds.write(feed)],
  );
  await session.query(
    `INSERT INTO watches (id, user_id, lookup, reach, awake, expires_at, once, created_at, record) VALUES ($1, $2, $3, $4, true, NULL, false, $5, $6)`,
    [
      watch.id,
      watch.userId,
      subscriptionKeyOf(watch).lookup,
      subscriptionKeyOf(watch).reach,
      watch.createdAt,
      forms.watches.write(watch),
    ],
  );
  await session.query(`INSERT INTO people (id, record) VALUES ('400', $1)`, [
    forms.people.write({ id: '400', quiet: null }),
  ]);
  const query = { userId: '400', side: 'buy', sort: 'price', outOfStock: false, filter: { containers: true } };
  const kept = [
    ['undos', '400', { key: 'k', put: [z.encode(watchSchema, watch)], remove: ['w2'] }],
    ['removed-feeds', 'fk', { feed: z.encode(feedSchema, feed) }],
    ['send-blocks', 'address', { until: LATER }],
    ['retried-refusals', 'channel:200', { code: 50_001, since: 7, pausedAt: null }],
    ['refused-token', 'fingerprint', { sha256: TOKEN_SHA256 }],
    ['stock', 'evidence', { cases: [], contradicts: 'items' }],
    ['queries', 'q', query],
    ['addresses', '400', { channelId: '900' }],
  ] as const;
  for (const [space, key, record] of kept) {
    await session.query(`INSERT INTO kept VALUES ($1, $2, $3, $4, clock_timestamp() + interval '9 min')`, [
      ...[space, key, space === 'queries' ? '400' : null, JSON.stringify({ v: 1, ...record })],
    ]);
  }
  await session.query(`INSERT INTO kept VALUES ('undos', '401', NULL, '{}', clock_timestamp() - interval '1 s')`);
  await session.query('INSERT INTO causes (id, json) VALUES (1, $1)', [writeCause(CAUSE)]);
  await session.query(
    `INSERT INTO notices (id, cause, target, sources, due_at) VALUES (2, 1, 'user:400', '["w1"]', 6);
     INSERT INTO lines (target, due_at, reconsider) VALUES ('user:400', 6, true);
     INSERT INTO told (source, at, price, goods) VALUES ('w1', 3, 4.5, 'a1'), ('f1', 2, NULL, NULL);
     INSERT INTO moments (name, at) VALUES ('.snapshot', 8), ('mark:stream-live', 9), ('number:asked', 10);
     INSERT INTO items (key, type) VALUES ('b2', 'SLIME_BLOCK');
     INSERT INTO trade_groups VALUES (1, ${AT - 5}, 0, 0, 4.5, 1, 2, 9, ${AT})`,
  );
  await session.query(
    `INSERT INTO messages (target, nonce, body, tells, best, sealed_at, settled_at, message_id, gaps_until)
     VALUES ('user:400', 'n1', '{"a":1}', '["w1"]', $1, 1, NULL, NULL, NULL), ('user:400', 'n2', '{}', '[]', '{}', 1, 2, '77', 12)`,
    [JSON.stringify({ w1: DEAL })],
  );
}

/** The SHA-256 hash of "a.b.c". */
const TOKEN_SHA256 = '845e30448809e2bc8958eb025bfc795235d13b077a53d0c3abbd2385170dc9b8';

test('an upgrade from version 4 keeps settings, records, outbox and history, and logs unknown records', async () => {
  const { url, session } = await openVersion(4);
  await fillVersion4(session);
  await session.query(
    `INSERT INTO kept VALUES ('of-a-fork', 'a', NULL, '{}', NULL), ('of-a-fork', 'b', NULL, '{}', NULL)`,
  );
  const log = recordingLog();
  const postgres = await openPostgres(url, log, minuteClock);
  const ports = await openPostgresPorts(postgres, { clock: systemClock, random: Math.random, log });
  onTestFinished(() => ports.close());
  const { journal } = ports;
  const [user, channel] = [
    { kind: 'user', id: '400' },
    { kind: 'channel', id: '200' },
  ] as const;
  expect(await ports.settings.feeds()).toEqual([feed]);
  expect(await ports.subscriptions.feedsOf(feed.guildId)).toEqual([feed]);
  expect(await ports.subscriptions.of(channel)).toEqual([feed]);
  expect(await ports.settings.watches()).toEqual([watch]);
  expect(await ports.settings.people()).toEqual([{ id: '400', quiet: null }]);
  expect(await ports.undos.take('400', 'k')).toEqual({ key: 'k', step: { put: [watch], remove: ['w2'] } });
  expect(await ports.feedUndos.find('fk')).toEqual([{ before: feed }]);
  expect(await ports.retriedRefusals.of(channel)).toEqual({ code: 50_001, since: 7, pausedAt: null });
  expect(await ports.refusedToken.is('a.b.c')).toBe(true);
  expect(await ports.stockEvidence.read()).toEqual({ cases: [], contradicts: 'items' });
  expect(await ports.queries.find('q')).toMatchObject({ userId: '400', side: 'buy' });
  expect(await ports.addresses.find('400')).toBe('900');
  const { rows } = await postgres.query('SELECT key, record FROM send_holds');
  expect(rows).toEqual([{ key: 'address', record: JSON.stringify({ v: 1, until: LATER }) }]);
  expect(await journal.waiting(user, 100, 9)).toMatchObject([{ id: 2, cause: CAUSE, subscriptionIds: ['w1'] }]);
  expect(await journal.sealed(user)).toMatchObject([{ nonce: 'n1', subscriptionIds: ['w1'] }]);
  expect(await journal.gapsKnownUntil(user)).toBe(12);
  expect(await journal.lastDelivered(['w1', 'f1'])).toEqual(
    new Map([
      ['w1', { at: 3, price: { unitPrice: 4.5, goods: 'a1' } }],
      ['f1', { at: 2, price: null }],
    ]),
  );
  expect([
    await journal.snapshotAt(),
    await journal.checkpoint('stream-live'),
    await journal.savedNumber('asked'),
  ]).toEqual([8, 9, 10]);
  const groups = await journal.history({ type: 'SLIME_BLOCK' }, 0, AT + BUCKET_MS);
  expect(groups).toMatchObject([{ unitPrice: 4.5, items: 2, paid: 9 }]);
  const [message] = await journal.sealed(user);
  await journal.settle(message?.id ?? 0, { kind: 'delivered', at: 20, messageId: '78' });
  expect(await journal.lastDelivered(['w1'])).toEqual(
    new Map([['w1', { at: 20, price: { unitPrice: 4, goods: 'a1' } }]]),
  );
  expect(log.lines).toEqual([
    { level: 'info', facts: { fromVersion: 4, toVersion: POSTGRES_MIGRATIONS.length }, sentence: 'Database upgraded' },
    { level: 'warn', facts: { count: 2 }, sentence: 'Records of an unknown kind deleted in the upgrade' },
  ]);
});

test('an upgrade from version 5 keeps leases, fences, the rate limit, the fleet state and the cache', async () => {
  const { url, session } = await openVersion(5);
  const query = { userId: '400', side: 'buy', sort: 'price', outOfStock: false, filter: { containers: true } };
  await session.query(`INSERT INTO cache VALUES ('queries', 'q', '400', $1, clock_timestamp() + interval '9 min')`, [
    JSON.stringify({ v: 1, ...query }),
  ]);
  await session.query(
    `INSERT INTO lines (target, due_at, not_before, fence, failures, must_reschedule, answered)
       VALUES ('channel:200', 6, ${LATER}, nextval('line_fences'), 3, true, '{epoch}'), ('user:400', 6, 0, nextval('line_fences'), 0, false, '{}');
     UPDATE pace SET tokens = 4, held_until = to_timestamp(${LATER} / 1000), generation = 2;
     INSERT INTO published (name, json) VALUES ('status:leader', '{"a":1}')`,
  );
  const postgres = await openPostgres(url, recordingLog(), minuteClock);
  const ports = await openPostgresPorts(postgres, { clock: systemClock, random: Math.random, log: recordingLog() });
  onTestFinished(() => ports.close());
  const { rows } = await postgres.query(`SELECT due_at, not_before, fence, failures, must_reschedule, answered::text
    FROM target_leases WHERE target = 'channel:200'`);
  expect(rows).toMatchObject([{ due_at: 6, not_before: LATER, fence: 1, failures: 3, must_reschedule: true }]);
  const [lease] = await ports.leases.claim(9, AbortSignal.timeout(60_000));
  expect(lease?.target).toEqual({ kind: 'user', id: '400' });
  const { rows: claimed } = await postgres.query(`SELECT fence FROM target_leases WHERE target = 'user:400'`);
  expect(claimed, 'fences go on after 2').toEqual([{ fence: 3 }]);
  const { rows: held } = await postgres.query(
    `SELECT tokens, extract(epoch FROM held_until)::float8 * 1000 AS until FROM global_rate_limit`,
  );
  expect(held).toEqual([{ tokens: 4, until: LATER }]);
  expect((await ports.fleet.state.all('status:')).get('status:leader')?.value).toEqual({ a: 1 });
  expect(await ports.queries.find('q')).toMatchObject({ userId: '400', side: 'buy' });
});

test('an upgrade pauses while another program locks a table, and continues after it', async () => {
  const url = await openVersion1();
  const dump = await openOtherProgram(url);
  await dump.query('BEGIN; LOCK TABLE trades IN ACCESS SHARE MODE');
  const log = recordingLog();
  const slept: number[] = [];
  const clock = {
    monotonic: () => 0,
    sleep: async (ms: number) => {
      slept.push(ms);
      await dump.query('COMMIT');
    },
  };
  await (await openPostgres(url, log, clock)).end();
  expect(slept).toHaveLength(1);
  expect(log.lines).toMatchObject([
    { sentence: 'Tables locked by another program, retrying the upgrade for a minute' },
    { sentence: 'Tables no longer locked' },
    { level: 'info', facts: { fromVersion: 1, toVersion: POSTGRES_MIGRATIONS.length }, sentence: 'Database upgraded' },
  ]);
});

test('an upgrade ends no connection of the fleet while another program locks a table', async () => {
  const { url, session } = await openVersion(4);
  const dump = await openOtherProgram(url);
  await dump.query('BEGIN; LOCK TABLE trades IN ACCESS SHARE MODE');
  const seen: boolean[] = [];
  const clock = {
    monotonic: () => 0,
    sleep: async () => {
      // The second retry meets the lock again.
      if (seen.length === 1) await dump.query('COMMIT');
      await session.query('SELECT 1').catch(() => undefined);
      seen.push(session.ended.aborted);
    },
  };
  await (await openPostgres(url, recordingLog(), clock)).end();
  expect(seen).toEqual([false, false]);
  await expect.poll(() => session.ended.aborted).toBe(true);
});

test('an upgrade that waits for a locked table for a minute fails with an error for the operator', async () => {
  const url = await openVersion1();
  const dump = await openOtherProgram(url);
  await dump.query('BEGIN; LOCK TABLE trades IN ACCESS SHARE MODE');
  const opening = openPostgres(url, recordingLog(), { ...systemClock, ...minuteClock });
  await expect(opening).rejects.toThrow(OperatorFault);
  await expect(opening).rejects.toThrow(/such as pg_dump/);
  await dump.query('COMMIT');
});
