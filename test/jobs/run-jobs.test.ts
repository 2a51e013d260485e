import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { runJobs } from '../../src/jobs/job.ts';
import { createServerHealthJob } from '../../src/jobs/server-health.ts';
import { createTidyJob } from '../../src/jobs/tidy.ts';
import type { HealthReport, Result } from '../../src/ports/status.ts';
import type { FeedKind } from '../../src/routing/feed.ts';
import type { Cause, ServerState } from '../../src/routing/notice.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { readHealth } from '../../src/service/wire/answers.ts';
import { removeDelivered, removeFinished } from '../../src/subscriptions/watch-ends.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/durations.ts';
import { KeyedMutex } from '../../src/time/serial-queue.ts';
import { recordingLog } from '../log/recording-log.ts';
import { watch } from '../routing/samples.ts';
import { stopMachineTime } from '../time/stop-machine-time.ts';

const HEALTH_INTERVAL_MS = 20_000;
const NOTIFIED = { at: 1, price: null };

function reportOf(state: ServerState | 'unknown' | 'unreadable'): Result<HealthReport> {
  if (state === 'unreadable') return readHealth([]);
  if (state === 'unknown') return readHealth({ tick: { healthy: null }, ping: { players: 0 } });
  if (state === 'down') return { ok: false, why: 'no answer' };
  return readHealth({ tick: { gap: 0, healthy: state === 'up' }, ping: { minPing: null, players: 0 } });
}

/** Creates the state that outlives a run of Crier: the game server, the checkpoints, the settings and the time. */
function openJobs(...watches: readonly Watch[]) {
  stopMachineTime();
  const checkpoints = new Map<string, number>();
  const changes: Extract<Cause, { kind: 'server' }>[] = [];
  const kept = new Map(watches.map((each) => [each.id, each]));
  const log = recordingLog();
  const world = { now: 1_000, hasFeed: true, failures: 0, reports: 0, readings: 0, clearings: 0 };
  const now = () => world.now;

  const journal = {
    checkpoint: async (name: string) => checkpoints.get(name) ?? null,
    async saveCheckpoint(name: string, at: number) {
      checkpoints.set(name, at);
    },
    lastDelivered: async (ids: readonly string[]) =>
      new Map(ids.filter((id) => id.startsWith('told')).map((id) => [id, NOTIFIED])),
  };
  const subscriptions = {
    hasFeeds: async (kind: FeedKind) => kind === 'health' && world.hasFeed,
    get: async (id: string) => kept.get(id) ?? null,
    async *endingBefore() {
      world.readings += 1;
      yield* [...kept.values()];
    },
  };
  const settings = {
    async removeWatch(id: string) {
      kept.delete(id);
    },
  };

  /** Runs Crier for one check of each state, then ends it. */
  async function life(...states: readonly Parameters<typeof reportOf>[0][]): Promise<void> {
    const end = new AbortController();
    const beganAt = world.now;
    const report = async () => {
      world.reports += 1;
      return reportOf(states[(world.now - beganAt) / HEALTH_INTERVAL_MS] ?? 'up');
    };
    const transactions = new KeyedMutex();
    const health = createServerHealthJob({ subscriptions, journal, writer: journal, report, onServerHealth, now });
    const clearExpired = async () => {
      world.clearings += 1;
    };
    const queries = { tidy: async () => {} };
    const tidy = createTidyJob({ subscriptions, settings, transactions, queries, clearExpired, journal, now });
    const time = sleepers();
    const running = runJobs([health, tidy], time, log, end.signal);
    for (const _ of states) {
      await setImmediate();
      world.now += HEALTH_INTERVAL_MS;
      if (world.now >= beganAt + states.length * HEALTH_INTERVAL_MS) end.abort();
      time.wake(world.now);
    }
    time.wake(Number.POSITIVE_INFINITY);
    await running;
  }

  async function onServerHealth(cause: Extract<Cause, { kind: 'server' }>, checkpoint: { name: string; at: number }) {
    world.failures -= 1;
    if (world.failures >= 0) throw new Error('disk full');
    changes.push(cause);
    checkpoints.set(checkpoint.name, checkpoint.at);
  }

  function sleepers() {
    const all: { readonly until: number; readonly resolve: () => void }[] = [];
    return {
      sleep: (ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve) => {
          if (signal?.aborted) resolve();
          all.push({ until: world.now + ms, resolve });
        }),
      wake(at: number) {
        for (const { until, resolve } of all) if (until <= at) resolve();
      },
    };
  }

  return { world, changes, log, life, watches: () => [...kept.keys()] };
}

