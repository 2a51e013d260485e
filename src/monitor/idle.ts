import type { Log } from '../ports/log.ts';
import { alive, health, type ServerParts, serve } from './server.ts';

const DAY_MS = 24 * 60 * 60_000;

/** While Crier does nothing on purpose: alive, but not ready, and why. Resolves as `serve` does. */
export async function startIdleMonitor(parts: ServerParts & { readonly why: string }): Promise<void> {
  const ready = () => health({ well: false, why: [parts.why], trouble: parts.why });
  await serve(parts, { '/livez': alive, '/readyz': ready, '/health': ready });
}

/**
 * Stays up and does nothing until the signal aborts: for what only the operator can mend, and where a process that ended
 * would be started again at once. Machines are told at `http`, if given, that Crier is alive and not ready, and why.
 */
export async function stayIdle(
  why: string,
  http: Pick<ServerParts, 'host' | 'port'> | null,
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
  if (http !== null) await startIdleMonitor({ ...http, why, log, signal });
  await stopped;
  clearInterval(alive);
}
