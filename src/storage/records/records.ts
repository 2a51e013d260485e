import { createHash } from 'node:crypto';
import type { RefusedToken, SendHolds } from '../../ports/discord-limits.ts';
import type { KeptStockEvidence } from '../../ports/journal.ts';
import type { RetriedRefusals } from '../../ports/outbox.ts';
import type { LandmarkStore } from '../../ports/places.ts';
import type { FeedUndos, KeptUndo, Undos } from '../../ports/settings.ts';
import { newKey } from '../mappers/record.ts';
import { RECORD_TABLES, type RecordTableDefinition, UNDO_KEPT_MS } from '../mappers/record-tables.ts';
import { writeTarget } from '../mappers/target.ts';

/** The records of one table, by key. An unreadable record counts as missing and is logged. */
export interface Records<T extends object> {
  /** @returns the record, or null if it is missing or expired */
  get(key: string): Promise<T | null>;
  /**
   * @param lifeMs until the record expires; without it, the record never expires
   * @throws NotSaved
   */
  set(key: string, record: T, lifeMs?: number): Promise<void>;
  /**
   * @returns whether the record existed
   * @throws NotSaved
   */
  delete(key: string): Promise<boolean>;
}

/** Opens a table of `RECORD_TABLES`. */
export type OpenRecords = <T extends object>(table: RecordTableDefinition<T>) => Records<T>;

/** Stores the last change of each user. */
export function createUndos(open: OpenRecords): Undos {
  const records = open(RECORD_TABLES.undos);

  async function last(userId: string): Promise<KeptUndo | null> {
    const kept = await records.get(userId);
    if (kept === null) return null;
    const { key, ...step } = kept;
    return { key, step };
  }

  return {
    async keep(userId, step) {
      const key = newKey();
      await records.set(userId, { key, ...step, put: [...step.put], remove: [...step.remove] }, UNDO_KEPT_MS);
      return key;
    },
    last,
    async take(userId, key) {
      const kept = await last(userId);
      if (kept === null || (key !== undefined && kept.key !== key)) return null;
      // If a user presses two buttons at once, only one of them deletes the record.
      return (await records.delete(userId)) ? kept : null;
    },
    async forget(userId) {
      await records.delete(userId);
    },
  };
}

/** Stores undo steps of feeds by key. `after` has one entry for `feed` and for each of `others`. */
export function createFeedUndos(open: OpenRecords): FeedUndos {
  const records = open(RECORD_TABLES.feedUndos);
  return {
    async keep(steps) {
      const key = newKey();
      const [first, ...more] = steps;
      const others = more.map(({ before }) => before);
      const after = steps.map((step) => step.after ?? null);
      await records.set(key, { feed: first.before, ...(others.length > 0 && { others }), after }, UNDO_KEPT_MS);
      return key;
    },
    async find(key) {
      const kept = await records.get(key);
      if (kept === null) return null;
      return [kept.feed, ...(kept.others ?? [])].map((before, index) => {
        const after = kept.after?.[index];
        return { before, ...(after !== undefined && { after }) };
      });
    },
    async forget(key) {
      await records.delete(key);
    },
  };
}

/** @param machine the host of this process, if several hosts share the store: each host has its own address */
export function createSendHolds(open: OpenRecords, machine = ''): SendHolds {
  const records = open(RECORD_TABLES.sendHolds);
  const keyOf = (what: string) => `${what} ${machine}`.trim();
  return {
    until: async (what) => (await records.get(keyOf(what)))?.until ?? null,
    keep: (what, until, forMs) => records.set(keyOf(what), { until }, forMs),
  };
}

/** Stores rejections of unknown kinds, by target. */
export function createRetriedRefusals(open: OpenRecords): RetriedRefusals {
  const records = open(RECORD_TABLES.retriedRefusals);
  return {
    of: (target) => records.get(writeTarget(target)),
    put: (target, one, forMs) => records.set(writeTarget(target), one, forMs),
    async end(target) {
      await records.delete(writeTarget(target));
    },
  };
}

function fingerprintOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Stores the SHA-256 of a token that Discord rejected. A hash of 200 random bits does not reveal them. */
export function createRefusedToken(open: OpenRecords): RefusedToken {
  const records = open(RECORD_TABLES.refusedToken);
  const key = 'fingerprint';
  return {
    is: async (token) => (await records.get(key))?.sha256 === fingerprintOf(token),
    keep: (token) => records.set(key, { sha256: fingerprintOf(token) }),
    async forget() {
      if ((await records.get(key)) !== null) await records.delete(key);
    },
  };
}

/** Stores the evidence for the setting STOCK_UNIT. */
export function createStockEvidence(open: OpenRecords): KeptStockEvidence {
  const records = open(RECORD_TABLES.stockEvidence);
  const key = 'evidence';
  return {
    read: () => records.get(key),
    keep: ({ cases, contradicts }) => records.set(key, { cases: [...cases], contradicts }),
  };
}

/** Stores the last landmarks of LANDMARKS. */
export function createLandmarkStore(open: OpenRecords): LandmarkStore {
  const records = open(RECORD_TABLES.landmarks);
  const key = 'landmarks';
  return {
    async read(source) {
      const saved = await records.get(key);
      if (saved?.source !== fingerprintOf(source)) return null;
      const { source: _, landmarks, ...rest } = saved;
      return { ...rest, landmarks: landmarks.map(([name, x, z, world]) => ({ name, x, z, world })) };
    },
    save: (source, { landmarks, ...rest }) =>
      records.set(key, {
        ...rest,
        source: fingerprintOf(source),
        landmarks: landmarks.map(({ name, x, z, world }) => [name, x, z, world]),
      }),
    async forget() {
      if ((await records.get(key)) !== null) await records.delete(key);
    },
  };
}