describe('the game server’s health', () => {
  test('is announced after three equal checks, with the duration of the previous state', async () => {
    const { changes, life } = openJobs();
    await life('up', 'up', 'down', 'down');
    expect(changes).toEqual([]);
    await life('up', 'up', 'down', 'down', 'down', 'down', 'up', 'up', 'up', 'slow', 'slow', 'slow');
    expect(changes).toEqual([
      {
        kind: 'server',
        at: 1_000 + 6 * HEALTH_INTERVAL_MS,
        state: 'down',
        before: 'up',
        lastedMs: 6 * HEALTH_INTERVAL_MS,
      },
      {
        kind: 'server',
        at: 1_000 + 10 * HEALTH_INTERVAL_MS,
        state: 'up',
        before: 'down',
        lastedMs: 4 * HEALTH_INTERVAL_MS,
      },
      {
        kind: 'server',
        at: 1_000 + 13 * HEALTH_INTERVAL_MS,
        state: 'slow',
        before: 'up',
        lastedMs: 3 * HEALTH_INTERVAL_MS,
      },
    ]);
  });

  test('is not down when the service answers without tick or pings, only when it does not answer', async () => {
    const { changes, life } = openJobs();
    await life('up', 'unknown', 'unreadable', 'unknown', 'unreadable', 'slow', 'unknown', 'slow', 'slow');
    expect(changes).toMatchObject([{ state: 'slow', before: 'up' }]);
  });

  test('is announced from the first check if it is bad, and not if it is good', async () => {
    const { changes, life } = openJobs();
    await life('down', 'down', 'down', 'down', 'down');
    expect(changes).toEqual([{ kind: 'server', at: 1_000, state: 'down', before: 'up', lastedMs: 0 }]);
    const well = openJobs();
    await well.life('up', 'up', 'up', 'up', 'up');
    expect(well.changes).toEqual([]);
  });

  test('survives a restart: a known state is not announced again, and its end has the whole duration', async () => {
    const { changes, world, life } = openJobs();
    await life('up', 'down', 'down', 'down');
    world.now += HOUR_MS;
    await life('down', 'down', 'down', 'down');
    expect(changes).toHaveLength(1);
    await life('up', 'up', 'up');
    expect(changes.slice(1)).toMatchObject([
      { state: 'up', before: 'down', lastedMs: HOUR_MS + 7 * HEALTH_INTERVAL_MS },
    ]);
  });

  test('is announced once, even if a restart interrupts the equal checks', async () => {
    const { changes, life } = openJobs();
    await life('up', 'down', 'down', 'down');
    await life('up', 'up');
    await life('up', 'up', 'up', 'up');
    expect(changes.map(({ state }) => state)).toEqual(['down', 'up']);
  });

  test('is announced once with its original time as soon as the journal accepts it', async () => {
    const { changes, world, log, life } = openJobs();
    world.failures = 2;
    await life('up', 'down', 'down', 'down', 'down', 'down', 'down', 'down');
    expect(changes).toMatchObject([{ at: 1_000 + HEALTH_INTERVAL_MS, state: 'down', lastedMs: HEALTH_INTERVAL_MS }]);
    expect(log.lines.map(({ level, sentence }) => `${level} ${sentence}`)).toEqual([
      'error server health: failed, retrying',
      'debug server health: failed, retrying',
      'info server health: succeeds again',
    ]);
    expect(log.errors()).toHaveLength(1);
  });

  test('is up again once a server that was down answers without `tick.healthy`', async () => {
    const { changes, life } = openJobs();
    await life('up', 'down', 'down', 'down', 'unknown', 'unknown', 'unknown');
    expect(changes.map(({ before, state }) => `${before} → ${state}`)).toEqual(['up → down', 'down → up']);
  });

  test('restarts the count of missing answers after an answer without `tick.healthy`', async () => {
    const { changes, life } = openJobs();
    await life('up', 'down', 'down', 'unknown', 'down', 'up');
    expect(changes).toEqual([]);
  });

  test('is not requested while no feed needs it', async () => {
    const { world, life } = openJobs();
    world.hasFeed = false;
    await life('up', 'up', 'up');
    expect(world.reports).toBe(0);
  });
});

