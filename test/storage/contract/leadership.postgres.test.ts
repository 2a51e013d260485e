import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { Term } from '../../../src/ports/fleet.ts';
import type { Session } from '../../../src/storage/postgres/client.ts';
import type { Postgres } from '../../../src/storage/postgres/connection.ts';
import { PostgresLeadership } from '../../../src/storage/postgres/leadership.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeDatabase, openHandle, openTcpProxy } from '../postgres/database.ts';
import { leadershipContract } from './leadership.contract.ts';

const FOR_EVER = new AbortController().signal;
/** Followers retry after 1 ms, so that the tests wait for no clock. */
const clock = { ...systemClock, sleep: async () => systemClock.sleep(1) };

function leadershipOn(postgres: Postgres, log = recordingLog()): PostgresLeadership {
  return new PostgresLeadership({ postgres, openIngestWriter, clock, log });
}

async function openIngestWriter(session: () => Promise<Session>): Promise<Term['writer']> {
  const unused = async () => expect.unreachable();
  return {
    ...{ record: unused, recordPriceSamples: unused, prune: unused, saveCanvases: unused, pruneCanvases: unused },
    async saveCheckpoint(name, at) {
      const text =
        'INSERT INTO checkpoints (name, at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET at = excluded.at';
      await (await session()).query(text, [name, at]);
    },
  };
}

async function checkpointOf(postgres: Postgres, name: string): Promise<number | null> {
  const { rows } = await postgres.query<{ at: number }>('SELECT at FROM checkpoints WHERE name = $1', [name]);
  return rows[0]?.at ?? null;
}

/** Two processes on one database; the first leads. */
async function open() {
  const url = await makeDatabase();
  const proxy = await openTcpProxy(url);
  const log = recordingLog();
  const [one, other] = [openHandle(proxy.url(url)), openHandle(url)];
  const first = await leadershipOn(one).lead(FOR_EVER);
  if (first === null) throw new Error('nobody leads');
  onTestFinished(() => first.end());
  return { db: other, proxy, first, log, other: leadershipOn(other, log) };
}

leadershipContract('PostgreSQL', async () => {
  const postgres = openHandle(await makeDatabase());
  return { leadership: leadershipOn(postgres), checkpoint: (name) => checkpointOf(postgres, name) };
});

