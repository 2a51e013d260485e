import { Unreadable } from '../../faults/store-faults.ts';
import type { Target } from '../../routing/notice.ts';
import type { UnreadableRows } from './record.ts';

/** A target as one column: `<kind>:<snowflake>`. */
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

/** Rows with their targets read; those whose target cannot be read are left out, and said. */
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
  unreadable.say('Targets that cannot be read: nothing is sent to them');
  return read;
}
