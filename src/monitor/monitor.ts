import type { SnapshotStatus } from '../ports/status.ts';
import { type FactSources, type Facts, readFacts, watchLoopDelay, whyNotReady } from './facts.ts';
import { formatMetrics, METRICS } from './metrics.ts';
import { alive, healthAnswer, type MonitoringAnswer, type MonitoringAnswers } from './server.ts';

export interface MonitorParts extends Omit<FactSources, 'loopDelay'> {
  /** Returns the facts that each process of a fleet publishes. Absent if this process is alone on its store. */
  readonly processes?: () => Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/**
 * Returns the answers to monitoring requests. `GET /livez` is 200 while the event loop turns, and `GET /metrics` is
 * Prometheus text. `GET /readyz` (and `/health`, its older name) is 200 while Crier does all of its work, else 503 with
 * the reasons. The event loop is measured until the signal aborts.
 */
export function createAnswers(parts: MonitorParts): MonitoringAnswers {
  const sources = { ...parts, loopDelay: watchLoopDelay(parts.signal) };
  const ready = async () => readiness(await readFacts(sources), parts.processes);
  return {
    '/livez': alive,
    '/readyz': ready,
    '/health': ready,
    '/metrics': async () => formatMetrics(METRICS, await readFacts(sources)),
  };
}

function readiness(facts: Facts, processes: MonitorParts['processes']): MonitoringAnswer {
  const { stream, snapshot, gateway, stored, trouble } = facts;
  const why = whyNotReady(facts, facts.now);
  const { depth = null, waitingSince = null, lastDeliveryAt = null } = stored?.queue ?? {};
  return healthAnswer({
    ...{ well: why.length === 0, why, gateway, stream, snapshot: snapshotFacts(snapshot) },
    ...{ queue: depth, waitingSince, lastDeliveryAt, trouble },
    ...(processes && { processes: processes() }),
  });
}

/** Returns the status under the names of `GET /readyz`. They stay, because monitoring may read them. */
function snapshotFacts({ quarantined, refreshStartedAt, durationMs, unreportedSince, ...same }: SnapshotStatus) {
  const renamed = { setAside: quarantined, askingSince: refreshStartedAt };
  return { ...same, ...renamed, tookMs: durationMs, untoldSince: unreportedSince };
}
