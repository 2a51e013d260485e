import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { Snapshot } from '../../src/market/shops/snapshot.ts';
import { Http } from '../../src/service/http/http.ts';
import { Routes } from '../../src/service/routes.ts';
import { MinInterval } from '../../src/service/shops/min-interval.ts';
import { Refresh } from '../../src/service/shops/refresh.ts';
import { countsOf } from '../service/counts-of.ts';
import { collectLogLines } from '../service/log-lines.ts';
import { createMemoryCheckpoints } from '../service/memory-checkpoints.ts';
import { MemorySave } from '../service/memory-save.ts';
import { eventually } from '../service/simulation.ts';
import { openTestHttpServer } from '../service/test-http-server.ts';
import { ManualClock } from '../time/manual-clock.ts';

/** Stands on: a real HTTP server on a socket, checkpoints in memory, a clock that the test advances. */

const SHOP = JSON.stringify({
  id: 1,
  owner: { name: 'Ann', uuid: 'u' },
  location: { x: 0, y: 0, z: 0, world: 'w' },
  type: 'SELLING',
  price: 1,
  remaining: 1,
  item: { type: 'DIRT', quantity: 1, name: 'Dirt', snbt: '{}' },
});

/** Sends a byte now and then, without an end. */
function drip(response: ServerResponse): void {
  response.write('[');
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

/** Opens a service of some revision whose shops answer as set by the test, and a refresh with its own clock. */
async function openRefresh(prefix: '' | '/api', checkpoint = new Map<string, number>(), deadlineMs = 5_000) {
  let body = `[${SHOP}]`;
  let status = 200;
  let isHanging = false;
  let isDripping = false;
  let isHealthHanging = false;
  const asked: number[] = [];
  const clock = new ManualClock();
  const { url } = await openTestHttpServer((request, response: ServerResponse) => {
    if (request.url === `${prefix}/health/v1/report`) return isHealthHanging ? undefined : response.end('{}');
    if (request.url !== `${prefix}/shops/v1/getAllShops`) return response.writeHead(404).end();
    asked.push(clock.now());
    if (isHanging) return;
    if (isDripping) return drip(response);
    return response.writeHead(status).end(body);
  });
  const http = new Http({ userAgent: 'Crier/test', now: clock.now });
  const routes = new Routes(`${url}/`, { shops: 'shops', paintings: 'paintings' });
  const parts = {
    http,
    routes,
    minInterval: new MinInterval(createMemoryCheckpoints(checkpoint), clock),
    clock,
    deadlineMs,
    maxBytes: 1_000_000,
  };
  const taken: Snapshot[] = [];
  const saves: MemorySave[] = [];
  let isRefused = false;
  const { log, lines } = collectLogLines();
  const onSnapshot = async (snapshot: Snapshot) => {
    if (isRefused) throw new Error('disk full');
    taken.push(snapshot);
    return countsOf(snapshot);
  };
  const refresh = new Refresh({
    parts,
    refreshMs: 60_000,
    unit: 'bundles',
    log,
    chance: () => 0,
    beginSaving: () => {
      const save = new MemorySave();
      saves.push(save);
      return save;
    },
    onPainting: () => undefined,
    onSnapshot,
    onUnchanged: () => undefined,
  });
  const stop = new AbortController();
  const run = refresh.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await run;
    await http.close();
  });
  const resting = () =>
    eventually(() => expect([clock.sleepers(), refresh.status().refreshStartedAt]).toEqual([1, null]));
  return {
    asked,
    clock,
    lines,
    checkpoint,
    refresh,
    taken,
    saves,
    resting,
    /** Makes snapshots fail to be saved, as on a full disk. */
    refuses: (refused: boolean) => {
      isRefused = refused;
    },
    drips: () => {
      isDripping = true;
    },
    hangs: () => {
      isHanging = true;
    },
    hangsInHealth: () => {
      isHealthHanging = true;
    },
    answers: (nextStatus: number, nextBody: string) => {
      status = nextStatus;
      body = nextBody;
    },
    after: async (ms: number) => {
      await resting();
      clock.advance(ms);
      await resting();
    },
    /** Like `after` for a silent service: the clock advances until the deadline has ended the request. */
    outlast: async (ms: number) => {
      await resting();
      clock.advance(ms);
      const isAsking = () => refresh.status().refreshStartedAt !== null || refresh.status().nextAt === null;
      await eventually(() => expect(isAsking()).toBe(true));
      await eventually(() => {
        clock.advance(20);
        expect(isAsking()).toBe(false);
      });
    },
  };
}

test.each(['', '/api'] as const)(
  'the prefix "%s" is found with the health report, without an extra request',
  async (prefix) => {
    const { asked, taken, resting } = await openRefresh(prefix);
    await resting();
    expect([asked.length, taken.length]).toEqual([1, 1]);
  },
);

