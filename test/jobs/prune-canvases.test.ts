import { expect, test } from 'vitest';
import { createCanvasPruneJob } from '../../src/jobs/prune-canvases.ts';
import { identify } from '../../src/market/item/identity.ts';
import type { CanvasLimits, IsNeeded } from '../../src/ports/canvases.ts';
import { canvasId, canvasSnbt } from '../market/paintings/samples.ts';
import { item, marketOf, shop } from '../market/samples.ts';

const [SOLD, WATCHED, OTHER] = [canvasId(1), canvasId(2), canvasId(3)];

function pruning(totals: CanvasLimits) {
  const judged: IsNeeded[] = [];
  const painting = (id: string, generation: number) => identify('PAINTING', canvasSnbt({ id, generation }));
  const job = createCanvasPruneJob({
    canvases: { totals: async () => totals },
    pen: {
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
])('a canvas that a shop sells or a watch names is needed: %o', async (totals) => {
  const { job, judged } = pruning(totals);
  await job.run();
  expect([SOLD, WATCHED, OTHER].map((id) => judged[0]?.(id))).toEqual([true, true, false]);
});

test('nothing is pruned within the limits', async () => {
  const { job, judged } = pruning({ count: 10, bytes: 1_000 });
  await job.run();
  expect(judged).toEqual([]);
});
