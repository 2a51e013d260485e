import { expect, onTestFinished, test } from 'vitest';
import { newNonce } from '../../../src/delivery/nonce.ts';
import type { Line, LineRest } from '../../../src/ports/lines.ts';
import { openSharedJournal } from '../../../src/postgres/journal.ts';
import { PostgresLines } from '../../../src/postgres/lines.ts';
import type { Target } from '../../../src/routing/notice.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { channel, person, routed, traded } from '../../journal/samples.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeDatabase, openHandle } from '../database.ts';

const NOTHING: LineRest = { dueAt: null, waitMs: 0, answered: [], failures: 0, mustReschedule: false };
/** Long ago: it has gathered. */
const PAST = 10_000;

/** Two processes on one outbox. */
async function open() {
  const url = await makeDatabase();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const join = (holder: string) => {
    const db = openHandle(url);
    const clock = systemClock;
    const lines = new PostgresLines({ db, news: { on() {} }, holder, clock, log: recordingLog() });
    const claim = async (most = 9) => {
      const soon = new AbortController();
      const timer = setTimeout(() => soon.abort(), 300);
      const claimed = await lines.claim(most, soon.signal);
      clearTimeout(timer);
      return claimed;
    };
    // What is written was heard long ago, so that nothing gathers.
    const journal = openSharedJournal(db, () => PAST, recordingLog());
    return { db, lines, claim, journal };
  };
  const [one, other] = [join('one'), join('other')];
  const tell = (target: Target, dueAt: number) => one.journal.tell([routed(traded(dueAt), target, ['f1'], dueAt)]);
  return { one, other, tell };
}

async function only(lines: readonly Line[]): Promise<Line> {
  const [line, ...more] = lines;
  if (line === undefined || more.length > 0) throw new Error(`${lines.length} lines`);
  return line;
}

test('a target with something due is held by one process at a time', async () => {
  const { one, other, tell } = await open();
  await tell(channel, 1);
  const line = await only(await one.claim());
  expect(line).toMatchObject({ target: channel, state: { failures: 0, mustReschedule: false, answered: [] } });
  expect(line.isSure()).toBe(true);
  expect(await other.claim()).toEqual([]);
  await line.release({ ...NOTHING, dueAt: 5, failures: 2 });
  expect(await other.claim()).toMatchObject([{ target: channel, state: { failures: 2 } }]);
});

test('the longest due comes first, and nothing that is not due', async () => {
  const { one, tell } = await open();
  await tell(person, PAST + 2_000);
  await tell(channel, PAST + 1_900);
  await tell({ kind: 'user', id: '77' }, Date.now() + 60_000);
  expect((await one.claim(1)).map(({ target }) => target)).toEqual([channel]);
  expect((await one.claim(9)).map(({ target }) => target)).toEqual([person]);
});

test('what comes between the last look and the release is not lost', async () => {
  const { one, tell } = await open();
  await tell(channel, 1);
  const line = await only(await one.claim());
  await tell(channel, 2);
  await line.release(NOTHING);
  const again = await only(await one.claim());
  await again.release(NOTHING);
  expect(await one.claim()).toEqual([]);
});

test('a line that was not renewed is claimed by another, and the first can seal nothing any more', async () => {
  const { one, other, tell } = await open();
  await tell(channel, 1);
  const line = await only(await one.claim());
  await one.db.query(`UPDATE lines SET lease_until = clock_timestamp() - interval '1 s'`);
  const taken = await only(await other.claim());
  expect(taken.fence).toBeGreaterThan(line.fence);
  const notices = await one.journal.waiting(channel, 1e12, 9);
  const seal = { target: channel, nonce: newNonce(), body: '{}', notices, dropped: [], at: 5 };
  await expect(one.journal.seal({ ...seal, line })).rejects.toMatchObject({ name: 'LineLost' });
  expect(await one.journal.sealed(channel)).toEqual([]);
  await line.release(NOTHING);
  expect(await other.claim()).toEqual([]);
  await other.journal.seal({ ...seal, line: taken });
  expect(await other.journal.sealed(channel)).toHaveLength(1);
});

test('how fast a channel was told stays known to who takes it over', async () => {
  const { one, other, tell } = await open();
  await tell(channel, 1);
  const line = await only(await one.claim());
  const notices = await one.journal.waiting(channel, 1e12, 9);
  await one.journal.seal({ target: channel, nonce: newNonce(), body: '{}', notices, dropped: [], at: 5, line });
  await one.db.query(`UPDATE lines SET lease_until = clock_timestamp() - interval '1 s'`);
  const { answered } = (await only(await other.claim())).state;
  expect(answered).toHaveLength(1);
  const [at = 0] = answered;
  expect(systemClock.monotonic() - at).toBeLessThan(60_000);
});

test('until Discord takes something again a target is left alone, whatever comes', async () => {
  const { one, tell } = await open();
  await tell(channel, 1);
  const line = await only(await one.claim());
  await line.release({ ...NOTHING, dueAt: 0, waitMs: 60_000 });
  await tell(channel, 2);
  expect(await one.claim()).toEqual([]);
});

test('a change of what is subscribed there is told to who holds the target, or claims it next', async () => {
  const { one, tell } = await open();
  await tell(channel, 1);
  const line = await only(await one.claim());
  await one.lines.reconsider([channel, person]);
  await line.release(NOTHING);
  const claimed = await one.claim();
  expect(new Set(claimed.map(({ target }) => target.id))).toEqual(new Set([channel.id, person.id]));
  expect(claimed.every(({ state }) => state.mustReschedule)).toBe(true);
});