test('a health report that never arrives does not prevent a request for the shops', async () => {
  const checkpoint = new Map([['getAllShops', 1_700_000_000_000]]);
  const { asked, outlast, hangsInHealth, taken } = await openRefresh('', checkpoint, 200);
  hangsInHealth();
  await outlast(61_000);
  expect([asked.length, taken.length]).toEqual([1, 1]);
});

test('faults 33, 34, 35, 36: a bad answer keeps the old snapshot, is logged once, and waits a minute', async () => {
  const { asked, answers, after, refresh, taken, lines } = await openRefresh('');
  await after(0);
  answers(500, '{"error":"NOT_CACHED"}');
  await after(60_000);
  expect(refresh.status()).toMatchObject({ records: 1, trouble: 'the service has no data yet (NOT_CACHED)' });
  await after(59_000);
  expect(asked.length).toBe(2);
  await after(60_000);
  answers(200, `[${SHOP}`);
  await after(600_000);
  expect([taken.length, refresh.status().records]).toEqual([1, 1]);
  expect(lines).toEqual(['warn Shops not refreshed: NOT_CACHED', 'warn Shops not refreshed: the array does not end']);
});

test('fault 38: a slow drip ends at the total deadline, and the old snapshot stays', async () => {
  const { drips, after, outlast, refresh, taken, saves, lines } = await openRefresh('', new Map(), 300);
  await after(0);
  drips();
  await outlast(60_000);
  await eventually(() => expect(refresh.status().trouble).toMatch(/no answer in time/));
  expect([taken.length, refresh.status().records]).toEqual([1, 1]);
  expect(saves.map(({ isDiscarded }) => isDiscarded)).toEqual([false, true]);
  expect(lines).toHaveLength(1);
});

test('fault 39: a suddenly empty list becomes the market only if the next list is empty too', async () => {
  const { answers, after, taken } = await openRefresh('');
  await after(0);
  answers(200, '[]');
  await after(60_000);
  expect(taken.length).toBe(1);
  await after(61_000);
  expect(taken.at(-1)?.shops).toEqual([]);
});

test('fault 40: a restart within a minute of a request waits for its end, whatever the wall clock shows', async () => {
  const late = await openRefresh('', new Map([['getAllShops', 1_700_000_000_000 - 20_000]]));
  await late.resting();
  late.clock.jumpWall(3_600_000);
  await late.after(40_000);
  expect(late.asked.length).toBe(0);
  await late.after(1_000);
  expect(late.asked.length).toBe(1);
});

test('fault 40: a checkpoint in the future costs at most a minute', async () => {
  const { asked, after, resting } = await openRefresh('', new Map([['getAllShops', 1_700_009_000_000]]));
  await resting();
  expect(asked.length).toBe(0);
  await after(61_000);
  expect(asked.length).toBe(1);
});

test('a status during a hanging request announces no time in the past', async () => {
  const { asked, after, clock, hangs, refresh } = await openRefresh('', new Map([['getAllShops', 1_700_000_000_000]]));
  await after(1_000);
  expect(refresh.status()).toMatchObject({ nextAt: 1_700_000_061_000, refreshStartedAt: null });
  hangs();
  clock.advance(60_000);
  await eventually(() => expect(asked.length).toBe(1));
  clock.advance(40_000);
  expect(refresh.status()).toMatchObject({ nextAt: null, refreshStartedAt: 1_700_000_061_000 });
});

test('a shop that is listed twice with one id is counted once, and logged once', async () => {
  const { answers, after, refresh, taken, lines } = await openRefresh('');
  const other = SHOP.replace('"id":1', '"id":2');
  await after(0);
  answers(200, `[${SHOP},${other},${SHOP},${SHOP}]`);
  await after(60_000);
  await after(60_000);
  expect(taken.length).toBe(3);
  expect(refresh.status()).toMatchObject({ records: 2, duplicates: 2, quarantined: 0 });
  expect(lines).toEqual(['warn Several shop records with one id, keeping the known one']);
});

test('faults 33, 35, 36, 54: the first good snapshot after failures is compared with the last good one', async () => {
  const { answers, refuses, after, taken, saves } = await openRefresh('');
  const [other, more] = [SHOP.replace('"id":1', '"id":2'), SHOP.replace('"id":1', '"id":3')];
  answers(200, `[${SHOP},${other}]`);
  await after(0);
  for (const body of [`[${SHOP}`, '<html>', '[]', `[${SHOP},{},{}]`]) {
    answers(200, body);
    await after(600_000);
  }
  refuses(true);
  answers(200, `[${SHOP},${more}]`);
  await after(600_000);
  refuses(false);
  await after(600_000);
  const [good, next] = taken;
  expect(next?.shops[0]).toBe(good?.shops[0]);
  expect(saves.map(({ isDiscarded }) => isDiscarded)).toEqual([false, true, true, true, true, true, false]);
});
