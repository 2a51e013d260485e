import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openJournal } from '../../src/journal/journal.ts';
import { Pipeline } from '../../src/pipeline/pipeline.ts';
import type { Log } from '../../src/ports/log.ts';
import { Subscriptions } from '../../src/routing/subscriptions.ts';
import { Http } from '../../src/service/http/http.ts';
import { Routes } from '../../src/service/routes.ts';
import { MinInterval } from '../../src/service/shops/min-interval.ts';
import { Refresh } from '../../src/service/shops/refresh.ts';
import { SnapshotFiles } from '../../src/service/shops/snapshot-files.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type Clock, systemClock } from '../../src/time/clock.ts';

const BEGAN = Date.UTC(2026, 0, 1);

/**
 * The way of a snapshot from the wire to the market, as it is wired in the bot, on files and a socket of its own. Its hours
 * pass in no time: the service answers only when `refresh` asks for it.
 */
export async function refreshSnapshots(shops: number) {
  const folder = await mkdtemp(join(tmpdir(), 'crier-memory-'));
  const time = hurried();
  const journal = openJournal(openDatabase(join(folder, 'crier.events.sqlite'), silent), time.now, silent);
  const snapshotFiles = new SnapshotFiles({ stem: join(folder, 'crier'), log: silent });
  const pipeline = new Pipeline({
    journal,
    subscriptions: new Subscriptions(),
    delivery: { wake: () => undefined },
    keep: (saved) => snapshotFiles.save(saved),
    forget: (takenAt) => snapshotFiles.prune(takenAt),
    isPaused: () => false,
    isBanned: () => false,
    onPressure: () => undefined,
    log: silent,
    clock: time,
  });
  const service = await slowService();
  const http = new Http({ userAgent: 'Crier/bench', now: time.now });
  const routes = new Routes(service.url, { shops: 'shops', paintings: 'paintings' });
  const minInterval = new MinInterval(journal, time);
  const parts = { http, routes, minInterval, clock: time, deadlineMs: 180_000, maxBytes: 1e9 };
  const refresh = new Refresh({
    parts,
    refreshMs: 120_000,
    log: silent,
    chance: () => 0,
    onSnapshot: (snapshot) => pipeline.onSnapshot(snapshot),
    onUnchanged: (at) => pipeline.onUnchanged(at),
  });
  const stop = new AbortController();
  const running = refresh.run(stop.signal);
  await service.asked();
  let round = 0;

  return {
    market: () => pipeline.market(),
    /** One more snapshot, in which every tenth shop has another price; resolves when the next one is asked for. */
    async refresh(): Promise<void> {
      service.answer(bodyOf(shops, ++round));
      await service.asked();
    },
    async close(): Promise<void> {
      stop.abort();
      await running;
      await http.close();
      await service.close();
      await journal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A clock on which every sleep is over at once, and has taken its time. */
function hurried(): Clock {
  let passed = 0;
  return {
    now: () => BEGAN + passed + Math.floor(performance.now()),
    monotonic: () => passed + systemClock.monotonic(),
    async sleep(ms) {
      passed += ms;
      await nextTurn();
    },
  };
}

/** Answers the request for all shops when it is told to, and any other at once. */
async function slowService() {
  let waiting: ServerResponse | null = null;
  let hear = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('getAllShops')) return response.end('{}');
    waiting = response;
    return hear.resolve();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => hear.promise,
    answer(body: string): void {
      hear = Promise.withResolvers<void>();
      waiting?.end(body);
      waiting = null;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function bodyOf(shops: number, round: number): string {
  const records = Array.from({ length: shops }, (_, id) => ({
    id,
    owner: { name: `Owner${id % 300}`, uuid: `069a79f4-44e9-4726-a5be-${String(id % 300).padStart(12, '0')}` },
    location: { x: (id % 400) * 8, y: 64, z: Math.floor(id / 400) * 8, world: 'world' },
    type: 'SELLING',
    price: id % 10 === 0 ? 5 + round : 5,
    remaining: 64,
    item: { type: `ITEM_${id % 500}`, quantity: 1, name: `Item ${id % 500}`, snbt: '{}' },
  }));
  return JSON.stringify(records);
}
