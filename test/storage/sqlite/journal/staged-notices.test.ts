import { copyFileSync, existsSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { NotWritten } from '../../../../src/faults/store-faults.ts';
import type { Journal, JournalEntry } from '../../../../src/ports/journal.ts';
import type { Target } from '../../../../src/routing/notice.ts';
import { openJournal } from '../../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { propertyRuns } from '../../../property-runs.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openOnFile } from './open.ts';
import { channel, entry, routed, traded } from './samples.ts';

const ALL = 1_000_000;
const SNAPSHOT_AT = 900_000;

const user = (id: number): Target => ({ kind: 'user', id: `${400 + id}` });

/** An entry of `count` notices of several causes, too many for one transaction. */
function largeEntry(count: number, users = 20): JournalEntry {
  const changes = Array.from({ length: Math.ceil(count / users) }, (_, at) => traded(at + 1));
  const notices = changes.flatMap((change) =>
    Array.from({ length: users }, (_, id) => routed(change, user(id), [`w${id}`])),
  );
  return { changes: [], notices: notices.slice(0, count), snapshotAt: SNAPSHOT_AT };
}

/** Counts the notices of `largeEntry` through every reader of notices. */
async function counts(journal: Journal, users = 20) {
  const targets = Array.from({ length: users }, (_, id) => user(id));
  const waiting = await Promise.all(targets.map((target) => journal.waiting(target, ALL, ALL)));
  const past = await Promise.all(targets.map((target) => journal.noticesOf(target, ALL)));
  const due = await Promise.all(targets.map((target) => journal.nextDueAt(target)));
  const ours = (await journal.waitingTargets()).filter(({ target }) => target.kind === 'user');
  return {
    waiting: waiting.flat().length,
    past: past.flat().length,
    isDue: due.some((at) => at !== null),
    ofTargets: ours.reduce((sum, { count }) => sum + count, 0),
    isSnapshot: (await journal.snapshotAt()) === SNAPSHOT_AT,
  };
}

const written = (count: number) => ({
  ...{ waiting: count, past: count, ofTargets: count },
  ...{ isDue: count > 0, isSnapshot: count > 0 },
});

/** Copies of a store's files, as a kill at each moment would leave them. */
class Kills {
  readonly #path: string;
  readonly #folder = temporaryFolder();
  readonly paths: string[] = [];
  #walBytes: number;

  /** Copies the files after every statement of the connection that begins or ends a transaction. */
  constructor(path: string, db: DatabaseSync) {
    this.#path = path;
    this.#walBytes = this.#walSize();
    const exec = db.exec.bind(db);
    db.exec = (sql) => {
      exec(sql);
      this.copy();
    };
  }

