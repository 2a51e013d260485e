import process from 'node:process';
import { reasonOf } from '../faults/operator-fault.ts';
import type { History, Outage } from '../ports/journal.ts';
import type { Outbox, Queue } from '../ports/outbox.ts';
import type { GatewayStatus, ServiceStatus, SnapshotStatus, StreamStatus } from '../ports/status.ts';
import type { LoopDelay } from './loop-delay.ts';
import { whyNotReady } from './readiness.ts';
import type { WorkCounts } from './work-counts.ts';

/** Outages are told for so long. */
export const DAY_MS = 86_400_000;

/** Where the facts come from. */
export interface FactSources {
  readonly status: Pick<ServiceStatus, 'stream' | 'snapshot'>;
  readonly journal: Pick<Outbox, 'queue'> & Pick<History, 'outages'>;
  readonly trouble: () => string | null;
  /** null: shards are left to other processes (ROLE). */
  readonly gateway: () => GatewayStatus | null;
  readonly counts: WorkCounts;
  readonly loopDelay: LoopDelay;
  /** Bytes of the parts of the store, by name. */
  readonly storeBytes: () => Promise<Readonly<Record<string, number>>>;
  /** Lines of the log that could not be written since the start. */
  readonly droppedLines: () => number;
  /** How often the list of shops is asked for. */
  readonly refreshMs: number;
  readonly version: string;
  readonly now: () => number;
}

/** What is read from the store. `outages`: of the last 24 hours. */
export interface Stored {
  readonly queue: Queue;
  readonly outages: readonly Outage[];
  readonly storeBytes: Readonly<Record<string, number>>;
}

/** All that is told of a moment; times in epoch ms. */
export interface Facts extends Pick<FactSources, 'counts' | 'refreshMs' | 'version'> {
  readonly now: number;
  readonly stream: StreamStatus;
  readonly snapshot: SnapshotStatus;
  readonly trouble: string | null;
  readonly gateway: GatewayStatus | null;
  readonly isReady: boolean;
  /** What the store says; null: it cannot be read. */
  readonly stored: Stored | null;
  readonly droppedLines: number;
  readonly loopDelaySeconds: number;
  readonly cpuSeconds: number;
  readonly memory: NodeJS.MemoryUsage;
  /** Epoch seconds; the same for as long as the process runs, or it would look like another one. */
  readonly startedAt: number;
}

/** Never rejects: a store that cannot be read is a trouble like one that cannot be written. */
export async function readFacts(sources: FactSources): Promise<Facts> {
  const { status, trouble, gateway, counts, loopDelay, droppedLines, refreshMs, version } = sources;
  const now = sources.now();
  const { stored, whyNot } = await readStored(sources, now);
  const works = {
    stream: status.stream(),
    snapshot: status.snapshot(),
    trouble: trouble() ?? whyNot,
    gateway: gateway(),
    refreshMs,
  };
  const { user, system } = process.cpuUsage();
  return {
    ...{ now, counts, version, stored },
    ...works,
    isReady: whyNotReady(works, now).length === 0,
    droppedLines: droppedLines(),
    loopDelaySeconds: loopDelay.longestSeconds(),
    cpuSeconds: (user + system) / 1e6,
    memory: process.memoryUsage(),
    startedAt: performance.timeOrigin / 1_000,
  };
}

async function readStored(
  { journal, storeBytes }: FactSources,
  now: number,
): Promise<{ readonly stored: Stored | null; readonly whyNot: string | null }> {
  try {
    const [queue, outages, bytes] = await Promise.all([
      journal.queue(now),
      journal.outages(now - DAY_MS),
      storeBytes(),
    ]);
    return { stored: { queue, outages, storeBytes: bytes }, whyNot: null };
  } catch (error) {
    return { stored: null, whyNot: reasonOf(error) };
  }
}
