import { record } from './saving.ts';

const SHOPS = 1_500;

/** Returns the records of a snapshot, with `takenAt` as their price. */
export function recordsAt(takenAt: number) {
  return Array.from({ length: SHOPS }, (_, id) => record(id, takenAt));
}
