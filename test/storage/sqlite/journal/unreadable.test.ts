import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, test } from 'vitest';
import { newNonce } from '../../../../src/delivery/seal.ts';
import { NotWritten } from '../../../../src/faults/store-faults.ts';
import { openJournal } from '../../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { auctioned, channel, item, person, routed, traded } from './samples.ts';

const LATER = 1_000_000;

function opened() {
  const log = recordingLog();
  const db = new DatabaseSync(join(temporaryFolder(), 'crier.sqlite'));
  const journal = openJournal(db, () => 77, log);
  onTestFinished(() => journal.close());
  const seal = async () => {
    const notices = await journal.waiting(channel, LATER, 9);
    return journal.seal({ target: channel, nonce: newNonce(), body: '{}', notices, dropped: [], at: 5 });
  };
  return { log, db, journal, seal };
}

it.each([
  ['is not JSON', `UPDATE causes SET json = '{oops' WHERE id = 1`, 'not JSON'],
  [
    'is of a newer release',
    `UPDATE causes SET json = json_set(json, '$.v', 2) WHERE id = 1`,
    'written by a newer Crier (version 2)',
  ],
  [
    'has an invalid version',
    `UPDATE causes SET json = json_set(json, '$.v', 'x') WHERE id = 1`,
    'written in an unknown version',
  ],
  [
    'is of an unknown kind',
    `UPDATE causes SET json = json_set(json, '$.kind', 'gossip') WHERE id = 1`,
    'not a valid record',
  ],
  [
    'lacks a part',
    `UPDATE causes SET json = json_remove(json, '$.change.trade.item') WHERE id = 1`,
    'not a valid record',
  ],
  [
    'has a broken item in a box',
    `UPDATE causes SET json = json_set(json, '$.change.trade.item.contents[0]', 7) WHERE id = 1`,
    'not a valid record',
  ],
  ['names no subscription', `UPDATE notices SET subscription_ids = '"f1"' WHERE id = 1`, 'not a list of ids'],
  ['was held for an unknown reason', `UPDATE notices SET held = 'bored' WHERE id = 1`, 'held for an unknown reason'],
])('a waiting notice that %s is dropped, logged once, and blocks no other', async (_what, sql, why) => {
  const { log, db, journal } = opened();
  await journal.record({ changes: [], notices: [1, 2, 3].map((at) => routed(traded(at))) });
  db.exec(sql);
  expect((await journal.waiting(channel, LATER, 2)).map(({ id }) => id)).toEqual([2, 3]);
  expect((await journal.waiting(channel, LATER, 9)).map(({ id }) => id)).toEqual([2, 3]);
  expect((await journal.noticesOf(channel, 9)).map(({ notice }) => notice.id)).toEqual([3, 2]);
  expect(log.errors()).toEqual(log.lines);
  expect(log.lines).toEqual([
    {
      level: 'error',
      facts: { count: 1, rows: [`notice 1: ${why}`] },
      sentence: 'Unreadable notices dropped',
    },
  ]);
  expect(db.prepare('SELECT ended_at, why FROM notices WHERE id = 1').get()).toEqual({
    ended_at: 77,
    why: 'cannot be read',
  });
  expect(await journal.queue(LATER)).toMatchObject({ depth: 2 });
});

it('quarantined rows are counted, and some are named in the log', async () => {
  const { log, db, journal } = opened();
  await journal.record({ changes: [], notices: Array.from({ length: 30 }, (_, at) => routed(traded(at))) });
  db.exec(`UPDATE causes SET json = '' WHERE id <= 25`);
  expect(await journal.waiting(channel, LATER, 4)).toHaveLength(4);
  expect(await journal.waiting(channel, LATER, 99)).toHaveLength(5);
  expect(log.errors()).toEqual(log.lines);
  expect(log.lines.map(({ facts }) => facts.count)).toEqual([4, 4, 4, 4, 4, 4, 1]);
});

test('a notice that cannot be dropped stays pending, and the caller gets the error', async () => {
  const { db, journal } = opened();
  await journal.record({ changes: [], notices: [routed(traded(1))] });
  db.exec(`UPDATE causes SET json = ''; PRAGMA query_only = ON`);
  await expect(journal.waiting(channel, LATER, 9)).rejects.toThrow(NotWritten);
});

test('a message with unreadable sources or prices is still sent and settled', async () => {
  const { log, db, journal, seal } = opened();
  await journal.record({ changes: [], notices: [routed(traded(1))] });
  const { id } = await seal();
  db.exec(`UPDATE messages SET subscription_ids = '7', best_prices = '{"w1":{}}'`);
  expect(await journal.sealed(channel)).toMatchObject([{ id, body: '{}', subscriptionIds: [] }]);
  await journal.settle(id, { kind: 'delivered', messageId: '1', at: 9 });
  expect(await journal.sealed(channel)).toEqual([]);
  expect(await journal.lastDelivered(['f1'])).toEqual(new Map());
  expect(await journal.noticesOf(channel, 9)).toEqual([]);
  expect(log.errors()).toEqual(log.lines);
  expect(log.lines).toMatchObject([
    { facts: { count: 1, rows: [`message ${id}: not a list of ids`] } },
    { facts: { count: 1 } },
  ]);
});

