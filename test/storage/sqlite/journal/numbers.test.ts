import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Change } from '../../../../src/market/change.ts';
import { LISTINGS_KEPT_MS } from '../../../../src/market/my-shops/shop-trade.ts';
import type { JournalEntry } from '../../../../src/ports/journal.ts';
import { UnreadableRows } from '../../../../src/storage/mappers/record.ts';
import { migrateFile } from '../../../../src/storage/migrations/sqlite.ts';
import { openJournal } from '../../../../src/storage/sqlite/journal.ts';
import { pruneFile } from '../../../../src/storage/sqlite/prune.ts';
import { JournalRecorder } from '../../../../src/storage/sqlite/recorder.ts';
import { openTables } from '../../../../src/storage/sqlite/tables.ts';
import { Transactions } from '../../../../src/storage/sqlite/transactions.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { propertyRuns } from '../../../property-runs.ts';
import { anyChange } from './any-change.ts';

const DAY = 24 * 3_600_000;
const KEPT_DAYS = 30;
const SAMPLES = ['BUNDLE', 'SLIME_BLOCK'].map((type) => ({
  key: `${type} key`,
  type,
  formerKey: null,
  ask: 1,
  bid: null,
  stock: 1,
}));

/**
 * One step of a history, `passedMs` after the step before. Its entries arrive together, and a broken one fails when its
 * changes are written.
 */
interface Step {
  readonly passedMs: number;
  readonly entries: readonly { readonly changes: readonly number[]; readonly isBroken: boolean }[];
  readonly job: 'none' | 'sample' | 'prune';
}

/** A few changes that recur, each given by its index. */
const MAY_HAPPEN = 3;
const mayHappen = fc.array(anyChange, { minLength: MAY_HAPPEN, maxLength: MAY_HAPPEN });
const step: fc.Arbitrary<Step> = fc.record({
  passedMs: fc.constantFrom(0, DAY / 4, DAY / 4, DAY, DAY + 1, 9 * DAY, 9 * DAY, 40 * DAY),
  entries: fc.array(
    fc.record({
      changes: fc.array(fc.nat(MAY_HAPPEN - 1), { maxLength: 3 }),
      isBroken: fc.constantFrom(false, false, true),
    }),
    { maxLength: 2 },
  ),
  job: fc.constantFrom('none', 'sample', 'prune'),
});

function entryAt(now: number, changes: readonly Change[], isBroken: boolean): JournalEntry {
  const moved = changes.map((change): Change => {
    const at = now + change.at;
    if (change.kind === 'traded') return { ...change, at, trade: { ...change.trade, at } };
    return change.kind === 'auctioned' ? { ...change, at, auction: { ...change.auction, at } } : { ...change, at };
  });
  return { changes: moved, notices: [], ...(isBroken && { checkpoint: { name: 'broken', at: Number.NaN } }) };
}

function emptyDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  migrateFile(db);
  return db;
}

/** Opens a journal without caches of numbers, so that each entry looks up every number. */
function openPlain() {
  const db = emptyDatabase();
  const unreadable = new UnreadableRows(recordingLog());
  const transactions = new Transactions(db, recordingLog(), () => 0);
  return {
    db,
    async record(entry: JournalEntry): Promise<void> {
      const recorder = new JournalRecorder(openTables(db, unreadable), transactions);
      const recorded = recorder.record(entry);
      await recorder.flush();
      await recorded;
    },
    sample: (at: number) => transactions.writeInSteps(openTables(db, unreadable).samples.put(at, SAMPLES)),
    prune: (now: number) =>
      transactions.writeInSteps(
        pruneFile(db, {
          historyFrom: now - KEPT_DAYS * DAY,
          weekFrom: now - 7 * DAY,
          listingsFrom: now - LISTINGS_KEPT_MS,
          isInUse: () => true,
        }),
      ),
  };
}

function everyRow(db: DatabaseSync) {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
  return tables.map(({ name }) => [name, db.prepare(`SELECT * FROM ${name}`).all()]);
}

it('a journal writes the same with and without its caches, whatever is rolled back or deleted meanwhile', async () => {
  const run = fc.asyncProperty(mayHappen, fc.array(step, { maxLength: 12, size: 'max' }), async (changes, steps) => {
    let now = 100 * DAY;
    const plain = openPlain();
    const db = emptyDatabase();
    const journal = openJournal(db, () => now, recordingLog());
    for (const { passedMs, entries, job } of steps) {
      now += passedMs;
      const written = entries.map(({ changes: which, isBroken }) =>
        entryAt(
          now,
          which.flatMap((index) => changes[index] ?? []),
          isBroken,
        ),
      );
      const outcomes = await Promise.allSettled(written.map((entry) => journal.record(entry)));
      const expected = await Promise.allSettled(written.map((entry) => plain.record(entry)));
      expect(outcomes.map(({ status }) => status)).toEqual(expected.map(({ status }) => status));
      if (job === 'sample') await Promise.all([journal.recordPriceSamples(now, SAMPLES), plain.sample(now)]);
      if (job === 'prune') await Promise.all([journal.prune(now - KEPT_DAYS * DAY), plain.prune(now)]);
    }
    expect(everyRow(db)).toEqual(everyRow(plain.db));
    await journal.close();
    plain.db.close();
  });
  await fc.assert(run, { numRuns: propertyRuns(1 / 3) });
});
