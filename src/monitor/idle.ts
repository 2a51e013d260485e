import type { Log } from '../ports/log.ts';
import { startIdleMonitor } from './monitor.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Stays up and does nothing until the signal aborts: for what only the operator can mend, and where a process that ended
 * would be started again at once. Machines are told on `httpPort`, if given, that Crier is not ready, and why.
 */
export async function stayIdle(
  why: string,
  httpPort: number | undefined,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  log.error({}, why);
  // Nothing else keeps a process alive that waits for a signal.
  const alive = setInterval(() => {}, DAY_MS);
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  if (httpPort !== undefined) await startIdleMonitor({ port: httpPort, why, log, signal });
  await stopped;
  clearInterval(alive);
}