test('unreadable targets do not delay a start', async () => {
  const { log, db, journal, seal } = opened();
  await journal.record({ changes: [], notices: [routed(traded(1)), routed(traded(2), person)] });
  await seal();
  db.exec(
    `UPDATE messages SET target = 'thread:1'; INSERT INTO pauses (target, code, at) VALUES ('thread:2', 50001, 3)`,
  );
  expect(await journal.waitingTargets()).toEqual([{ target: person, dueAt: 2, count: 1 }]);
  expect(await journal.pauses()).toEqual([]);
  expect(log.errors()).toEqual(log.lines);
  expect(log.lines.map(({ facts }) => facts.rows)).toEqual([
    ['target thread:1: not a target'],
    ['target thread:2: not a target'],
  ]);
});

it.each([
  ['of an unknown kind', 'UPDATE changes SET kind = 99 WHERE at = 1'],
  ['that lacks a field', 'UPDATE changes SET place = NULL WHERE at = 1'],
  ['with a text in place of a number', `UPDATE changes SET paid = 'much' WHERE at = 1`],
  ['at a shop of an unknown side', 'UPDATE changes SET side = 9 WHERE at = 1'],
  ['at a shop whose side is not JSON', `UPDATE changes SET side = '{' WHERE at = 1`],
  ['of missing goods', 'UPDATE changes SET other_goods = 99 WHERE at = 1'],
  ['at a missing place', 'UPDATE changes SET other_place = 99 WHERE at = 1'],
])('a change %s is left out, and logged once', async (_what, sql) => {
  const { log, db, journal } = opened();
  await journal.record({ changes: [traded(1), traded(2)], notices: [] });
  db.exec(sql);
  const isTrade = sql.includes('kind');
  for (let times = 0; times < 2; times++) {
    expect((await journal.changes('SLIME_BLOCK', 0)).map(({ at }) => at)).toEqual([2]);
    if (!isTrade) expect((await journal.purchases(0)).map(({ at }) => at)).toEqual([2]);
  }
  expect(log.errors()).toEqual(log.lines);
  expect(log.lines).toMatchObject([{ level: 'error', facts: { count: 1 }, sentence: 'Changes unreadable, skipped' }]);
});

it.each([
  ['of a newer release', `UPDATE goods SET json = json_set(json, '$.v', 2) WHERE id = 1`],
  ['that are not an item', `UPDATE goods SET json = '{"v":1}' WHERE id = 1`],
])('goods %s are left out with their changes, and are deleted like others', async (_what, sql) => {
  const { log, db, journal } = opened();
  await journal.record({ changes: [auctioned(1), auctioned(2, item('DIAMOND', '00000000000000d0'))], notices: [] });
  db.exec(sql);
  expect(await journal.changes('SLIME_BLOCK', 0)).toEqual([]);
  expect(await journal.changes('DIAMOND', 0)).toHaveLength(1);
  expect(log.errors()).toEqual(log.lines);
  expect(log.lines).toHaveLength(1);
  db.exec('DELETE FROM changes');
  await journal.prune(0);
  expect(db.prepare('SELECT (SELECT count(*) FROM goods) + (SELECT count(*) FROM goods_types) AS left').get()).toEqual({
    left: 0,
  });
});

test('trades of an unknown kind or at a missing place are left out', async () => {
  const { log, db, journal } = opened();
  await journal.record({ changes: [traded(1), auctioned(2)], notices: [] });
  db.exec('UPDATE trades SET place = 99 WHERE kind = 1');
  expect(await journal.history({ type: 'SLIME_BLOCK' }, 0, LATER)).toMatchObject([{ kind: 'auction' }]);
  db.exec('UPDATE trades SET kind = 99 WHERE kind = 0');
  expect(await journal.history({ type: 'SLIME_BLOCK' }, 0, LATER)).toEqual([]);
  expect(log.errors()).toEqual(log.lines);
  expect(log.lines).toMatchObject([{ sentence: 'Trades unreadable, skipped' }]);
});

test('causes and goods are written with their version', async () => {
  const { db, journal } = opened();
  await journal.record({ changes: [traded(1)], notices: [routed(traded(1))] });
  for (const table of ['causes', 'goods']) {
    expect(db.prepare(`SELECT json ->> '$.v' AS version FROM ${table}`).get()).toEqual({ version: 1 });
  }
});
