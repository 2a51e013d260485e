import { onTestFinished, vi } from 'vitest';
import { PATIENCE_MS } from '../../sandbox/discord/events.ts';
import { createEconomy } from '../../sandbox/economy/create-economy.ts';
import { type ServiceOptions as SimulatedOptions, startService } from '../../sandbox/service/start-service.ts';
import type { MarketEvent } from '../../src/market/change.ts';
import type { Snapshot } from '../../src/market/shops/snapshot.ts';
import { Service, type ServiceOptions } from '../../src/service/service.ts';
import { unreadNames } from '../../src/service/wire/fields.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { countsOf } from './counts-of.ts';
import { collectLogLines } from './log-lines.ts';
import { createMemoryCheckpoints } from './memory-checkpoints.ts';
import { MemorySave } from './memory-save.ts';

/** Starts the simulated service with the test's own clock, until the test ends. */
export async function startSimulation(settings: Partial<SimulatedOptions> & { readonly shops?: number } = {}) {
  const { shops = 20, ...more } = settings;
  const clock = new ManualClock();
  const economy = createEconomy({ seed: 7, shops, now: clock.now });
  const simulated = await startService({ economy, now: clock.now, ...more });
  onTestFinished(() => simulated.close());
  return { clock, economy, simulated };
}

export type Simulation = Awaited<ReturnType<typeof startSimulation>>;

/** The clock and the address of the service that a client connects to. */
interface RunOn {
  readonly clock: ManualClock;
  readonly simulated: { readonly url: string };
}

/** Runs the service client of a bot process until `stop` or the end of the test. */
export function runClient({ clock, simulated }: RunOn, more: Partial<ServiceOptions> = {}) {
  // Names that other tests of this process read first must not be logged for this service.
  unreadNames.takeNew();
  const { log, lines, facts } = collectLogLines();
  const checkpoints = createMemoryCheckpoints();
  const received = {
    snapshots: [] as Snapshot[],
    unchanged: [] as number[],
    events: [] as MarketEvent[],
    paintings: [] as { readonly snbt: string; readonly at: number }[],
  };
  const turns: [number, string][] = [];
  const bans: (readonly string[])[] = [];
  const service = new Service({
    baseUrl: simulated.url,
    segments: { shops: 'shops', paintings: 'paintings' },
    userAgent: 'Crier/test (+test)',
    refreshMs: 120_000,
    unit: 'bundles',
    clock,
    log,
    checkpoints,
    chance: () => 0,
    beginSaving: () => new MemorySave(),
    onSnapshot: async (snapshot) => {
      received.snapshots.push(snapshot);
      return countsOf(snapshot);
    },
    onUnchanged: (at) => void received.unchanged.push(at),
    onEvent: (event) => void received.events.push(event),
    onPainting: (snbt, at) => void received.paintings.push({ snbt, at }),
    onDown: (at, why) => void turns.push([at, why]),
    onUp: (at) => void turns.push([at, 'up']),
    written: async () => true,
    onBans: (ids) => void bans.push(ids),
    ...more,
  });
  const end = new AbortController();
  const run = service.run(end.signal);
  const stop = () => {
    end.abort();
    return run;
  };
  onTestFinished(stop);
  return { service, lines, facts, checkpoints, ...received, turns, bans, stop };
}

/** Waits until the assertions in `check` pass. */
export function eventually<T>(check: () => T): Promise<T> {
  return vi.waitFor(check, { interval: 2, timeout: PATIENCE_MS });
}
