import { type FactSources, type Facts, readFacts } from './facts.ts';
import { formatMetrics } from './format-metrics.ts';
import { watchLoopDelay } from './loop-delay.ts';
import { METRICS } from './metrics.ts';
import { whyNotReady } from './readiness.ts';
import { type Answer, alive, health, type ServerParts, serve } from './server.ts';

export interface MonitorParts extends ServerParts, Omit<FactSources, 'loopDelay'> {
  /** Of all processes on one store, what each tells of itself; absent: there is one alone. */
  readonly processes?: () => Readonly<Record<string, unknown>>;
}

/**
 * For machines: `GET /livez` is 200 while the event loop turns, `GET /readyz` (and `/health`, its older name) while Crier does all
 * of its work, 503 else, with why; `GET /metrics` is Prometheus text. Resolves as `serve` does.
 */
export async function startMonitor(parts: MonitorParts): Promise<void> {
  const sources = { ...parts, loopDelay: watchLoopDelay(parts.signal) };
  const ready = async () => readiness(await readFacts(sources), parts.processes);
  await serve(parts, {
    '/livez': alive,
    '/readyz': ready,
    '/health': ready,
    '/metrics': async () => formatMetrics(METRICS, await readFacts(sources)),
  });
}

function readiness(facts: Facts, processes: MonitorParts['processes']): Answer {
  const { stream, snapshot, gateway, stored, trouble } = facts;
  const why = whyNotReady(facts, facts.now);
  const { depth = null, waitingSince = null, lastDeliveryAt = null } = stored?.queue ?? {};
  return health({
    ...{ well: why.length === 0, why, gateway, stream, snapshot },
    ...{ queue: depth, waitingSince, lastDeliveryAt, trouble },
    ...(processes && { processes: processes() }),
  });
}
