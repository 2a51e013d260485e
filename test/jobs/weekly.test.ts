import { afterEach, describe, expect, test } from 'vitest';
import { createWeeklyJob } from '../../src/jobs/weekly.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { createOwnShops } from '../../src/prices/own-shops.ts';
import { createTradesKnownSince } from '../../src/prices/trades-known-since.ts';
import type { Person } from '../../src/routing/person.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { weeklyCheckpoint } from '../../src/subscriptions/weekly.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../src/time/durations.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ADA, loaded, shop, trade } from '../market/samples.ts';
import { emptyJournalFile } from '../storage/sqlite/journal/empty-journal.ts';

/** Stands on: a real journal, a market and subscriptions in memory, a clock that the test moves. */

const ADA_HERSELF = { name: 'Ada', uuid: ADA.uuid };
/** A Thursday. */
const BEGIN = Date.parse('2026-01-01T00:00Z');

let journal: Journal;
afterEach(() => journal.close());

function open() {
  const log = recordingLog();
  const memory = new SubscriptionsInMemory();
  let now = BEGIN;
  let faults = 0;
  const paused = new Set<string>();
  journal = openJournal(openDatabase(emptyJournalFile(), log), () => now, log);
  let current = loaded([shop(1)]).market;
  const market = () => current;
  let meanwhile: () => void = () => undefined;
  const start = () =>
    createWeeklyJob({
      market,
      subscriptions: askInMemory(memory),
      journal,
      writer: {
        async record(entry) {
          meanwhile();
          if (faults-- > 0) throw new Error('disk full');
          await journal.record(entry);
        },
        saveCheckpoint: (name, at) => journal.saveCheckpoint(name, at),
      },
      ownShops: createOwnShops({
        journal,
        worths: { of: async () => ({ worth: null }) as never },
        market,
        beganAt: BEGIN - WEEK_MS,
        tradesKnownSince: createTradesKnownSince({ journal, beganAt: BEGIN - WEEK_MS, now: () => now }),
        historyMs: 400 * DAY_MS,
        now: () => now,
      }),
      pauses: { codeOf: async ({ id }) => (paused.has(id) ? 50_007 : null) },
      wake: () => undefined,
      now: () => now,
      log,
    });
  let job = start();
  const weeksOf = async (id = '400') => {
    const notices = await journal.noticesOf({ kind: 'user', id }, 999);
    return notices.toReversed().flatMap(({ notice: { cause } }) => (cause.kind === 'weekly' ? [cause] : []));
  };
  return {
    memory,
    log,
    paused,
    weeksOf,
    order(more: Partial<Person> = {}, timeZone = 'UTC') {
      const weekly = { timeZone, since: now, locale: 'en-US' };
      memory.putPerson({ id: '400', quiet: null, player: ADA_HERSELF, weekly, ...more });
    },
    /** Runs the job every so often until a time. */
    async until(time: string, everyMs = HOUR_MS) {
      for (const end = Date.parse(time); now < end; ) {
        now = Math.min(end, now + everyMs);
        await job.run();
      }
    },
    run: () => job.run(),
    /** Lets time pass without the job, as while Crier is off, and starts it again. */
    off(time: string) {
      now = Date.parse(time);
      job = start();
    },
    restart: () => (job = start()),
    sellOn: (...others: ReturnType<typeof shop>[]) => (current = loaded(others).market),
    fail: (times: number) => (faults = times),
    meanwhile: (work: () => void) => (meanwhile = work),
    now: () => now,
  };
}

const startsOf = (causes: readonly { readonly at: number }[]) =>
  causes.map(({ at }) => new Date(at).toISOString().slice(0, 16));

describe('a year in Berlin', () => {
  test('brings one message each Monday at 09:00, through both changes of the clock and restarts', async () => {
    const world = open();
    world.order({}, 'Europe/Berlin');
    const mondays: string[] = [];
    for (let monday = Date.parse('2026-01-05T08:00Z'); mondays.length < 52; monday += WEEK_MS) {
      const isSummer = monday >= Date.parse('2026-03-29T01:00Z') && monday < Date.parse('2026-10-25T01:00Z');
      mondays.push(new Date(monday - (isSummer ? HOUR_MS : 0)).toISOString().slice(0, 16));
    }
    for (const monday of mondays) {
      await world.until(`${monday}:00Z`);
      world.restart();
      await world.run();
      await world.run();
    }
    const weeks = await world.weeksOf();
    expect(startsOf(weeks)).toEqual(mondays);
    const spans = weeks.map(({ week }) => week);
    expect(spans.every(({ from }, n) => n === 0 || from === spans[n - 1]?.until)).toBe(true);
  });
});

test('a message covers the sales of its week, each once', async () => {
  const world = open();
  world.order();
  for (const day of [1, 3, 5, 8]) {
    const at = BEGIN + day * DAY_MS;
    await journal.record({ changes: [{ kind: 'traded', at, trade: trade({ at }), shop: shop(1) }], notices: [] });
  }
  await world.until('2026-01-13T00:00Z');
  expect((await world.weeksOf()).map(({ week }) => week.total.sales)).toEqual([2, 2]);
});

