import type { Log } from '../ports/log.ts';
import { DAY_MS } from '../time/durations.ts';
import { alive, healthAnswer, type MonitoringAnswers, type Served } from './server.ts';

/** The state of a process that is alive but not ready. `trouble`: the fault that the operator has to fix. */
export interface NotAtWork {
  readonly why: string;
  readonly trouble: string | null;
  readonly version: string;
}

/** Returns the answers to monitoring requests while Crier starts, or stays idle on purpose. */
export function answersOf({ why, trouble, version }: NotAtWork): MonitoringAnswers {
  const ready = () => healthAnswer({ well: false, why: [why], trouble });
  return {
    '/livez': alive,
    '/readyz': ready,
    '/health': ready,
    '/metrics': async () => {
      // Loaded at the first request, because a start must be quick.
      const { STARTUP_METRICS, formatMetrics } = await import('./metrics.ts');
      return formatMetrics(STARTUP_METRICS, { version, isReady: false });
    },
  };
}

/**
 * Stays idle until the signal aborts. Only the operator can fix the fault, and a supervisor would restart a process
 * that exits at once. `served`, if given, reports the fault as not ready.
 */
export async function stayIdle(
  parts: Pick<NotAtWork, 'why' | 'version'>,
  served: Served | null,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const { why } = parts;
  log.error({}, why);
  served?.answer(answersOf({ ...parts, trouble: why }));
  if (signal.aborted) return;
  // A pending signal alone does not keep the process alive.
  const alive = setInterval(() => {}, DAY_MS);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  clearInterval(alive);
}
