import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isCorruption } from '../../faults/corruption.ts';
import { BUSY_TIMEOUT_MS } from '../sqlite/database.ts';
import { SIDES } from '../sqlite/restore-mark.ts';
import { sync } from '../sqlite/sync.ts';

/** The end of the second name of a file of an earlier Crier. */
const KEPT_END = '.before-0.4';

/** Leaves a database without side files. */
export const FOLD_WAL = 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE';

/** Codes of a file system without hard links. */
const NO_LINKS = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Gives an old file a second name, under which it stays when it is replaced. On a file system without hard links it is
 * renamed.
 * @returns the name
 */
export function keep(path: string): string {
  foldSides(path);
  const kept = nameToKeep(path);
  if (!existsSync(kept)) {
    try {
      linkSync(path, kept);
    } catch (error) {
      if (!lacksLinks(error)) throw error;
      renameSync(path, kept);
    }
  }
  for (const end of SIDES.slice(1)) if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${kept}${end}`);
  sync(dirname(path));
  return kept;
}

/** Folds what a killed process left in side files into the file, as far as it can be read. */
function foldSides(path: string): void {
  if (!SIDES.some((end) => end !== '' && existsSync(`${path}${end}`))) return;
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    db.exec(FOLD_WAL);
  } catch (error) {
    // The damaged file is kept together with its side files.
    if (!isCorruption(error)) throw error;
  } finally {
    db?.close();
  }
}

function keptName(path: string, n: number): string {
  return `${path}${KEPT_END}${n === 1 ? '' : `-${n}`}`;
}

/** The second name of an old file: the one that it has already, or the first that is free. */
function nameToKeep(path: string): string {
  const { ino } = statSync(path);
  for (let n = 1; ; n += 1) {
    const name = keptName(path, n);
    if (!existsSync(name) || statSync(name).ino === ino) return name;
  }
}

/** The file that was kept last, or null if none was. */
export function lastKept(path: string): string | null {
  let last: string | null = null;
  for (let n = 1; existsSync(keptName(path, n)); n += 1) last = keptName(path, n);
  return last;
}

/** Removes a database with its side files. */
export function removeDatabase(path: string): void {
  for (const end of SIDES) rmSync(`${path}${end}`, { force: true });
}

function lacksLinks(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_LINKS.has(error.code);
}