test('missed weeks bring one message that covers them, four at most', async () => {
  const world = open();
  world.order();
  await world.until('2026-01-06T00:00Z');
  world.off('2026-01-21T12:00Z');
  await world.run();
  world.off('2026-06-03T12:00Z');
  await world.run();
  await world.until('2026-06-07T00:00Z');
  const spans = (await world.weeksOf()).map(({ week }) => [week.from, week.until].map((at) => new Date(at).toJSON()));
  expect(spans).toEqual([
    ['2025-12-29T09:00:00.000Z', '2026-01-05T09:00:00.000Z'],
    ['2026-01-05T09:00:00.000Z', '2026-01-19T09:00:00.000Z'],
    ['2026-05-04T09:00:00.000Z', '2026-06-01T09:00:00.000Z'],
  ]);
});

test('an order on a Monday at 10:00 waits for the next Monday, and a second order changes nothing', async () => {
  const world = open();
  await world.until('2026-01-05T10:00Z');
  world.order();
  await world.until('2026-01-08T00:00Z');
  world.order();
  await world.until('2026-01-14T00:00Z');
  expect(startsOf(await world.weeksOf())).toEqual(['2026-01-12T09:00']);
});

test.each([
  ['west', 'Asia/Tokyo', 'America/Los_Angeles', ['2026-01-05T00:00', '2026-01-12T17:00']],
  ['east', 'America/Los_Angeles', 'Asia/Tokyo', ['2026-01-05T17:00', '2026-01-12T00:00']],
])('a user who moves %s on a Monday gets one message a week', async (_, before, after, expected) => {
  const world = open();
  world.order({}, before);
  await world.until('2026-01-05T17:00Z', 15 * MINUTE_MS);
  world.memory.putPerson({
    id: '400',
    quiet: null,
    player: ADA_HERSELF,
    weekly: { timeZone: after, since: BEGIN, locale: 'en-US' },
  });
  await world.until('2026-01-14T00:00Z', 15 * MINUTE_MS);
  expect(startsOf(await world.weeksOf())).toEqual(expected);
});

test('no message comes without a shop or a name, and none later for that week', async () => {
  const world = open();
  world.order();
  world.sellOn();
  await world.until('2026-01-06T00:00Z');
  world.sellOn(shop(1));
  await world.until('2026-01-08T00:00Z');
  expect(await world.weeksOf()).toEqual([]);
  const { player: _, ...nameless } = world.memory.person('400') ?? { id: '400', quiet: null };
  world.memory.putPerson(nameless);
  await world.until('2026-01-13T00:00Z');
  world.memory.putPerson({ ...nameless, player: ADA_HERSELF });
  await world.until('2026-01-15T00:00Z');
  expect(await world.weeksOf()).toEqual([]);
  await world.until('2026-01-20T00:00Z');
  expect(startsOf(await world.weeksOf())).toEqual(['2026-01-19T09:00']);
});

test('no message comes for the shops of another player who took the name', async () => {
  const world = open();
  world.order();
  world.sellOn(shop(1, { owner: { ...ADA, uuid: '0a1b2c3d-0000-4000-8000-00000000000b' } }));
  await world.until('2026-01-08T00:00Z');
  expect(await world.weeksOf()).toEqual([]);
});

test('a user whose direct messages are closed gets the message once they are open again', async () => {
  const world = open();
  world.order();
  world.paused.add('400');
  await world.until('2026-01-07T00:00Z');
  expect(await world.weeksOf()).toEqual([]);
  world.paused.delete('400');
  await world.until('2026-01-08T00:00Z');
  expect(startsOf(await world.weeksOf())).toEqual(['2026-01-07T01:00']);
});

test('a failed write is retried, logged once, and delays no other user', async () => {
  const world = open();
  world.order();
  world.order({ id: '401' });
  world.fail(2);
  await world.until('2026-01-05T09:00Z');
  await world.run();
  await world.run();
  await world.until('2026-01-06T00:00Z');
  expect([(await world.weeksOf('400')).length, (await world.weeksOf('401')).length]).toEqual([1, 1]);
  expect(
    world.log.lines.filter(({ level, sentence }) => level !== 'debug' && sentence.startsWith('Weekly message')).length,
  ).toBe(2);
});

test('a user who is forgotten while their message is written leaves nothing', async () => {
  const world = open();
  world.order();
  world.meanwhile(() => world.memory.removePerson('400'));
  await world.until('2026-01-06T00:00Z');
  expect(await world.weeksOf()).toEqual([]);
  expect(await journal.checkpoint(weeklyCheckpoint('400'))).toBeNull();
});

test('the language of /me goes before that of the client', async () => {
  const world = open();
  world.order();
  world.order({ id: '401', language: 'de' });
  await world.until('2026-01-06T00:00Z');
  expect([(await world.weeksOf('400'))[0]?.locale, (await world.weeksOf('401'))[0]?.locale]).toEqual(['en-US', 'de']);
});

test('a thousand users get one message each', async () => {
  const world = open();
  for (let n = 0; n < 1_000; n += 1) world.order({ id: String(10_000 + n) });
  await world.until('2026-01-05T09:00Z', DAY_MS);
  await world.run();
  await world.until('2026-01-06T00:00Z', 5 * HOUR_MS);
  const waiting = await journal.waitingTargets();
  expect(waiting).toHaveLength(1_000);
  expect(waiting.every(({ count }) => count === 1)).toBe(true);
});
