import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  type FactSources,
  type Facts,
  readFacts,
  type Stored,
  WorkCounts,
  whyNotReady,
} from '../../src/monitor/facts.ts';
import { formatMetrics, METRICS } from '../../src/monitor/metrics.ts';
import { DAY_MS } from '../../src/time/durations.ts';

const NOW = 1_700_000_000_000;

const STORED: Stored = {
  queue: { depth: 4, waitingSince: NOW - 3_000, later: 5, refused: 6, lastDeliveryAt: NOW },
  outages: [],
  storeBytes: { settings: 10, journal: 20 },
};

/** The stream and everything else was healthy until a quarter of an hour before `NOW`. */
function facts(change: Partial<Facts> = {}): Facts {
  return {
    now: NOW,
    stream: { state: 'live', since: NOW, lastFrameAt: NOW, lastEventAt: null, counted: { auction: 3, 'not-json': 1 } },
    snapshot: {
      ...{ takenAt: NOW - 60_000, records: 20, duplicates: 1, quarantined: 2, durationMs: 250 },
      ...{ trouble: null, failedAt: null, nextAt: null, refreshStartedAt: null },
    },
    trouble: null,
    landmarks: { count: 12, readAt: NOW - 60_000, trouble: 'status 503' },
    gateway: { state: 'running', total: 2, run: 2, ready: 1 },
    isReady: false,
    stored: STORED,
    droppedLines: 7,
    refreshMs: 120_000,
    loopDelaySeconds: 0.5,
    cpuSeconds: 9,
    memory: process.memoryUsage(),
    startedAt: NOW / 1_000,
    counts: new WorkCounts(),
    version: '1.2.3',
    ...change,
  };
}

/** Formats the facts as Prometheus reads them. */
const format = async (facts: Facts) => (await formatMetrics(METRICS, facts)).body;

/** The sources of the facts, with a store that answers with `STORED`. */
function sources(change: Partial<FactSources> = {}): FactSources {
  const { snapshot, stream, gateway, refreshMs, version } = facts();
  return {
    status: { stream: () => stream, snapshot: () => snapshot },
    journal: { queue: async () => STORED.queue, outages: async () => STORED.outages },
    storeBytes: async () => STORED.storeBytes,
    trouble: () => null,
    landmarks: () => facts().landmarks,
    gateway: () => gateway,
    counts: new WorkCounts(),
    loopDelay: { longestSeconds: () => 0 },
    droppedLines: () => 0,
    ...{ refreshMs, version },
    now: () => NOW,
    ...change,
  };
}

