import { expect, test } from 'vitest';
import { CurrentMarket } from '../../src/pipeline/current-market.ts';
import { Pipeline } from '../../src/pipeline/pipeline.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { routeInMemory } from '../../src/subscriptions/in-memory.ts';
import { systemClock } from '../../src/time/clock.ts';
import { recordingLog } from '../log/recording-log.ts';
import { trade } from '../market/samples.ts';
import { feed } from '../routing/samples.ts';
import { openOnFile } from '../storage/sqlite/journal/open.ts';
import { streamDown } from '../storage/sqlite/journal/samples.ts';

/** Stands on: the real ingest and a journal in a file whose writes fail, a clock that the test advances. */

const CHANNEL = { kind: 'channel', id: '200' } as const;
const ALL = Number.MAX_SAFE_INTEGER;

/** Runs a pipeline on a full disk for `seconds`, with `eventsPerSecond`. */
async function fullDisk(eventsPerSecond: number, seconds: number) {
  const { db, journal } = openOnFile();
  const log = recordingLog();
  const subscriptions = new SubscriptionsInMemory();
  subscriptions.putFeed(feed('f1'));
  const began = 1_700_000_000_000;
  const ends = began + seconds * 1_000;
  const pressure: boolean[] = [];
  const received: number[] = [];
  let now = began;
  await journal.record(streamDown(1, 'closed-1006'));

  const receive = () => {
    received.push(now);
    pipeline.onEvent(trade({ at: received.length, paid: received.length }));
  };
  const pipeline = new Pipeline({
    journal,
    current: new CurrentMarket([], systemClock),
    router: routeInMemory({ memory: subscriptions, isPaused: () => false, clock: systemClock }),
    delivery: { wake() {} },
    keep: async () => {},
    forget: async () => {},
    isBanned: () => false,
    worthOf: async () => null,
    onPressure: (high) => void pressure.push(high),
    log,
    clock: {
      now: () => now,
      async sleep(ms) {
        const until = now + ms;
        while (now < until) {
          now += 1_000 / eventsPerSecond;
          if (now <= ends) receive();
        }
        if (now >= ends) db.exec('PRAGMA max_page_count = 1000000');
      },
    },
  });
  db.exec(`PRAGMA max_page_count = ${Number(db.prepare('PRAGMA page_count').get()?.page_count)}`);
  // The last free pages are filled before the two minutes begin.
  while (now === began) {
    for (let event = 0; event < 50; event += 1) receive();
    await pipeline.settled();
  }
  const kept = (await journal.waiting(CHANNEL, ALL, 99_999)).map(({ cause }) => paidIn(cause));
  const lines = log.lines
    .filter(({ level }) => level !== 'debug')
    .map(({ level, sentence, facts }) => ({ level, sentence, lost: facts.lost }));
  return { journal, received, kept, lines, errors: log.errors(), pressure };
}

function paidIn(cause: unknown): number {
  return Number(JSON.stringify(cause).match(/"paid":(\d+)/)?.[1]);
}

test('fault 76: a disk full for two minutes at 20 events a second loses none and logs its start and end', async () => {
  const { journal, received, kept, lines, errors, pressure } = await fullDisk(20, 120);
  expect(errors).toHaveLength(1);
  expect(received.length).toBeGreaterThanOrEqual(2_400);
  expect(kept).toEqual(received.map((_, index) => index + 1));
  expect(await journal.outages(0)).toMatchObject([{ why: 'closed-1006' }]);
  expect(pressure).toEqual([]);
  expect(lines).toEqual([
    { level: 'error', sentence: 'Journal not writable, keeping events and retrying' },
    { level: 'info', sentence: 'Journal writable again', lost: 0 },
  ]);
});

test('fault 76: events beyond 5,000 pending ones are lost, and recorded as an outage of their own', async () => {
  const { journal, received, kept, lines, errors, pressure } = await fullDisk(1_000, 8);
  expect(errors).toHaveLength(2);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => index + 1));
  expect(kept.length).toBeGreaterThanOrEqual(5_000);
  expect(received.length - kept.length).toBeGreaterThan(2_000);
  expect(await journal.outages(0)).toEqual([
    { from: 1, until: null, why: 'closed-1006' },
    { from: received[kept.length], until: received.at(-1), why: 'unwritten' },
  ]);
  expect(pressure).toEqual([true, false]);
  expect(lines.at(-1)).toMatchObject({ level: 'error', lost: received.length - kept.length });
});
