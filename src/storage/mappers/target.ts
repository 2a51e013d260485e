import { Unreadable } from '../../faults/store-faults.ts';
import type { Target } from '../../routing/notice.ts';
import type { UnreadableRows } from './record.ts';

/** Writes a target as one column: `<kind>:<snowflake>`. */
export function writeTarget(target: Target): string {
  return `${target.kind}:${target.id}`;
}

/** @throws Unreadable */
export function readTarget(text: string): Target {
  const [kind, id] = text.split(':');
  if ((kind !== 'channel' && kind !== 'user') || id === undefined) {
    throw new Unreadable('not a target');
  }
  return { kind, id };
}

/** Reads the targets of rows. Rows with an unreadable target are skipped and logged. */
export function withTargets<Row extends { readonly target: string }>(
  rows: readonly Row[],
  unreadable: UnreadableRows,
): (Omit<Row, 'target'> & { readonly target: Target })[] {
  const read: (Omit<Row, 'target'> & { readonly target: Target })[] = [];
  for (const row of rows) {
    try {
      read.push({ ...row, target: readTarget(row.target) });
    } catch (error) {
      unreadable.note(`target ${row.target}`, error);
    }
  }
  unreadable.logNoted('Targets unreadable, sending nothing to them');
  return read;
}
