import { expect, test } from 'vitest';
import { NotSaved } from '../../src/faults/store-faults.ts';
import type { StockUnit } from '../../src/market/shops/stock.ts';
import { stockOf } from '../../src/market/shops/stock.ts';
import type { StockEvidence } from '../../src/market/shops/stock-evidence.ts';
import { StockCheck } from '../../src/pipeline/stock-check.ts';
import { recordingLog } from '../log/recording-log.ts';
import { item, loaded, shop, trade } from '../market/samples.ts';

const QUANTITY = 8;
const PRICE = 3;
const EVERY_MS = 120_000;
const OWNERS = ['a', 'b', 'c'];
const CONTRADICTED = 'Trades contradict STOCK_UNIT: shops count their stock in the other unit';
const AGREED = 'Trades agree with STOCK_UNIT again';

/** Returns a place for evidence that survives restarts. */
function openEvidence() {
  const kept: { evidence: StockEvidence | null; isBroken: boolean } = { evidence: null, isBroken: false };
  return {
    kept,
    read: async () => kept.evidence,
    async keep(evidence: StockEvidence) {
      if (kept.isBroken) throw new NotSaved(new Error('disk full'));
      kept.evidence = evidence;
    },
  };
}

/** Returns a service that counts stock in that unit; each of its three shops sells a bundle between two snapshots. */
function livingMarket() {
  const items = OWNERS.map(() => 800);
  let at = 1_000_000;
  return async (check: StockCheck, setting: StockUnit, actualUnit: StockUnit, snapshots: number) => {
    check.onUp(at - 60_000);
    for (let n = 0; n < snapshots; n++) {
      const shops = OWNERS.map((owner, id) => {
        const wire = actualUnit === 'bundles' ? Math.floor((items[id] ?? 0) / QUANTITY) : (items[id] ?? 0);
        return shop(id, {
          owner: { name: owner, uuid: owner },
          location: { x: id, y: 64, z: 0, world: 'world' },
          item: item('DIRT', { quantity: QUANTITY }),
          price: PRICE,
          remaining: stockOf(wire, QUANTITY, setting),
        });
      });
      await check.onMarket(loaded(shops, null, at).market);
      for (const { location } of shops) {
        const sign = { amount: QUANTITY, price: PRICE };
        check.onEvent(trade({ item: item('DIRT'), location, moved: QUANTITY, sign }), at + EVERY_MS / 2);
      }
      items.forEach((stock, id) => {
        items[id] = stock - QUANTITY;
      });
      at += EVERY_MS;
    }
  };
}

const sentences = (log: ReturnType<typeof recordingLog>) => log.lines.map(({ level, sentence }) => [level, sentence]);

test('a contradicted STOCK_UNIT is logged once when found and once when trades agree again', async () => {
  const log = recordingLog();
  const check = await StockCheck.open('bundles', openEvidence(), log);
  const live = livingMarket();
  await live(check, 'bundles', 'items', 3);
  expect([check.isContradicted, log.lines]).toEqual([false, []]);
  await live(check, 'bundles', 'items', 4);
  expect(check.isContradicted).toBe(true);
  expect(log.lines).toEqual([{ level: 'warn', facts: { STOCK_UNIT: 'bundles', cases: 6 }, sentence: CONTRADICTED }]);
  await live(check, 'bundles', 'bundles', 8);
  expect(check.isContradicted).toBe(false);
  expect(sentences(log)).toEqual([
    ['warn', CONTRADICTED],
    ['info', AGREED],
  ]);
});

test('a verdict survives a restart without a second log line, and is dropped with the setting', async () => {
  const kept = openEvidence();
  const live = livingMarket();
  await live(await StockCheck.open('bundles', kept, recordingLog()), 'bundles', 'items', 5);
  const log = recordingLog();
  const again = await StockCheck.open('bundles', kept, log);
  expect(again.isContradicted).toBe(true);
  await live(again, 'bundles', 'items', 4);
  expect([again.isContradicted, log.lines]).toEqual([true, []]);
  expect((await StockCheck.open('items', kept, log)).isContradicted).toBe(false);
});

test('evidence that cannot be saved is logged, and counts until the restart', async () => {
  const kept = openEvidence();
  kept.kept.isBroken = true;
  const log = recordingLog();
  const check = await StockCheck.open('bundles', kept, log);
  await livingMarket()(check, 'bundles', 'items', 5);
  expect(check.isContradicted).toBe(true);
  expect(sentences(log)).toContainEqual(['warn', 'Could not save the evidence for STOCK_UNIT']);
  expect((await StockCheck.open('bundles', kept, log)).isContradicted).toBe(false);
});
