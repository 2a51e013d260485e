import { record } from './saving.ts';

const SHOPS = 1_500;

/** The records of a snapshot of some shops, whose price tells when it was taken. */
export function recordsAt(takenAt: number) {
  return Array.from({ length: SHOPS }, (_, id) => record(id, takenAt));
}
