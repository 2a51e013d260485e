import { OperatorFault, reasonOf } from '../faults/operator-fault.ts';
import type { Progress } from '../log/progress.ts';
import type { Log } from '../ports/log.ts';
import { isConnectionLost } from '../storage/postgres/connection-lost.ts';
import { PostgresSnapshots } from '../storage/postgres/snapshots.ts';
import { markMoved } from '../storage/sqlite/moved-mark.ts';
import type { Clock } from '../time/clock.ts';
import { type Compared, tableOf } from './compared.ts';
import { leftBehind, unread } from './remarks.ts';
import { copySnapshots, snapshotSums } from './snapshots.ts';
import { Source } from './source.ts';
import { TABLES, type Table } from './tables.ts';
import { type Position, Target } from './target.ts';

export interface MoveParts {
  /** STORE_URL of the files. */
  readonly from: string;
  /** STORE_URL of the database. */
  readonly to: string;
  /** Takes lines for whoever watches. */
  readonly say: (line: string) => void;
  readonly progress: Pick<Progress, 'begin' | 'show'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** No leader has been there yet. */
const NO_TERM = 0;

/**
 * Carries all that the files of a store hold into an empty database. Ended in the middle, it goes on where it was when it is called
 * again; what is there already is left as it is. The files are read alone.
 *
 * @throws OperatorFault where either is in use or cannot be used, or what has arrived is not what was sent
 */
export async function move(parts: MoveParts): Promise<void> {
  parts.say('Looking over the files');
  const source = Source.open(parts.from, parts.log);
  try {
    const target = await Target.open(parts.to, parts.log, parts.clock);
    try {
      await carryOver(source, target, parts);
    } catch (error) {
      throw faultOf(error);
    } finally {
      await target.end();
    }
  } finally {
    source.close();
  }
}

function faultOf(error: unknown): unknown {
  const goOn = 'What has arrived stays: run the same again, which goes on from there.';
  if (isConnectionLost(error))
    return new OperatorFault(`The connection to PostgreSQL was lost: ${reasonOf(error.cause)}. ${goOn}`);
  // What PostgreSQL itself says, as of a full disk.
  if (error instanceof Error && 'severity' in error)
    return new OperatorFault(`PostgreSQL refuses: ${error.message}. ${goOn}`);
  return error;
}

async function carryOver(source: Source, target: Target, parts: MoveParts): Promise<void> {
  const moved = await target.moved();
  if (moved !== null && moved.source !== source.path) {
    throw new OperatorFault(`The database holds what was moved there from ${moved.source}: give one that is empty.`);
  }
  const isSame = moved?.stamp === source.stamp;
  if (moved !== null && moved.doneAt !== null) {
    const date = new Date(moved.doneAt).toISOString();
    if (isSame) {
      parts.say(`All of it is there since ${date}: nothing was done.`);
      return mark(source, moved.doneAt, parts.say);
    }
    throw new OperatorFault(
      `The store was moved there at ${date} and written to after that: to move it once more, give an empty database.`,
    );
  }
  if (!isSame) await target.begin(source);
  if (moved !== null) parts.say(isSame ? 'Going on where it was' : 'The files have changed since: beginning anew');
  const position: Position | null = isSame && moved.position !== null ? JSON.parse(moved.position) : null;
  const first = TABLES.findIndex(({ name }) => name === position?.table);
  for (const table of TABLES.slice(Math.max(first, 0))) {
    await copyTable(table, source, target, { ...parts, position: table.name === position?.table ? position : null });
  }
  parts.say('snapshots');
  const snapshots = new PostgresSnapshots(target.session, NO_TERM, parts.log);
  const sums = await copySnapshots(source.snapshots, snapshots, target.session);
  const compared = await compareAll(source, target, parts.say);
  const ofSnapshots = { name: 'snapshots', source: sums, target: await snapshotSums(target.session) };
  await conclude([...compared, ofSnapshots], source, target, parts);
}

async function copyTable(
  table: Table,
  source: Source,
  target: Target,
  { progress, position }: Pick<MoveParts, 'progress'> & { readonly position: Position | null },
): Promise<void> {
  const from = source.table(table);
  const all = from.count();
  let rows = position?.rows ?? 0;
  progress.begin(`${table.name}: ${rows} of ${all}`);
  for (const batch of from.batches(position?.key ?? null)) {
    await target.write(table, batch, rows);
    rows += batch.rows.length;
    progress.show(`${table.name}: ${rows} of ${all}`);
  }
}

async function compareAll(source: Source, target: Target, say: MoveParts['say']): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const table of TABLES) {
    say(`Comparing ${table.name}`);
    compared.push({ name: table.name, source: await source.table(table).sums(), target: await target.sums(table) });
  }
  return compared;
}

async function conclude(
  compared: readonly Compared[],
  source: Source,
  target: Target,
  { say, clock }: Pick<MoveParts, 'say' | 'clock'>,
): Promise<void> {
  const { lines, isEqual } = tableOf(compared);
  for (const line of [...lines, ...unread(source), ...leftBehind(source, compared)]) say(line);
  if (!isEqual) {
    await target.forgetStamp();
    throw new OperatorFault(
      'What has arrived is not what was sent: nobody may run on the database yet. Run the same again, which begins anew.',
    );
  }
  await target.finish();
  say('All of it is there. Set STORE_URL to the address of the database and start Crier.');
  mark(source, clock.now(), say);
}

/** Whoever ran on the files again would tell once more what waits there. */
function mark(source: Source, at: number, say: MoveParts['say']): void {
  try {
    say(`The files stay as they are. No Crier starts on them while ${markMoved(source.stem, at)} is there.`);
  } catch (error) {
    say(
      `The files stay as they are, and could not be marked (${reasonOf(error)}): do not start a Crier on ${source.path} again, it would tell once more what waits there.`,
    );
  }
}
