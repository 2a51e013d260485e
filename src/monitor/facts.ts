import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { reasonOf } from '../faults/operator-fault.ts';
import type { Outcome } from '../ports/delivery.ts';
import type { History, Outage } from '../ports/journal.ts';
import type { Outbox, Queue } from '../ports/outbox.ts';
import type { LandmarkStatus } from '../ports/places.ts';
import type { Counted, Counts, GatewayStatus, ServiceStatus, SnapshotStatus, StreamStatus } from '../ports/status.ts';
import { DAY_MS } from '../time/durations.ts';

/** The sources of the facts. */
export interface FactSources {
  readonly status: Pick<ServiceStatus, 'stream' | 'snapshot'>;
  readonly journal: Pick<Outbox, 'queue'> & Pick<History, 'outages'>;
  readonly trouble: () => string | null;
  /** Returns the state of LANDMARKS, or null without it. */
  readonly landmarks: () => LandmarkStatus | null;
  /** Returns null if this process runs no shards (ROLE). */
  readonly gateway: () => GatewayStatus | null;
  readonly counts: WorkCounts;
  readonly loopDelay: LoopDelay;
  /** Bytes of the parts of the store, by name. */
  readonly storeBytes: () => Promise<Readonly<Record<string, number>>>;
  /** Returns the number of log lines that could not be written since the start. */
  readonly droppedLines: () => number;
  /** The interval at which the list of shops is requested. */
  readonly refreshMs: number;
  readonly version: string;
  readonly now: () => number;
}

/** The part of the facts that is read from the store. `outages` covers the last 24 hours. */
export interface Stored {
  readonly queue: Queue;
  readonly outages: readonly Outage[];
  readonly storeBytes: Readonly<Record<string, number>>;
}

/** All facts of one moment. Times are in epoch ms. */
export interface Facts extends Pick<FactSources, 'counts' | 'refreshMs' | 'version'> {
  readonly now: number;
  readonly stream: StreamStatus;
  readonly snapshot: SnapshotStatus;
  readonly trouble: string | null;
  readonly landmarks: LandmarkStatus | null;
  readonly gateway: GatewayStatus | null;
  readonly isReady: boolean;
  /** Null if the store cannot be read. */
  readonly stored: Stored | null;
  readonly droppedLines: number;
  readonly loopDelaySeconds: number;
  readonly cpuSeconds: number;
  readonly memory: NodeJS.MemoryUsage;
  /** Epoch seconds. Constant while the process runs, because monitoring reads a change as a restart. */
  readonly startedAt: number;
}

/**
 * Reads all facts. Never rejects: a store that cannot be read is reported as `trouble`, like one that cannot be
 * written.
 */
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
    landmarks: sources.landmarks(),
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

/** The parts that Crier needs to do its work. `gateway` is null if this process runs no shards. */
interface Works {
  readonly stream: Pick<StreamStatus, 'since' | 'state'>;
  readonly snapshot: Pick<SnapshotStatus, 'takenAt' | 'trouble'>;
  /** The interval at which the snapshot is requested. */
  readonly refreshMs: number;
  /** The reason why events cannot be written, or null if they can. */
  readonly trouble: string | null;
  readonly gateway: GatewayStatus | null;
}

/** A list of shops is too old once it exceeds both limits: one or two failed refreshes are tolerated. */
const OLD_REFRESHES = 3;
const LEAST_OLD_MS = 10 * 60_000;

/**
 * Returns the reasons why Crier cannot do all of its work at `now` (epoch ms), in a few words each. Empty if it can.
 */
export function whyNotReady({ stream, snapshot, refreshMs, trouble, gateway }: Works, now: number): string[] {
  const { takenAt, trouble: failing } = snapshot;
  const ageMs = takenAt === null ? 0 : now - takenAt;
  const isOld = ageMs > Math.max(LEAST_OLD_MS, OLD_REFRESHES * refreshMs);
  return [
    gateway?.state === 'logging-in' && 'Discord: logging in',
    gateway?.state === 'running' &&
      gateway.ready < Math.max(1, gateway.run) &&
      `Discord: ${gateway.ready} of ${gateway.run} shards ready`,
    stream.state !== 'live' && `stream: ${stream.state} since ${new Date(stream.since).toISOString()}`,
    takenAt === null && `shops: no list yet${failing === null ? '' : `, ${failing}`}`,
    failing !== null && isOld && `shops: ${Math.floor(ageMs / 60_000)} minutes old, ${failing}`,
    trouble !== null && `store: ${trouble}`,
  ].filter((why) => why !== false);
}

const RESOLUTION_MS = 10;
const DELAY_WINDOW_MS = 60_000;

/** The longest delay of the event loop. */
interface LoopDelay {
  /** Returns the longest delay of at least the last minute, in seconds. */
  longestSeconds(): number;
}

/** Measures until the signal aborts. It uses the machine's own clock, because the delay is the machine's. */
export function watchLoopDelay(signal: AbortSignal): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let before = 0;
  histogram.enable();
  const timer = setInterval(() => {
    before = histogram.max;
    histogram.reset();
  }, DELAY_WINDOW_MS);
  timer.unref();
  const end = () => {
    clearInterval(timer);
    histogram.disable();
  };
  signal.addEventListener('abort', end, { once: true });
  return {
    // The histogram includes its own sampling interval.
    longestSeconds: () => Math.max(0, Math.max(before, histogram.max) / 1e9 - RESOLUTION_MS / 1_000),
  };
}

const OUTCOMES = Object.keys({
  delivered: 0,
  retry: 0,
  refused: 0,
  rejected: 0,
  unauthorized: 0,
} satisfies Record<Outcome['kind'], 0>);

/** Counts in memory since the start of the process. */
export class WorkCounts implements Counts {
  readonly #totals: Readonly<Record<Counted, Map<string, number>>> = {
    notices: zeros('sealed', 'dropped'),
    messages: zeros(...OUTCOMES),
    requests: zeros(),
    rateLimits: zeros('user', 'global', 'shared', 'address'),
  };

  add(what: Counted, label: string, by = 1): void {
    const totals = this.#totals[what];
    totals.set(label, (totals.get(label) ?? 0) + by);
  }

  /** Returns the counts by label. */
  of(what: Counted): ReadonlyMap<string, number> {
    return this.#totals[what];
  }
}

/** Known labels begin at 0. A rate over a counter that appears with its first event would miss that event. */
function zeros(...labels: readonly string[]): Map<string, number> {
  return new Map(labels.map((label) => [label, 0]));
}
