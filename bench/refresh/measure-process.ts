/**
 * Measures refreshes of so many shops in a process of its own, as `npm start` runs it (see `Measured`, which it sends):
 * `node --max-semi-space-size=4 bench/refresh/measure-process.ts <options as JSON>`.
 */
import process from 'node:process';
import { type Cost, costOf, cpuMsOf } from '../cost.ts';
import { collectGarbage, heldBytes } from '../memory/garbage.ts';
import { openMarketCrier } from './market-crier.ts';
import { FIRST, SCENARIOS } from './scenario.ts';
import { startSimulatedService } from './simulated-service.ts';
import { watchesOf } from './watches.ts';

export interface MeasureOptions {
  readonly shops: number;
  readonly watches: number;
  readonly rounds: number;
  readonly coding: string;
}

/** A refresh beside JSON.parse of the same body, in ms of main-thread CPU. */
export interface Sample {
  readonly scenario: string;
  readonly parseMs: number;
  readonly notices: number;
  readonly cost: Cost;
}

export interface Measured {
  readonly shops: number;
  readonly bodyBytes: number;
  readonly samples: readonly Sample[];
  /** Held after garbage collection for each shop, its share of all indexes included. */
  readonly bytesPerShop: number;
  /** Of the first snapshot and the refreshes after it, before anything was parsed for comparison. */
  readonly peakBytes: number;
}

const WARM_UPS = 2;

export async function measure({ shops, watches, rounds, coding }: MeasureOptions): Promise<Measured> {
  const service = await startSimulatedService(shops, coding);
  await service.order({ share: 0 });
  const crier = await openMarketCrier(service.url);
  crier.watch(watchesOf(watches, service.cheapest));
  const before = await heldBytes();
  const samples: Sample[] = [];
  let bodyBytes = 0;

  const parse = async () => {
    const text = await service.text();
    bodyBytes = Buffer.byteLength(text);
    return cpuMsOf(() => JSON.parse(text));
  };
  const { cost: first } = await costOf(() => crier.refresh());
  let peakBytes = first.peakBytes;
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
    await service.order({ share: 0.005 });
    peakBytes = Math.max(peakBytes, (await costOf(() => crier.refresh())).cost.peakBytes);
  }
  const bytesPerShop = ((await heldBytes()) - before) / shops;
  samples.push({ scenario: FIRST, parseMs: await parse(), notices: 0, cost: first });
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, order, afterMs, isJournaled = false } of SCENARIOS) {
      await service.order(order);
      const parseMs = await parse();
      await collectGarbage();
      crier.setJournaling(isJournaled ? 'all' : 'no changes');
      const noticesBefore = crier.notices();
      const { cost } = await costOf(() => crier.refresh(afterMs));
      samples.push({ scenario: name, parseMs, notices: crier.notices() - noticesBefore, cost });
    }
  }
  await crier.close();
  service.close();
  return { shops, bodyBytes, samples, bytesPerShop, peakBytes };
}

const [options] = process.argv.slice(2);
if (options !== undefined) {
  process.on('disconnect', () => process.exit(0));
  process.send?.(await measure(JSON.parse(options)));
}