describe('expired watches', () => {
  test('are kept for a week and then removed, and others are kept', async () => {
    const at = (id: string, expiresAt: number | null) => watch(id, { expiresAt });
    const { world, life, watches } = openJobs(at('ended', DAY_MS), at('later', 3 * DAY_MS), at('endless', null));
    world.now = 8 * DAY_MS;
    await life('up');
    expect(watches(), 'not before the week is over').toEqual(['ended', 'later', 'endless']);
    world.now = 8 * DAY_MS + 1;
    await life('up');
    expect(watches()).toEqual(['later', 'endless']);
    world.now = 99 * DAY_MS;
    await life('up');
    expect(watches()).toEqual(['endless']);
  });

  test('are removed at once if they notify once and have, in case a crash kept them', async () => {
    const { life, watches } = openJobs(
      watch('told', { repeat: 'once' }),
      watch('new', { repeat: 'once' }),
      watch('told-2'),
    );
    await life('up');
    expect(watches()).toEqual(['new', 'told-2']);
  });

  test('are searched once an hour', async () => {
    const { world, life } = openJobs();
    await life(...Array.from({ length: HOUR_MS / HEALTH_INTERVAL_MS }, () => 'up' as const));
    expect(world.readings).toBe(1);
    await life(...Array.from({ length: HOUR_MS / HEALTH_INTERVAL_MS + 1 }, () => 'up' as const));
    expect(world.readings).toBe(3);
    expect(world.clearings, 'records whose life is over go as often').toBe(3);
  });

  test('are kept if their owner has changed them since they were read', async () => {
    const read = [watch('ended', { expiresAt: 1 }), watch('told', { repeat: 'once' }), watch('gone', { expiresAt: 1 })];
    const current = new Map([watch('ended', { expiresAt: 99 * DAY_MS }), watch('told')].map((one) => [one.id, one]));
    const removed: string[] = [];
    const parts = {
      subscriptions: {
        get: async (id: string) => current.get(id) ?? null,
        async *endingBefore() {
          yield* read;
        },
      },
      settings: {
        async removeWatch(id: string) {
          removed.push(id);
        },
      },
      transactions: new KeyedMutex(),
      journal: { lastDelivered: async (ids: readonly string[]) => new Map(ids.map((id) => [id, NOTIFIED])) },
    };
    await removeFinished(parts, 30 * DAY_MS);
    await removeDelivered(watch('told', { repeat: 'once' }), parts);
    expect(removed).toEqual([]);
    current.set('told', watch('told', { repeat: 'once' }));
    await removeDelivered(watch('told', { repeat: 'once' }), parts);
    expect(removed).toEqual(['told']);
  });

  test('are removed with other work in between, for any number of them', async () => {
    const read = Array.from({ length: 50 }, (_, index) => watch(`w${index}`, { expiresAt: 1 }));
    let removed = 0;
    const parts = {
      subscriptions: {
        get: async (id: string) => watch(id, { expiresAt: 1 }),
        async *endingBefore() {
          yield* read;
        },
      },
      settings: {
        async removeWatch() {
          removed += 1;
          // A write that takes longer than the time slice.
          for (const beganMs = performance.now(); performance.now() - beganMs < 3; );
        },
      },
      transactions: new KeyedMutex(),
      journal: { lastDelivered: async () => new Map() },
    };
    const removing = removeFinished(parts, 30 * DAY_MS);
    await setImmediate();
    expect(removed).toBeLessThan(read.length);
    await removing;
    expect(removed).toBe(read.length);
  });
});