test('every metric has its HELP and TYPE, and there are more than 25', async () => {
  const { body: text, contentType } = await formatMetrics(METRICS, facts());
  for (const { name, help, type } of METRICS)
    expect(text).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`);
  expect(METRICS.length).toBeGreaterThanOrEqual(25);
  expect(contentType).toContain('text/plain');
});

test('each value follows its metric’s name, with the kind as a label', async () => {
  const counts = new WorkCounts();
  counts.add('notices', 'sealed', 3);
  counts.add('notices', 'sealed');
  const text = await format(facts({ counts }));
  expect(text).toContain('\ncrier_frames_total{kind="auction"} 3\ncrier_frames_total{kind="not-json"} 1\n');
  expect(text).toContain('\ncrier_notices_total{outcome="sealed"} 4\n');
  expect(text).toContain('\ncrier_snapshot_age_seconds 60\n');
  expect(text).toContain('\ncrier_outbox_delay_seconds 3\n');
  expect(text).toContain('\ncrier_build_info{version="1.2.3"} 1\n');
});

test('an unreadable store counts as trouble, and metrics from it are omitted instead of 0', async () => {
  const lost = async () => Promise.reject(new Error('connection lost'));
  const read = await readFacts(sources({ journal: { queue: lost, outages: lost }, storeBytes: lost }));
  expect(read).toMatchObject({ trouble: 'connection lost', isReady: false });
  const text = await format(read);
  expect(text).toContain('\ncrier_journal_trouble 1\n');
  expect(text).not.toMatch(/crier_(outage|outbox|store|last_delivery)/);
});

test('readiness fails once the shops are old and their refresh fails, not after a recent failure', () => {
  const shops = (minutes: number | null, trouble: string | null, refreshMs = 120_000) => {
    const takenAt = minutes === null ? null : NOW - minutes * 60_000;
    return whyNotReady({ ...facts(), gateway: null, refreshMs, snapshot: { takenAt, trouble } }, NOW);
  };
  expect(shops(5, 'status 502')).toEqual([]);
  expect(shops(1_440, null)).toEqual([]);
  expect(shops(21, 'status 502')).toEqual(['shops: 21 minutes old, status 502']);
  expect(shops(null, null)).toEqual(['shops: no list yet']);
  expect(shops(null, 'status 404')).toEqual(['shops: no list yet, status 404']);
  // Regression test: with a long interval, a single failed refresh turned readiness red.
  const HOUR_MS = 3_600_000;
  expect(shops(179, 'status 502', HOUR_MS)).toEqual([]);
  expect(shops(181, 'status 502', HOUR_MS)).toEqual(['shops: 181 minutes old, status 502']);
});

test('without a list of shops the metric of its age is omitted, because 0 would mean a new list', async () => {
  const { snapshot } = facts();
  expect(await format(facts({ snapshot: { ...snapshot, takenAt: null } }))).not.toContain('crier_snapshot_age_seconds');
});

test('the metric of a contradicted STOCK_UNIT is 1, and 0 while trades agree', async () => {
  const { snapshot } = facts();
  const contradicted = facts({ snapshot: { ...snapshot, isStockUnitContradicted: true } });
  expect(await format(contradicted)).toContain('\ncrier_stock_unit_contradicted 1\n');
  expect(await format(facts())).toContain('\ncrier_stock_unit_contradicted 0\n');
});

// Regression test: each reading computed another start time, so Prometheus saw a process that restarted all the time.
test('the start time stays the same over many readings', async () => {
  const starts = new Set<number>();
  for (let round = 0; round < 20; round += 1) {
    starts.add((await readFacts(sources())).startedAt);
    await setTimeout(1);
  }
  expect([...starts]).toEqual([performance.timeOrigin / 1_000]);
});

test('outcomes of notices and messages start at 0, so that Prometheus sees the first one as an increase', async () => {
  const text = await format(facts());
  for (const outcome of ['sealed', 'dropped'])
    expect(text).toContain(`\ncrier_notices_total{outcome="${outcome}"} 0\n`);
  for (const outcome of ['delivered', 'retry', 'refused', 'rejected', 'unauthorized'])
    expect(text).toContain(`\ncrier_messages_total{outcome="${outcome}"} 0\n`);
  for (const scope of ['user', 'global', 'shared', 'address'])
    expect(text).toContain(`\ncrier_discord_rate_limited_total{scope="${scope}"} 0\n`);
});

test('a shard that logs in counts as not ready; a process on standby or without a gateway lacks no shard', async () => {
  const LOGGING_IN = { state: 'logging-in', total: null, run: 0, ready: 0 } as const;
  const shardLines = async (gateway: Facts['gateway']) =>
    (await format(facts({ gateway }))).match(/^crier_(gateway_)?shards.*/gm);
  expect(await shardLines(LOGGING_IN)).toEqual(['crier_gateway_shards 1', 'crier_gateway_shards_ready 0']);
  const standingBy = { ...LOGGING_IN, state: 'standing-by', total: 16 } as const;
  expect(await shardLines(standingBy)).toEqual([
    'crier_shards 16',
    'crier_gateway_shards 0',
    'crier_gateway_shards_ready 0',
  ]);
  expect(await shardLines(null)).toEqual(['crier_gateway_shards 0', 'crier_gateway_shards_ready 0']);
  const why = (gateway: Facts['gateway']) => whyNotReady({ ...facts(), gateway }, NOW);
  expect(why(LOGGING_IN)).toEqual(['Discord: logging in']);
  expect(why(standingBy)).toEqual([]);
  expect(why(null)).toEqual([]);
  expect(why({ state: 'running', total: 32, run: 32, ready: 16 })).toEqual(['Discord: 16 of 32 shards ready']);
});

test('outages of the last day count from the day’s beginning, an ongoing one until now', async () => {
  const outages = [
    { from: NOW - DAY_MS - 50_000, until: NOW - DAY_MS + 1_000, why: 'closed-1006' },
    { from: NOW - 2_000, until: null, why: 'closed-1006' },
  ];
  const text = await format(facts({ stored: { ...STORED, outages } }));
  expect(text).toContain('\ncrier_outages_24h 2\n');
  expect(text).toContain('\ncrier_outage_seconds_24h 3\n');
});
