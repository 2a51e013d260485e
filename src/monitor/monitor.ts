import { type FactSources, type Facts, readFacts, watchLoopDelay, whyNotReady } from './facts.ts';
import { formatMetrics, METRICS } from './metrics.ts';
import { type Answer, type Answers, alive, health } from './server.ts';

export interface MonitorParts extends Omit<FactSources, 'loopDelay'> {
  /** Of all processes on one store, what each tells of itself; absent: there is one alone. */
  readonly processes?: () => Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/**
 * For machines: `GET /livez` is 200 while the event loop turns, `GET /readyz` (and `/health`, its older name) while Crier does all
 * of its work, 503 else, with why; `GET /metrics` is Prometheus text. The event loop is watched until the signal aborts.
 */
export function watchOver(parts: MonitorParts): Answers {
  const sources = { ...parts, loopDelay: watchLoopDelay(parts.signal) };
  const ready = async () => readiness(await readFacts(sources), parts.processes);
  return {
    '/livez': alive,
    '/readyz': ready,
    '/health': ready,
    '/metrics': async () => formatMetrics(METRICS, await readFacts(sources)),
  };
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
