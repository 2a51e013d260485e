/**
 * Measures refreshes of a number of shops in a separate process with the flags of `npm start`, and sends the result as
 * a `Measured`: `node --max-semi-space-size=4 bench/refresh/measure-process.ts <options as JSON>`.
 */
import process from 'node:process';
import { type Cost, costOf, cpuMsOf } from '../cost.ts';
import { collectGarbage, heldBytes } from '../memory/garbage.ts';
import { type Stalls, stallsOf } from '../stalls.ts';
import { MarketCrier } from './market-crier.ts';
import { FIRST, SCENARIOS } from './scenario.ts';
import { type SimulatedService, startSimulatedService } from './simulated-service.ts';
import { watchesOf } from './watches.ts';

/**
 * `what`: a process measures either costs or stalls, since watching the event loop costs CPU and parsing for comparison
 * costs memory.
 */
export interface MeasureOptions {
  readonly what: 'costs' | 'stalls';
  readonly shops: number;
  readonly watches: number;
  readonly rounds: number;
  readonly coding: string;
}

/** A refresh compared with JSON.parse of the same body, in ms of main-thread CPU. */
export interface CostSample {
  readonly scenario: string;
  readonly parseMs: number;
  readonly cost: Cost;
}

export interface StallSample {
  readonly scenario: string;
  readonly stalls: Stalls;
  readonly notices: number;
}

export interface Measured {
  readonly bodyBytes: number;
  readonly costs: readonly CostSample[];
  readonly stalls: readonly StallSample[];
  /** Bytes per shop after the second snapshot and a garbage collection, indexes included; 0 if not measured. */
  readonly bytesPerShop: number;
}

type Refresh = (scenario: string) => Promise<void>;

export async function measure({ what, shops, watches, rounds, coding }: MeasureOptions): Promise<Measured> {
  const service = await startSimulatedService(shops, coding);
  await service.order({ share: 0 });
  const crier = await MarketCrier.open(service.url);
  crier.watch(watchesOf(watches, service.cheapest));
  const before = await heldBytes();
  const costs: CostSample[] = [];
  const stalls: StallSample[] = [];
  const refresh = what === 'costs' ? comparing(crier, service, costs) : watching(crier, stalls);

  await refresh(FIRST);
  // Memory that a snapshot leaks is only visible after another has replaced it.
  await service.order({ share: 0.005 });
  await crier.refresh();
  const bytesPerShop = what === 'stalls' ? ((await heldBytes()) - before) / shops : 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, order, isJournaled = false } of SCENARIOS) {
      await service.order(order);
      crier.journal.journaling = isJournaled ? 'all' : 'no changes';
      await refresh(name);
    }
  }
  const bodyBytes = Buffer.byteLength(await service.text());
  await crier.close();
  service.close();
  return { bodyBytes, costs, stalls, bytesPerShop };
}

/** The garbage of each parse is collected before the refresh begins. */
function comparing(crier: MarketCrier, service: SimulatedService, samples: CostSample[]): Refresh {
  return async (scenario) => {
    const parseMs = await parsed(service);
    await collectGarbage();
    const { cost } = await costOf(() => crier.refresh());
    samples.push({ scenario, parseMs, cost });
  };
}

async function parsed(service: SimulatedService): Promise<number> {
  const text = await service.text();
  await collectGarbage();
  return cpuMsOf(() => JSON.parse(text));
}

function watching(crier: MarketCrier, samples: StallSample[]): Refresh {
  return async (scenario) => {
    const before = crier.journal.notices;
    const { stalls } = await stallsOf(() => crier.refresh());
    samples.push({ scenario, stalls, notices: crier.journal.notices - before });
  };
}

const [options] = process.argv.slice(2);
if (options !== undefined) {
  process.on('disconnect', () => process.exit(0));
  process.send?.(await measure(JSON.parse(options)));
}
