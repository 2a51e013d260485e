/**
 * Measures entries recorded per second, by one process with SQLite and by the leader on PostgreSQL: `node
 * bench/fleet/record.ts`, with `--entries 20000`, `--notices 1` (per entry) and `--rounds 5`. Both write to a folder in
 * memory where there is one, so that the disk does not count.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { IngestWriter, JournalEntry } from '../../src/ports/journal.ts';
import { openIngestWriter } from '../../src/storage/postgres/ingest/ingest-writer.ts';
import { PostgresLeadership } from '../../src/storage/postgres/leadership.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { systemClock } from '../../src/time/clock.ts';
import { recordingLog } from '../../test/log/recording-log.ts';
import { memoryFolder } from '../../test/setup/memory-folder.ts';
import { findBinaries, makeCluster, NEEDED } from '../../test/storage/postgres/cluster.ts';
import { minuteClock } from '../../test/storage/postgres/minute-clock.ts';
import { costOf } from '../cost.ts';
import { type Figures, figuresOf, formatFigures, formatNumber } from '../figures.ts';
import { markdownTable } from '../markdown-table.ts';
import { changeAt, ENDED } from '../trading.ts';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '20000' },
    notices: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
  },
});
const [ENTRIES, NOTICES, ROUNDS] = [Number(values.entries), Number(values.notices), Number(values.rounds)];
/** Entries per turn of the event loop, as a busy socket delivers them. */
const ENTRIES_PER_TURN = 50;
const ALONE = 300;
const PEOPLE = 10_000;

interface Store {
  readonly name: string;
  readonly writer: Pick<IngestWriter, 'record'>;
  close(): Promise<void>;
}

function openSqlite(): Store {
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'crier-bench-'));
  const db = new DatabaseSync(join(folder, 'crier.sqlite'));
  db.exec('PRAGMA journal_mode = WAL');
  const journal = openJournal(db, () => ENDED, recordingLog());
  return {
    name: 'SQLite',
    writer: journal,
    async close() {
      await journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPostgreSql(binaries: string): Promise<Store> {
  const cluster = await makeCluster(binaries, { isDurable: true });
  const postgres = await openPostgres(cluster.url('postgres'), recordingLog(), minuteClock);
  const leadership = new PostgresLeadership({
    postgres,
    openIngestWriter: (session, epoch) => openIngestWriter(session, epoch, Date.now),
    clock: systemClock,
    log: recordingLog(),
  });
  const term = await leadership.lead(new AbortController().signal);
  if (term === null) throw new Error('nobody leads');
  return {
    name: 'PostgreSQL',
    writer: term.writer,
    async close() {
      await term.end();
      await postgres.end();
      await cluster.remove();
    },
  };
}

let made = 0;
function entryNow(): JournalEntry {
  const change = changeAt(ENDED + made);
  const notices = Array.from({ length: NOTICES }, (_, of) => ({
    target: { kind: 'user', id: String((made * 7 + of) % PEOPLE) } as const,
    cause: { kind: 'change', change } as const,
    subscriptionIds: [`w${made % PEOPLE}`],
    dueAt: change.at,
  }));
  made += 1;
  return { changes: [change], notices, heardAt: change.at };
}

async function recordMany(writer: Store['writer'], entries: readonly JournalEntry[]): Promise<void> {
  const written: Promise<void>[] = [];
  for (const [at, entry] of entries.entries()) {
    written.push(writer.record(entry));
    if (at % ENTRIES_PER_TURN === 0) await nextTurn();
  }
  await Promise.all(written);
}

async function recordAlone(writer: Store['writer'], entries: readonly JournalEntry[]): Promise<void> {
  for (const entry of entries) await writer.record(entry);
}

interface Measured {
  byWall: number[];
  byCpu: number[];
  alone: number[];
}

async function measure({ writer }: Store, into: Measured): Promise<void> {
  const entries = Array.from({ length: ENTRIES }, entryNow);
  const { cost } = await costOf(() => recordMany(writer, entries));
  into.byWall.push((ENTRIES / cost.wallMs) * 1_000);
  into.byCpu.push((ENTRIES / cost.mainCpuMs) * 1_000);
  const few = entries.slice(0, ALONE);
  const { cost: alone } = await costOf(() => recordAlone(writer, few));
  into.alone.push(alone.wallMs / few.length);
}

const binaries = findBinaries();
if (binaries === null) throw new Error(NEEDED);
const stores = [openSqlite(), await openPostgreSql(binaries)];
const measured = stores.map((store) => ({ store, all: { byWall: [], byCpu: [], alone: [] } as Measured }));
try {
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const one of measured) {
      // The first round runs code that is not compiled yet.
      if (round === 0) one.all = { byWall: [], byCpu: [], alone: [] };
      await measure(one.store, one.all);
    }
  }
} finally {
  for (const store of stores) await store.close();
}

const figures = measured.map(({ store: { name }, all }) => ({
  name,
  columns: [all.byWall, all.byCpu, all.alone].map(figuresOf),
}));
const head = ['store', 'entries per second', 'entries per second of main-thread CPU', 'one alone, ms'];
const rows = figures.map(({ name, columns }) => [name, ...columns.map(formatFigures)]);
const [sqlite, postgres] = figures.map(({ columns }) => columns);
const ratioOf = (figure: Figures, column: number) =>
  formatNumber((postgres?.[column]?.median ?? Number.NaN) / figure.median);
process.stdout.write(
  `${formatNumber(ENTRIES)} entries with ${formatNumber(NOTICES)} notices each, ` +
    `${ENTRIES_PER_TURN} per turn of the event loop.\n\n`,
);
process.stdout.write(markdownTable(head, [...rows, ['ratio of PostgreSQL to SQLite', ...(sqlite ?? []).map(ratioOf)]]));
