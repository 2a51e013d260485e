import type { Log } from '../ports/log.ts';
import { DAY_MS } from '../time/durations.ts';
import { type Answers, alive, health, type Served } from './server.ts';

/** Of a process that does not do its work: alive, but not ready, and why. `trouble`: what somebody must mend. */
export interface NotAtWork {
  readonly why: string;
  readonly trouble: string | null;
  readonly version: string;
}

/** What machines are told while Crier starts, or does nothing on purpose. */
export function answersOf({ why, trouble, version }: NotAtWork): Answers {
  const ready = () => health({ well: false, why: [why], trouble });
  return {
    '/livez': alive,
    '/readyz': ready,
    '/health': ready,
    '/metrics': async () => {
      // Loaded at the first request, because a start must be quick.
      const { ALWAYS_TOLD, formatMetrics } = await import('./metrics.ts');
      return formatMetrics(ALWAYS_TOLD, { version, isReady: false });
    },
  };
}

/**
 * Stays up and does nothing until the signal aborts: for what only the operator can mend, and where a process that ended
 * would be started again at once. Machines are told so at `served`, if given.
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
  // Nothing else keeps a process alive that waits for a signal.
  const alive = setInterval(() => {}, DAY_MS);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  clearInterval(alive);
}
