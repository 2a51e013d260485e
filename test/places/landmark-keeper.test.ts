import { expect, test } from 'vitest';
import { runJobs } from '../../src/jobs/job.ts';
import { createLandmarksJob } from '../../src/jobs/landmarks.ts';
import { LinkTemplate } from '../../src/market/places/link-template.ts';
import { KnownPlaces } from '../../src/places/known-places.ts';
import { LandmarkKeeper } from '../../src/places/landmark-keeper.ts';
import type { SourceAnswer } from '../../src/places/source-answer.ts';
import type { LandmarkStore, SavedLandmarks } from '../../src/ports/places.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from '../time/manual-clock.ts';

const SPAWN = { name: 'Spawn', x: 1, z: 2, world: null };
const READ: SourceAnswer = { ok: true, read: { landmarks: [SPAWN], invalid: 0, repeated: 0, beyond: 0 } };
const FAILED: SourceAnswer = { ok: false, why: 'status 503', cure: 'Wait.' };

/** Stands for a fault of Crier's own. */
const BROKEN: SourceAnswer = { ...FAILED };

function storeInMemory(): LandmarkStore {
  let kept: { readonly source: string; readonly saved: SavedLandmarks } | null = null;
  return {
    read: async (source) => (kept?.source === source ? kept.saved : null),
    save: async (source, saved) => {
      kept = { source, saved };
    },
    forget: async () => {
      kept = null;
    },
  };
}

function openKeeper(store = storeInMemory(), source = 'landmarks.csv') {
  const clock = new ManualClock();
  const log = recordingLog();
  const places = new KnownPlaces({ map: undefined, item: undefined });
  const answers: SourceAnswer[] = [];
  let reads = 0;
  let isStopped = false;
  const keeper = new LandmarkKeeper({
    ...{ source, places, store, clock, log },
    async read() {
      reads += 1;
      const answer = answers.shift() ?? FAILED;
      if (answer === BROKEN) throw new Error('no thread');
      return answer;
    },
    isStopped: () => isStopped,
  });
  return {
    ...{ keeper, store, places, clock, log },
    reads: () => reads,
    refresh(answer: SourceAnswer) {
      answers.push(answer);
      return keeper.refresh();
    },
    stop: () => {
      isStopped = true;
    },
    lines: () => log.lines.filter(({ level }) => level !== 'debug').map(({ sentence }) => sentence),
  };
}

test('landmarks stay through failures and a restart, and the log has one line for the failures', async () => {
  const { refresh, keeper, places, store, clock, lines } = openKeeper();
  await refresh(READ);
  const readAt = clock.now();
  await clock.run(3_600_000);
  await refresh(FAILED);
  await clock.run(3_600_000);
  await refresh(FAILED);
  expect(places.landmarks()).toEqual([SPAWN]);
  expect(keeper.status()).toEqual({ count: 1, readAt, trouble: 'status 503' });
  expect(lines()).toEqual(['Landmarks read', 'LANDMARKS unreadable: status 503. Wait.']);

  const restarted = openKeeper(store);
  await restarted.keeper.load();
  expect(restarted.places.landmarks()).toEqual([SPAWN]);
  expect(restarted.keeper.status()).toEqual({ count: 1, readAt, trouble: 'status 503' });
  await restarted.refresh(READ);
  expect(restarted.keeper.status().trouble).toBeNull();
});

test('a second process shows what the first has read', async () => {
  const leader = openKeeper();
  const follower = openKeeper(leader.store);
  await follower.keeper.load();
  expect(follower.places.landmarks()).toEqual([]);
  await leader.refresh(READ);
  await follower.keeper.load();
  expect(follower.places.landmarks()).toEqual([SPAWN]);
});

test('landmarks that are left out are logged once for the same numbers', async () => {
  const { refresh, log, clock } = openKeeper();
  const some: SourceAnswer = { ok: true, read: { ...READ.read, invalid: 2, beyond: 95_000 } };
  await refresh(some);
  await clock.run(3_600_000);
  await refresh(some);
  const facts = { used: 1, invalid: 2, repeated: 0, beyond: 95_000, most: 5_000 };
  expect(log.lines).toEqual([{ level: 'warn', facts, sentence: 'Landmarks read, some are left out' }]);
});

test('a read that the stop interrupts changes nothing', async () => {
  const { refresh, stop, keeper, lines } = openKeeper();
  stop();
  await refresh(FAILED);
  expect(keeper.status()).toEqual({ count: 0, readAt: null, trouble: null });
  expect(lines()).toEqual([]);
});

test('links are filled in with a location and a type', () => {
  const map = LinkTemplate.parse('https://map.example/#{world}:{x}:{z}', ['x', 'z'], ['world']);
  const item = LinkTemplate.parse('https://wiki.example/{type}', ['type']);
  if (typeof map === 'string' || typeof item === 'string') throw new RangeError('invalid template');
  const places = new KnownPlaces({ map, item });
  expect(places.mapUrl({ x: -1, y: 64, z: 2, world: 'my world' })).toBe('https://map.example/#my%20world:-1:2');
  expect(places.itemUrl('SLIME_BLOCK')).toBe('https://wiki.example/SLIME_BLOCK');
  const none = new KnownPlaces({ map: undefined, item: undefined });
  expect([none.mapUrl({ x: 1, y: 2, z: 3, world: 'world' }), none.itemUrl('DIRT')]).toEqual([null, null]);
});

test('a map is asked once an hour, through failures and restarts', async () => {
  const address = 'https://map.example/markers.json';
  const first = openKeeper(undefined, address);
  await first.refresh(FAILED);
  const restarted = openKeeper(first.store, address);
  await restarted.clock.run(3_540_000);
  await restarted.keeper.load();
  await restarted.refresh(READ);
  expect([first.reads(), restarted.reads()]).toEqual([1, 0]);
  await restarted.clock.run(60_000);
  await restarted.keeper.refresh();
  expect(restarted.reads()).toBe(1);
  expect(restarted.places.landmarks()).toEqual([SPAWN]);
});

test('a map is asked once an hour, also if reading its answer fails', async () => {
  const { refresh, keeper, reads } = openKeeper(undefined, 'https://map.example/markers.json');
  await expect(refresh(BROKEN)).rejects.toThrow('no thread');
  await keeper.refresh();
  expect(reads()).toBe(1);
});

test('a file is read once an hour, and at each start', async () => {
  const first = openKeeper();
  await first.refresh(READ);
  await first.keeper.refresh();
  expect(first.reads()).toBe(1);
  const restarted = openKeeper(first.store);
  await restarted.keeper.load();
  await restarted.refresh(READ);
  expect(restarted.reads()).toBe(1);
});

test('the job looks often enough that a restart delays the next reading by minutes', async () => {
  const address = 'https://map.example/markers.json';
  const first = openKeeper(undefined, address);
  await first.refresh(READ);
  const { keeper, clock, log, reads } = openKeeper(first.store, address);
  await clock.run(3_540_000);
  await keeper.load();
  const stop = new AbortController();
  const jobs = [createLandmarksJob({ refreshLandmarks: () => keeper.refresh() })];
  const running = runJobs(jobs, clock, log, stop.signal);
  await clock.run(300_000);
  expect(reads()).toBe(1);
  stop.abort();
  await running;
});
