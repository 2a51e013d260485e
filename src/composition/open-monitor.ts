import { httpOf } from '../config.ts';
import type { CommandContext } from '../discord/command/command.ts';
import type { MonitorParts } from '../monitor/monitor.ts';
import type { Fleet } from './fleet.ts';
import type { CrierParts } from './parts.ts';
import type { StorePorts } from './store-ports.ts';
import { VERSION } from './user-agent.ts';

export interface Monitored extends Pick<MonitorParts, 'counts' | 'signal'> {
  readonly parts: CrierParts;
  readonly ports: StorePorts;
  readonly context: Pick<CommandContext, 'status' | 'writeTrouble'>;
  /** null: this process is alone. */
  readonly fleet: Fleet | null;
}

/** Opens what machines ask, where the configuration wants that. `gateway`: as in `FactSources`. */
export async function openMonitor(
  { parts: { config, clock, log }, ports, context, fleet, counts, signal }: Monitored,
  gateway: MonitorParts['gateway'],
): Promise<void> {
  const http = httpOf(config);
  if (http === null) return;
  const { startMonitor } = await import('../monitor/monitor.ts');
  await startMonitor({
    ...http,
    ...{ gateway, counts, log, signal },
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
}
