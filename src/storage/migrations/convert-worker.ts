import { parentPort, workerData } from 'node:worker_threads';
import { NotWritten } from '../../faults/not-written.ts';
import { OperatorFault } from '../../faults/operator-fault.ts';
import { convertLegacy } from './convert-legacy.ts';

/** An error of a conversion. On its way to another thread, an error loses its class and its fields, such as SQLite's code. */
export interface Failed {
  readonly failed: Error;
  readonly isOperatorFault: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Posts the outcome of `convertLegacy`, or its error. */
try {
  parentPort?.postMessage(convertLegacy(workerData));
} catch (error) {
  parentPort?.postMessage(failedWith(error instanceof NotWritten ? error.cause : error));
}

function failedWith(error: unknown): Failed {
  const failed = error instanceof Error ? error : new Error(String(error));
  return { failed, isOperatorFault: error instanceof OperatorFault, fields: { ...failed } };
}
