import { httpOf } from '../config.ts';
import type { CommandContext } from '../discord/command/command.ts';
import { answersOf } from '../monitor/idle.ts';
import type { MonitorParts } from '../monitor/monitor.ts';
import { type Served, serve } from '../monitor/server.ts';
import type { Fleet } from './fleet.ts';
import type { CrierParts } from './parts.ts';
import type { StorePorts } from './store-ports.ts';
import { VERSION } from './user-agent.ts';

const STARTING = 'Crier starts: opening the store';

/**
 * Machines may ask as soon as this resolves: a store may take minutes to open, and whoever starts a process anew that does not answer
 * would end that again and again. null: the configuration wants none
 */
export async function openToMachines(
  { config, log }: Pick<CrierParts, 'config' | 'log'>,
  signal: AbortSignal,
): Promise<Served | null> {
  const http = httpOf(config);
  return http && serve({ ...http, log, signal }, answersOf({ why: STARTING, trouble: null, version: VERSION }));
}

export interface Monitored extends Pick<MonitorParts, 'counts' | 'signal'> {
  readonly parts: CrierParts;
  readonly ports: StorePorts;
  readonly context: Pick<CommandContext, 'status' | 'writeTrouble'>;
  /** null: this process is alone. */
  readonly fleet: Fleet | null;
}

/** Tells machines what this process does, where they can ask. `gateway`: as in `FactSources`. */
export async function openMonitor(
  { parts: { config, served, clock, log }, ports, context, fleet, counts, signal }: Monitored,
  gateway: MonitorParts['gateway'],
): Promise<void> {
  if (served === undefined) return;
  const { watchOver } = await import('../monitor/monitor.ts');
  const answers = watchOver({
    ...{ gateway, counts, signal },
    status: context.status,
    journal: ports.journal,
    trouble: context.writeTrouble,
    storeBytes: () => ports.bytes(),
    ...(fleet && { processes: () => fleet.processes() }),
    droppedLines: log.dropped,
    refreshMs: config.SHOPS_REFRESH_SECONDS * 1_000,
    version: VERSION,
    now: () => clock.now(),
  });
  served.answer(answers);
}
