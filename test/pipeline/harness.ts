import { onTestFinished } from 'vitest';
import type { Shop } from '../../src/market/shops/shop.ts';
import type { Snapshot } from '../../src/market/shops/snapshot.ts';
import { CurrentMarket } from '../../src/pipeline/current-market.ts';
import { Pipeline, type PipelineParts } from '../../src/pipeline/pipeline.ts';
import type { Target } from '../../src/routing/notice.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { routeInMemory } from '../../src/subscriptions/in-memory.ts';
import { systemClock } from '../../src/time/clock.ts';
import { recordingLog } from '../log/recording-log.ts';
import { emptyJournalFile } from '../storage/sqlite/journal/empty-journal.ts';

/** Keeps the last announced shops, as a snapshot file does. */
class NotingPipeline extends Pipeline {
  read: readonly Shop[] = [];

  override onSnapshot(snapshot: Snapshot) {
    this.read = snapshot.shops;
    return super.onSnapshot(snapshot);
  }
}

/** Opens a pipeline on a real journal. `snapshots` stands for the snapshot files and survives a restart. */
export function openHarness({
  now = Date.now,
  types = [],
  isPaused = () => false,
  ...more
}: Partial<PipelineParts> & {
  readonly now?: () => number;
  readonly types?: readonly string[];
  readonly isPaused?: (target: Target) => boolean;
} = {}) {
  const path = emptyJournalFile();
  const snapshots = new Map<number, Snapshot>();
  const log = recordingLog();
  const subscriptions = new SubscriptionsInMemory();
  const woken: Target[] = [];
  const pressure: boolean[] = [];
  const faults = {
    diskFull: false,
    killedAfter: null as 'keep' | 'record' | null,
    /** Called while a snapshot is saved. */
    onKeep: () => {},
  };

  function open() {
    const journal = openJournal(openDatabase(path, log), Date.now, log);
    const clock = { ...systemClock, now };
    const current = new CurrentMarket(types, clock);
    const pipeline: NotingPipeline = new NotingPipeline({
      journal: {
        async record(entry) {
          if (faults.diskFull) throw new Error('disk full');
          await journal.record(entry);
        },
      },
      router: routeInMemory({ memory: subscriptions, isPaused, clock }),
      delivery: { wake: (targets) => void woken.push(...targets) },
      async keep({ takenAt, filled, missing }) {
        faults.onKeep();
        const shops = [...pipeline.read];
        for (const { row, shop } of filled) shops[row] = shop;
        snapshots.set(takenAt, { takenAt, shops, missing });
        if (faults.killedAfter === 'keep') throw new Error('killed');
      },
      async forget(takenAt) {
        if (faults.killedAfter === 'record') throw new Error('killed');
        for (const at of [...snapshots.keys()]) if (at !== takenAt) snapshots.delete(at);
      },
      isBanned: () => false,
      worthOf: async () => null,
      onPressure: (high) => void pressure.push(high),
      log,
      ...{ clock, current },
      ...more,
    });
    return { journal, pipeline, current };
  }

  let life = open();
  onTestFinished(async () => {
    if (faults.diskFull) life.pipeline.stop();
    await life.pipeline.settled();
    await life.journal.close();
  });
  return {
    path,
    subscriptions,
    log,
    woken,
    pressure,
    faults,
    snapshots,
    pipeline: () => life.pipeline,
    current: () => life.current,
    market: () => life.current.get(),
    journal: () => life.journal,
    /**
     * Restarts on the same files as `main` does. With `older`, the newest snapshot is unreadable and this one is
     * loaded.
     */
    async restart(older?: Snapshot): Promise<void> {
      await life.journal.close();
      life = open();
      const takenAt = await life.journal.snapshotAt();
      const kept = older ?? (takenAt === null ? undefined : snapshots.get(takenAt));
      if (kept) await life.current.restore(kept, await life.journal.purchases(kept.takenAt), older === undefined);
    },
    waiting: (target: Target) => life.journal.waiting(target, Number.MAX_SAFE_INTEGER, 9_999),
  };
}
