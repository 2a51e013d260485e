import { expect, test } from 'vitest';
import { CANVAS_LIMITS, createCanvasPruneJob } from '../../src/jobs/tidy.ts';
import { identify } from '../../src/market/item/identity.ts';
import type { CanvasLimits, IsNeeded } from '../../src/ports/pictures.ts';
import { canvasId, canvasSnbt, noisyPixels, seenCanvas } from '../market/paintings/samples.ts';
import { item, marketOf, shop } from '../market/samples.ts';
import { openOnFile } from '../storage/sqlite/journal/open.ts';

const [SOLD, WATCHED, OTHER] = [canvasId(1), canvasId(2), canvasId(3)];

function pruning(totals: CanvasLimits) {
  const judged: IsNeeded[] = [];
  const painting = (id: string, generation: number) => identify('PAINTING', canvasSnbt({ id, generation }));
  const job = createCanvasPruneJob({
    canvases: { totals: async () => totals },
    writer: {
      async pruneCanvases(isNeeded) {
        judged.push(isNeeded);
        return 0;
      },
    },
    market: () => marketOf(shop(1, { item: item(painting(SOLD, 1)) })),
    subscriptions: { watchedKeys: async () => new Set([painting(WATCHED, 2).key]) },
    limits: { count: 10, bytes: 1_000 },
  });
  return { job, judged };
}

test.each([
  { count: 11, bytes: 1 },
  { count: 1, bytes: 1_001 },
])('a canvas that a shop sells or a watch names is kept: %o', async (totals) => {
  const { job, judged } = pruning(totals);
  await job.run();
  expect([SOLD, WATCHED, OTHER].map((id) => judged[0]?.(id))).toEqual([true, true, false]);
});

test('no canvas is pruned within the limits', async () => {
  const { job, judged } = pruning({ count: 10, bytes: 1_000 });
  await job.run();
  expect(judged).toEqual([]);
});

/** A tenth of the real limit, which still fills several pages. */
const LIMIT = 2_000;

test('canvases up to the limit are kept, the last seen and the needed ones, in a file of constant size', async () => {
  const { journal, db } = openOnFile();
  const watched = identify('PAINTING', canvasSnbt({ id: canvasId(1), generation: 2 })).key;
  const { run } = createCanvasPruneJob({
    canvases: journal.canvases,
    writer: journal,
    market: () => marketOf(shop(1, { item: item(identify('PAINTING', canvasSnbt({ id: canvasId(0) }))) })),
    subscriptions: { watchedKeys: async () => new Set([watched]) },
    limits: { ...CANVAS_LIMITS, count: LIMIT },
  });
  let seen = 0;
  const see = async (count: number) => {
    for (const until = seen + count; seen < until; seen += 50) {
      const from = seen;
      await journal.saveCanvases(
        Array.from({ length: 50 }, (_, at) => seenCanvas({ id: canvasId(from + at), seenAt: from + at })),
      );
    }
    await run();
  };
  const pages = () => Number(db.prepare('PRAGMA page_count').get()?.page_count);
  await see(LIMIT + LIMIT / 10);
  const before = pages();
  // The deleted rows free space for as many new ones.
  for (let minute = 0; minute < 6; minute++) await see(LIMIT / 20);
  expect(pages()).toBeLessThanOrEqual(before);
  const { count } = await journal.canvases.totals();
  expect(count).toBeLessThanOrEqual(LIMIT);
  const kept = async (number: number) => (await journal.canvases.find(canvasId(number))) !== null;
  const oldest = seen - (count - 2);
  expect(await Promise.all([0, 1, 2].map(kept))).toEqual([true, true, false]);
  expect(await Promise.all([oldest - 1, oldest, seen - 1].map(kept))).toEqual([false, true, true]);
});

test('canvases above the byte limit are deleted, and a row counts about the bytes that it takes', async () => {
  const { journal } = openOnFile();
  const limits = { count: 1_000, bytes: 40_000 };
  const seen = Array.from({ length: 40 }, (_, at) =>
    seenCanvas({ id: canvasId(at), seenAt: at, pixels: noisyPixels(256, `${at}`) }),
  );
  await journal.saveCanvases(seen);
  const { bytes } = await journal.canvases.totals();
  // 256 incompressible pixels of 32 bits, and the texts.
  expect(bytes / seen.length).toBeGreaterThan(1_024);
  expect(bytes / seen.length).toBeLessThan(1_600);
  await createCanvasPruneJob({
    ...{ canvases: journal.canvases, writer: journal, market: () => null, limits },
    subscriptions: { watchedKeys: async () => new Set() },
  }).run();
  const left = await journal.canvases.totals();
  expect(left.bytes).toBeLessThanOrEqual(limits.bytes);
  expect(left.count).toBeGreaterThan(20);
});