  copy(): void {
    const before = this.#walBytes;
    this.#walBytes = this.#walSize();
    // A kill during the commit leaves some of its pages.
    if (this.#walBytes > before) truncateSync(`${this.#add()}-wal`, Math.floor((before + this.#walBytes) / 2));
    this.#add();
  }

  #walSize(): number {
    return statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  #add(): string {
    const folder = join(this.#folder, `${this.paths.length}`);
    mkdirSync(folder);
    const path = join(folder, 'crier.sqlite');
    for (const side of ['', '-wal']) if (existsSync(this.#path + side)) copyFileSync(this.#path + side, path + side);
    this.paths.push(path);
    return path;
  }
}

const rowsIn = (db: DatabaseSync, table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);

function reopen(path: string) {
  const db = new DatabaseSync(path, { timeout: 0 });
  const journal = openJournal(db, Date.now, recordingLog());
  return { db, journal };
}

it('a large entry shows all notices with its snapshot or none, at whichever step it is killed', async () => {
  const { path, db, journal } = openOnFile();
  const large = largeEntry(400);
  const kills = new Kills(path, db);
  await journal.record(large);
  expect(await counts(journal)).toEqual(written(400));
  const seen = new Set<number>();
  for (const killed of kills.paths) {
    const again = reopen(killed);
    const found = await counts(again.journal);
    seen.add(found.waiting);
    expect([written(0), written(400)]).toContainEqual(found);
    if (found.waiting === 0) await again.journal.record(large);
    expect(await counts(again.journal)).toEqual(written(400));
    await again.journal.close();
    const closed = new DatabaseSync(killed);
    expect([rowsIn(closed, 'notices'), rowsIn(closed, 'staged_notices')]).toEqual([400, 0]);
    closed.close();
  }
  expect(seen).toEqual(new Set([0, 400]));
  expect(kills.paths.length).toBeGreaterThanOrEqual(12);
});

it('notices of a killed entry are deleted in steps after a start', async () => {
  const { path, db, journal } = openOnFile();
  const kills = new Kills(path, db);
  await journal.record(largeEntry(600));
  const rows = kills.paths.map((killed) => {
    const found = new DatabaseSync(killed);
    const staged = rowsIn(found, 'staged_notices') === 1 ? rowsIn(found, 'notices') : 0;
    found.close();
    return staged;
  });
  const fullest = rows.indexOf(Math.max(...rows));
  expect(rows[fullest]).toBe(600);
  const again = reopen(kills.paths[fullest] ?? '');
  expect(await counts(again.journal)).toEqual(written(0));
  expect(rowsIn(again.db, 'notices')).toBeGreaterThan(0);
  // Closing waits for the deletion.
  await again.journal.close();
  const closed = new DatabaseSync(kills.paths[fullest] ?? '');
  onTestFinished(() => closed.close());
  expect([rowsIn(closed, 'notices'), rowsIn(closed, 'staged_notices')]).toEqual([0, 0]);
});

it('other entries are committed between the groups of a large one, and shown before it', async () => {
  const { journal } = openOnFile();
  const order: string[] = [];
  const large = journal.record(largeEntry(700, 1)).then(() => order.push('large'));
  const small = journal.record(entry(7, user(0))).then(() => order.push('small'));
  const enqueued = journal.enqueue(entry(8, user(0)).notices).then(() => order.push('enqueued'));
  await Promise.all([large, small, enqueued]);
  expect(order).toEqual(['small', 'enqueued', 'large']);
  const waiting = await journal.waiting(user(0), ALL, ALL);
  expect(waiting).toHaveLength(702);
  const ids = waiting.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

it('large entries that arrive together are written one after the other', async () => {
  const { journal } = openOnFile();
  await Promise.all([journal.record(largeEntry(300, 1)), journal.record(largeEntry(400, 1))]);
  expect(await journal.waiting(user(0), ALL, ALL)).toHaveLength(700);
});

it('a large entry that a full disk interrupts shows nothing, and everything once there is space', async () => {
  const { db, journal } = openOnFile();
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
  db.exec(`PRAGMA max_page_count = ${pages + 30}`);
  await expect(journal.record(largeEntry(2_000))).rejects.toThrow(NotWritten);
  expect(await counts(journal)).toEqual(written(0));
  expect(rowsIn(db, 'notices')).toBeGreaterThan(0);
  db.exec('PRAGMA max_page_count = 1000000');
  await journal.record(largeEntry(2_000));
  expect(await counts(journal)).toEqual(written(2_000));
  expect(rowsIn(db, 'notices')).toBe(2_000);
});

it('a large entry with an invalid notice rejects, and shows nothing', async () => {
  const { journal } = openOnFile();
  const large = largeEntry(400);
  const bad = { ...large, notices: [...large.notices, routed(traded(999), channel, ['f1'], Number.NaN)] };
  await expect(journal.record(bad)).rejects.toMatchObject({ isEntryInvalid: true });
  expect(await counts(journal)).toEqual(written(0));
});

it('a large entry is completed before the journal closes', async () => {
  const { path, journal } = openOnFile();
  const recorded = journal.record(largeEntry(700));
  await journal.close();
  await recorded;
  const again = reopen(path);
  expect(await counts(again.journal)).toEqual(written(700));
  await again.journal.close();
});

it('the end and the move of a watch apply to the hidden notices of an incomplete entry', async () => {
  const { journal } = openOnFile();
  const large = journal.record(largeEntry(700));
  const moved: Target = { kind: 'user', id: '999' };
  while ((await journal.nextDueAt(channel)) === null) await journal.record(entry(5));
  await journal.forget(user(0), ['w0']);
  await journal.move('w1', user(1), moved);
  await large;
  const lengthOf = async (target: Target) => (await journal.waiting(target, ALL, ALL)).length;
  // Notices that are written later keep their target, and delivery drops those of an ended watch.
  expect(await lengthOf(user(2))).toBe(35);
  expect((await lengthOf(user(1))) + (await lengthOf(moved))).toBe(35);
});

type Step = { readonly kind: 'large' | 'small' | 'checkpoint' | 'prune'; readonly count: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'large' as const,
      'small' as const,
      'small' as const,
      'checkpoint' as const,
      'prune' as const,
    ),
    count: fc.integer({ min: 251, max: 420 }),
  }),
  { minLength: 1, maxLength: 6 },
);

it('a kill loses and repeats no notice, whatever is written at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (work, when) => {
      const folder = temporaryFolder();
      const path = join(folder, 'crier.sqlite');
      const db = new DatabaseSync(path, { timeout: 0 });
      db.exec('PRAGMA journal_mode = WAL');
      const journal = openJournal(db, Date.now, recordingLog());
      const kills = new Kills(path, db);
      // Each entry has its own target. `from` is the first copy of the files made after its write.
      const recorded: { readonly target: Target; readonly count: number; from: number }[] = [];
      const jobs = work.map(async ({ kind, count }, id) => {
        if (kind === 'prune') return journal.prune(0);
        if (kind === 'checkpoint') return journal.saveCheckpoint('all-shops', count);
        const of = { target: user(id), count: kind === 'large' ? count : 1, from: Number.POSITIVE_INFINITY };
        recorded.push(of);
        const notices = Array.from({ length: of.count }, (_, at) => routed(traded(at + 1), of.target));
        await journal.record({ changes: [], notices });
        of.from = kills.paths.length;
      });
      await Promise.all(jobs);
      kills.copy();
      const at = when % kills.paths.length;
      const again = reopen(kills.paths[at] ?? '');
      for (const { target, count, from } of recorded) {
        const { length } = await again.journal.waiting(target, ALL, ALL);
        expect(at >= from ? [count] : [0, count]).toContain(length);
      }
      await again.journal.close();
      await journal.close();
    }),
    { numRuns: propertyRuns(0.2) },
  );
});
