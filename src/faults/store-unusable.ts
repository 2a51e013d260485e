import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorFault, reasonOf } from './operator-fault.ts';

/** The store cannot be opened, so Crier must not start. The message is one sentence that names the path and the reason. */
export class StoreUnusable extends OperatorFault {
  override readonly name = 'StoreUnusable';
}

/** @param what a sentence's beginning, such as "The store at … cannot be used" */
export function unusable(what: string, path: string, error: unknown): StoreUnusable {
  const cause = faultOfFolder(dirname(path)) ?? error;
  return new StoreUnusable(`${what}: ${reasonOf(cause)}.`, { cause });
}

/** The error that keeps Crier from writing in a folder, or null. On a read-only file system SQLite reports only that it cannot open the file. */
function faultOfFolder(folder: string): unknown {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return error;
  }
}

/** @throws errors of the file system if a path is there and cannot be read and written */
export function requireWritable(paths: readonly string[]): void {
  for (const path of paths) if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
}
