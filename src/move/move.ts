import { createHash } from 'node:crypto';
import { OperatorFault, reasonOf } from '../faults/operator-fault.ts';
import type { Progress } from '../log/terminal.ts';
import type { Log } from '../ports/log.ts';
import type { Snapshots, StoredSnapshots } from '../ports/snapshots.ts';
import type { Session } from '../storage/postgres/client.ts';
import { isConnectionLost } from '../storage/postgres/connection-retries.ts';
import { PostgresSnapshots } from '../storage/postgres/snapshots.ts';
import { markMoved } from '../storage/sqlite/lock.ts';
import type { Clock } from '../time/clock.ts';
import {
  addRow,
  type ComparedTable,
  compareSums,
  NO_SUMS,
  NOTHING_COPIED,
  remarks,
  type Sums,
} from './copy-progress.ts';
import { MoveSource } from './source.ts';
import { TABLES, type Table } from './tables.ts';
import { MoveTarget, type Position } from './target.ts';

export interface MoveParts {
  /** The STORE_URL of the files. */
  readonly from: string;
  /** The STORE_URL of the database. */
  readonly to: string;
  /** Receives lines for the operator. */
  readonly say: (line: string) => void;
  readonly progress: Pick<Progress, 'begin' | 'show'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The term of writes before any leader. */
const NO_TERM = 0;

/**
 * Copies the tables and snapshots of a SQLite store into an empty database of PostgreSQL, and compares every row at the
 * end. After a kill at any moment, the next call continues. The files are only read.
 *
 * @throws OperatorFault if either store is in use or unusable, or if both differ after the copy
 */
export async function move(parts: MoveParts): Promise<void> {
  parts.say('Checking the files');
  const source = MoveSource.open(parts.from, parts.log);
  try {
    const target = await MoveTarget.open(parts.to, parts.log, parts.clock);
    try {
      await copyAll(source, target, parts);
    } catch (error) {
      throw moveFault(error);
    } finally {
      await target.end();
    }
  } finally {
    source.close();
  }
}

function moveFault(error: unknown): unknown {
  const goOn = 'Run the same command again: it continues there.';
  if (isConnectionLost(error))
    return new OperatorFault(`The connection to PostgreSQL was lost: ${reasonOf(error.cause)}. ${goOn}`);
  // An error of PostgreSQL itself, such as a full disk.
  if (error instanceof Error && 'severity' in error)
    return new OperatorFault(`PostgreSQL failed: ${error.message}. ${goOn}`);
  return error;
}

async function copyAll(source: MoveSource, target: MoveTarget, parts: MoveParts): Promise<void> {
  const moved = await target.moved();
  if (moved !== null && moved.source !== source.path) {
    throw new OperatorFault(`The database holds a store moved from ${moved.source}: give an empty database.`);
  }
  const isSame = moved?.stamp === source.stamp;
  if (moved !== null && moved.doneAt !== null) {
    const date = new Date(moved.doneAt).toISOString();
    if (isSame) {
      parts.say(`The store was already moved there at ${date}: nothing to do.`);
      return markFiles(source, moved.doneAt, parts.say);
    }
    throw new OperatorFault(
      `The store was moved there at ${date} and has changed since: to move it again, give an empty database.`,
    );
  }
  if (!isSame) await target.begin(source);
  if (moved !== null)
    parts.say(
      isSame ? 'Continuing an earlier move' : 'Store has changed since an earlier move, starting from the beginning',
    );
  let position: Position = isSame && moved.position !== null ? JSON.parse(moved.position) : {};
  for (const table of TABLES) position = await copyTable(table, source, target, { ...parts, position });
  const snapshots = new PostgresSnapshots(target.session, NO_TERM, parts.log);
  await copySnapshots(source.snapshots, snapshots, { session: target.session, progress: parts.progress });
  const compared: ComparedTable[] = [];
  for (const table of TABLES) {
    const { name } = table;
    const { sums, unfit } = position[name] ?? NOTHING_COPIED;
    const rows = source.count(table) - unfit.count;
    parts.progress.begin(`Comparing ${name}`);
    const show = (read: number) => parts.progress.show(`Comparing ${name}: ${read} of ${rows}`);
    compared.push({ name, source: { ...sums, rows }, target: await target.sums(table, show) });
  }
  const [sent, arrived] = [await snapshotSums(source.snapshots), await snapshotSums(snapshots)];
  compared.push({ name: 'snapshots', source: sent, target: arrived });
  await conclude(compared, remarks(position), { source, target, parts });
}

/**
 * Copies the rest of a table.
 * @returns the progress of all tables
 */
async function copyTable(
  table: Table,
  source: MoveSource,
  target: MoveTarget,
  { progress, position: before }: Pick<MoveParts, 'progress'> & { readonly position: Position },
): Promise<Position> {
  const { name } = table;
  const from = before[name] ?? NOTHING_COPIED;
  if (from.isWhole) return before;
  const all = source.count(table);
  let position = before;
  progress.begin(`${name}: ${from.sums.rows} of ${all}`);
  for (const batch of source.batches(table, from)) {
    position = { ...before, [name]: batch.copied };
    await target.write(table, batch, position);
    progress.show(`${name}: ${batch.copied.sums.rows} of ${all}`);
  }
  return position;
}

interface MoveEnds {
  readonly source: MoveSource;
  readonly target: MoveTarget;
  readonly parts: Pick<MoveParts, 'say' | 'clock'>;
}

async function conclude(
  compared: readonly ComparedTable[],
  more: readonly string[],
  { source, target, parts: { say, clock } }: MoveEnds,
): Promise<void> {
  const { lines, isEqual } = compareSums(compared);
  for (const line of [...lines, ...more]) say(line);
  if (!isEqual) {
    await target.forgetStamp();
    throw new OperatorFault(
      'The database differs from the store, so Crier does not start on it. Run the same command again: it starts from the beginning.',
    );
  }
  await target.finish();
  say('The store is moved. Set STORE_URL to the address of the database and start Crier.');
  markFiles(source, clock.now(), say);
}

/** Marks the files, because a Crier that runs on them again would deliver their waiting notices a second time. */
function markFiles(source: MoveSource, at: number, say: MoveParts['say']): void {
  try {
    say(`The files stay unchanged. Crier does not start on them while ${markMoved(source.stem, at)} exists.`);
  } catch (error) {
    say(
      `The files stay unchanged, and could not be marked (${reasonOf(error)}): do not start Crier on ${source.path} again, it would deliver its waiting notices a second time.`,
    );
  }
}

/**
 * Copies all snapshots, always from the first one, because there are few and new ones soon replace them.
 * @param progress receives the number of copied snapshots
 */
export async function copySnapshots(
  from: StoredSnapshots,
  to: Snapshots,
  { session, progress }: { readonly session: Session; readonly progress: Pick<Progress, 'begin' | 'show'> },
): Promise<void> {
  const times = await listTimes(from);
  progress.begin(`snapshots: 0 of ${times.length}`);
  await session.query('DELETE FROM snapshots');
  await to.removeUnfinished();
  for (const [copied, at] of times.entries()) {
    const copy = to.begin();
    for await (const piece of (await from.read(at)) ?? []) await copy.write(piece);
    await copy.finish(at);
    progress.show(`snapshots: ${copied + 1} of ${times.length}`);
  }
}

/** Reads all snapshots and returns their sums. */
export async function snapshotSums(snapshots: StoredSnapshots): Promise<Sums> {
  let sums = NO_SUMS;
  for (const at of await listTimes(snapshots)) {
    const hash = createHash('sha256');
    for await (const piece of (await snapshots.read(at)) ?? []) hash.update(piece);
    sums = addRow(sums, [at, hash.digest('hex')]);
  }
  return sums;
}

/** @returns the times of all snapshots (epoch ms), the latest first */
async function listTimes(snapshots: StoredSnapshots): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = await snapshots.latestBefore(Infinity); at !== null; at = await snapshots.latestBefore(at)) {
    times.push(at);
  }
  return times;
}