test('one process leads, and the other waits until its release', async () => {
  const { first, other, log } = await open();
  let second: Term | null = null;
  const waiting = other.lead(FOR_EVER).then((term) => {
    second = term;
    return term;
  });
  await first.writer.saveCheckpoint('x', 1);
  expect(second).toBeNull();
  await first.end();
  const term = await waiting;
  await term?.writer.saveCheckpoint('x', 2);
  await expect(first.writer.saveCheckpoint('x', 3)).rejects.toThrow();
  expect(first.lost.aborted).toBe(false);
  expect(log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  await term?.end();
});

test('a waiting follower stops when aborted', async () => {
  const { other } = await open();
  const stop = new AbortController();
  const waiting = other.lead(stop.signal);
  stop.abort();
  expect(await waiting).toBeNull();
});

test('a leader whose connection breaks keeps leading if no other process took over', async () => {
  const { db, proxy, first } = await open();
  proxy.cut();
  const isWritten = () =>
    first.writer.saveCheckpoint('x', 1).then(
      () => true,
      () => false,
    );
  await expect.poll(isWritten).toBe(true);
  expect(await checkpointOf(db, 'x')).toBe(1);
  expect(first.lost.aborted).toBe(false);
});

test('a replaced leader loses its writer, and its successor logs that it was gone', async () => {
  const { db, proxy, first, other, log } = await open();
  const lost = once(first.lost, 'abort');
  proxy.refuse(true);
  proxy.cut();
  const term = await other.lead(FOR_EVER);
  proxy.refuse(false);
  await lost;
  await expect(first.writer.saveCheckpoint('x', 1)).rejects.toThrow();
  await term?.writer.saveCheckpoint('x', 2);
  expect(await checkpointOf(db, 'x')).toBe(2);
  expect(log.lines.map(({ sentence }) => sentence).filter((sentence) => !sentence.startsWith('Another'))).toEqual([
    expect.stringContaining('is gone'),
  ]);
  await term?.end();
});

test('a leader that cannot reach its database for eight seconds stops leading', async () => {
  const url = await makeDatabase();
  const proxy = await openTcpProxy(url);
  let monotonic = 0;
  const sleep = async (ms: number) => {
    monotonic += ms;
    await systemClock.sleep(1);
  };
  const parts = { postgres: openHandle(proxy.url(url)), openIngestWriter, log: recordingLog() };
  const leadership = new PostgresLeadership({ ...parts, clock: { sleep, monotonic: () => monotonic } });
  const term = await leadership.lead(FOR_EVER);
  if (term === null) throw new Error('nobody leads');
  const lost = once(term.lost, 'abort');
  const brokenAt = monotonic;
  proxy.refuse(true);
  proxy.cut();
  await lost;
  expect(monotonic - brokenAt).toBeGreaterThanOrEqual(8_000);
  await expect(term.writer.saveCheckpoint('x', 1)).rejects.toThrow();
  await term.end();
});

test('a leader without a heartbeat for eight seconds is ended, and one with a heartbeat is not', async () => {
  const url = await makeDatabase();
  const db = openHandle(url);
  const stopped = await openHandle(url).connect('any');
  await stopped.query('SELECT pg_advisory_lock(4711, 1)');
  const beat = (ago: string) => db.query(`UPDATE leader SET beat_at = clock_timestamp() - interval '${ago}'`);
  await beat('5 s');
  const stop = new AbortController();
  let attempts = 0;
  const sleep = async () => {
    attempts += 1;
    if (attempts === 3) stop.abort();
  };
  const parts = { postgres: db, openIngestWriter, log: recordingLog() };
  expect(await new PostgresLeadership({ ...parts, clock: { ...systemClock, sleep } }).lead(stop.signal)).toBeNull();
  expect(stopped.ended.aborted).toBe(false);
  await beat('9 s');
  const term = await leadershipOn(db).lead(FOR_EVER);
  await expect(stopped.query('SELECT 1')).rejects.toThrow();
  await term?.end();
});

test('a follower that stalled together with the leader waits for a heartbeat before it ends it', async () => {
  const url = await makeDatabase();
  const db = openHandle(url);
  const stopped = await openHandle(url).connect('any');
  await stopped.query('SELECT pg_advisory_lock(4711, 1)');
  await db.query(`UPDATE leader SET beat_at = clock_timestamp() - interval '9 s'`);
  const stop = new AbortController();
  let [now, attempts] = [0, 0];
  const sleep = async () => {
    attempts += 1;
    now += 9_000;
    if (attempts === 3) stop.abort();
  };
  const parts = {
    postgres: db,
    openIngestWriter,
    log: recordingLog(),
    clock: { ...systemClock, sleep, monotonic: () => now },
  };
  expect(await new PostgresLeadership(parts).lead(stop.signal)).toBeNull();
  expect(stopped.ended.aborted).toBe(false);
  await stopped.end();
});

test('an attempt that PostgreSQL rejects is repeated, and logged once', async () => {
  const url = await makeDatabase();
  const db = openHandle(url);
  await db.query('ALTER TABLE leader RENAME TO elsewhere');
  const log = recordingLog();
  const waiting = leadershipOn(db, log).lead(FOR_EVER);
  await expect.poll(() => log.lines.length).toBeGreaterThan(2);
  await db.query('ALTER TABLE elsewhere RENAME TO leader');
  await (await waiting)?.end();
  expect(log.lines.filter(({ level }) => level !== 'debug' && level !== 'info')).toMatchObject([{ level: 'warn' }]);
});
