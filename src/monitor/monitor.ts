import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { reasonOf } from '../operator-fault.ts';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { ServiceStatus } from '../ports/status.ts';

export interface MonitorParts {
  readonly port: number;
  readonly status: Pick<ServiceStatus, 'stream' | 'snapshot'>;
  readonly journal: Pick<Journal, 'queue'>;
  readonly trouble: () => string | null;
  /** Of all processes on one store, what each tells of itself; absent: there is one alone. */
  readonly processes?: () => Readonly<Record<string, unknown>>;
  /** Lines of the log that could not be written since the start. */
  readonly droppedLines: () => number;
  readonly now: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * For machines, on loopback: `GET /health` is 200 while Crier does its work and 503 while it cannot, `GET /metrics` is
 * Prometheus text. Resolves when it listens; a port that cannot be opened is said in the log, and Crier goes on without:
 * alerts matter more.
 */
export async function startMonitor(parts: MonitorParts): Promise<void> {
  const { log } = parts;
  await listen(parts, (url, response) => {
    answer(url, response, parts).catch((error: unknown) => {
      log.warn({ err: error }, 'A monitoring request failed');
      response.writeHead(503).end();
    });
  });
}

/** While Crier does nothing on purpose: `GET /health` is 503 and says why. Resolves as `startMonitor` does. */
export async function startIdleMonitor(
  parts: Pick<MonitorParts, 'port' | 'log' | 'signal'> & { readonly why: string },
): Promise<void> {
  await listen(parts, (url, response) => {
    if (url === '/health') formatHealth(response, { well: false, trouble: parts.why });
    else response.writeHead(404).end();
  });
}

async function listen(
  { port, log, signal }: Pick<MonitorParts, 'port' | 'log' | 'signal'>,
  answerTo: (url: string, response: ServerResponse) => void,
): Promise<void> {
  const server = createServer((request, response) => answerTo(request.url ?? '', response));
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening', { signal });
    server.on('error', (error) => log.warn({ err: error }, 'Monitoring trouble'));
    signal.addEventListener('abort', () => server.close(), { once: true });
  } catch (error) {
    server.close();
    if (signal.aborted) return;
    log.error(
      { port, reason: reasonOf(error) },
      'Nobody can monitor Crier: HTTP_PORT cannot be opened. Stop what listens there or set another, and start Crier again',
    );
  }
}

async function answer(
  url: string,
  response: ServerResponse,
  { status, journal, trouble, processes, droppedLines, now }: MonitorParts,
): Promise<void> {
  const stream = status.stream();
  const snapshot = status.snapshot();
  const { depth, waitingSince, later, lastDeliveryAt } = await journal.queue(now());
  if (url === '/health') {
    const well = trouble() === null && stream.state === 'live' && snapshot.takenAt !== null;
    const facts = { well, stream, snapshot, queue: depth, waitingSince, lastDeliveryAt, trouble: trouble() };
    formatHealth(response, { ...facts, ...(processes && { processes: processes() }) });
  } else if (url === '/metrics') {
    const lines = [
      metric('crier_stream_live', stream.state === 'live' ? 1 : 0),
      ...Object.entries(stream.counted).map(([kind, n]) => metric(`crier_frames_total{kind="${kind}"}`, n)),
      metric('crier_snapshot_timestamp_seconds', (snapshot.takenAt ?? 0) / 1000),
      metric('crier_snapshot_shops', snapshot.records),
      metric('crier_snapshot_duplicates', snapshot.duplicates),
      metric('crier_snapshot_set_aside', snapshot.setAside),
      metric('crier_outbox_depth', depth),
      metric('crier_outbox_delay_seconds', waitingSince === null ? 0 : Math.max(0, now() - waitingSince) / 1000),
      metric('crier_outbox_later', later),
      metric('crier_last_delivery_timestamp_seconds', (lastDeliveryAt ?? 0) / 1000),
      metric('crier_journal_trouble', trouble() === null ? 0 : 1),
      metric('crier_log_lines_dropped_total', droppedLines()),
    ];
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(lines.join(''));
  } else {
    response.writeHead(404).end();
  }
}

function formatHealth(
  response: ServerResponse,
  health: { readonly well: boolean; readonly [fact: string]: unknown },
): void {
  response.writeHead(health.well ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(health));
}

function metric(name: string, value: number): string {
  return `${name} ${value}\n`;
}
