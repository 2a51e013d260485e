import type { Trade } from '../src/market/change.ts';
import { identify } from '../src/market/item/identity.ts';
import { watchMatches } from '../src/routing/match.ts';
import { EMPTY_MATCH_CONTEXT } from '../src/routing/shop-news.ts';
import { SubscriptionsInMemory } from '../src/routing/subscriptions-in-memory.ts';
import type { Watch } from '../src/routing/watch.ts';

/** Compares the index of watches with a search through every watch, and measures its memory. */
const WATCHES = 1_000_000;
const TYPES = 1_500;
const SCANS = 5;
const INDEXED = 2_000;

const random = sequence(7);
const types = Array.from({ length: TYPES }, (_, at) => `ITEM_${at}`);
const say = (line: string) => process.stdout.write(`${line}\n`);

const watches = Array.from({ length: WATCHES }, (_, at) => watchOf(at));
const changes = Array.from({ length: INDEXED }, (_, at) => ({
  kind: 'traded' as const,
  at,
  trade: tradeOf(at),
  shop: null,
}));

const before = process.memoryUsage().heapUsed;
const subscriptions = new SubscriptionsInMemory();
const building = timed(() => {
  for (const watch of watches) subscriptions.putWatch(watch);
});
const bytes = (process.memoryUsage().heapUsed - before) / WATCHES;
const first = timed(() => {
  for (const change of changes) subscriptions.route(change, 0);
});

let found = 0;
const indexed = timed(() => {
  for (const change of changes)
    for (const { subscriptionIds } of subscriptions.route(change, 0)) found += subscriptionIds.length;
});
let foundByScan = 0;
const scanned = timed(() => {
  for (const change of changes.slice(0, SCANS)) {
    for (const watch of watches) if (watchMatches(watch, change, EMPTY_MATCH_CONTEXT)) foundByScan += 1;
  }
});

const foundByIndex = changes
  .slice(0, SCANS)
  .flatMap((change) => subscriptions.route(change, 0).flatMap(({ subscriptionIds }) => subscriptionIds));
if (foundByIndex.length !== foundByScan)
  throw new Error(`the index found ${foundByIndex.length} watches, the scan ${foundByScan}`);

const ratio = scanned / SCANS / (indexed / INDEXED);
say(
  `${WATCHES} watches of ${TYPES} items; ` +
    `built in ${building.toFixed(0)} ms, ${bytes.toFixed(0)} bytes per watch (the index and its maps)`,
);
say(
  `index: ${(indexed / INDEXED).toFixed(4)} ms per event, ${(found / INDEXED).toFixed(1)} watches found; ` +
    `first round, with sorting: ${(first / INDEXED).toFixed(4)} ms`,
);
say(`scan:  ${(scanned / SCANS).toFixed(2)} ms per event, ${(foundByScan / SCANS).toFixed(1)} watches found`);
say(`the index is ${ratio.toFixed(0)} times as fast`);

function watchOf(at: number): Watch {
  const item = { type: types[at % TYPES] ?? '' };
  return {
    type: 'watch',
    id: `w${at}`,
    userId: `${Math.floor(at / 50)}`,
    item,
    trigger: 'traded',
    // Most people wait for a bargain: one event in a hundred meets a watch's price.
    price: random() < 0.01 ? 100 : random() * 10,
    filter: { item, containers: true },
    repeat: 'recurring',
    cooldownMinutes: 60,
    expiresAt: null,
    snoozedUntil: null,
    locale: 'en-GB',
    createdAt: at,
    paused: false,
  };
}

function tradeOf(at: number): Trade {
  const identity = identify(types[Math.floor(random() * TYPES)] ?? '');
  return {
    kind: 'purchase',
    at,
    item: { identity, quantity: 1, name: identity.type, contents: [] },
    moved: 1,
    paid: 50,
    sign: null,
    location: { x: 0, y: 64, z: 0, world: 'world' },
  };
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Repeatable numbers in [0, 1). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
