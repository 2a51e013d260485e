import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { OperatorFault } from '../../faults/operator-fault.ts';
import { NotWritten } from '../../faults/store-faults.ts';
import type { ThreadTask } from '../sqlite/database.ts';
import { BUSY_TIMEOUT_MS } from '../sqlite/files.ts';
import { convertLegacy } from './convert-legacy.ts';
import { migrateFile } from './sqlite.ts';

/** An error of a conversion. Errors lose their class and their fields, such as SQLite's code, between threads. */
export interface ConversionFailure {
  readonly failed: Error;
  readonly isOperatorFault: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

const { kind, input }: ThreadTask = workerData;
parentPort?.postMessage(runTask());

function runTask(): unknown {
  if (kind === 'convert') return convertTask();
  const db = new DatabaseSync(String(input), { timeout: BUSY_TIMEOUT_MS });
  try {
    if (kind === 'inspect') return db.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
    migrateFile(db);
    return true;
  } finally {
    db.close();
  }
}

function convertTask(): unknown {
  try {
    return convertLegacy(workerData.input);
  } catch (error) {
    const cause = error instanceof NotWritten ? error.cause : error;
    const failed = cause instanceof Error ? cause : new Error(String(cause));
    return {
      failed,
      isOperatorFault: cause instanceof OperatorFault,
      fields: { ...failed },
    } satisfies ConversionFailure;
  }
}
