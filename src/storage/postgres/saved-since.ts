import type { Feed } from '../../routing/feed.ts';
import { type Lookup, placeOf } from '../../routing/lookups.ts';
import type { Watch } from '../../routing/watch.ts';
import { TimeSlice } from '../../time/cooperate.ts';
import type { Forms } from '../mappers/settings-records.ts';
import type { ChangeLookups, Found } from './candidates.ts';
import type { Queryable } from './client.ts';

const since = (table: string, target: string) => `
  SELECT '${table}' AS type, id, record,
    awake AND NOT EXISTS (SELECT FROM pauses WHERE pauses.target = ${target}) AS "isTold", pg_current_snapshot()::text AS moment
  FROM ${table} WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`;
const SAVED_SINCE = `${since('feeds', "'channel:' || channel_id")} UNION ALL ${since('watches', "'user:' || user_id")}`;

interface SavedRow {
  readonly type: 'feeds' | 'watches';
  readonly id: string;
  readonly record: string;
  readonly isTold: boolean;
  readonly moment: string;
}

/** All that is committed by now, as PostgreSQL writes it. */
export async function momentOf(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ moment: string }>('SELECT pg_current_snapshot()::text AS moment');
  return rows[0]?.moment ?? '';
}

/**
 * Puts into `found` what was saved since a moment; gives the moment of that, null: nothing was saved since. Takes as long as what was saved
 * and what was found are long together, in slices.
 * @param lookups of the changes that `found` is of, in the same order
 */
export async function addSavedSince(
  moment: string,
  found: readonly Found[],
  lookups: readonly ChangeLookups[],
  { db, forms }: { readonly db: Queryable; readonly forms: Forms },
): Promise<string | null> {
  const { rows } = await db.query<SavedRow>(SAVED_SINCE, [moment]);
  const slice = new TimeSlice();
  for (const kind of ['feeds', 'watches'] as const) {
    const ofKind = rows.filter(({ type }) => type === kind);
    if (ofKind.length === 0) continue;
    const ids = new Set(ofKind.map(({ id }) => id));
    const saved = await placed(ofKind, forms[kind], slice);
    for (const [n, { [kind]: known }] of found.entries()) {
      for (const id of known.keys()) if (ids.has(id)) known.delete(id);
      addTo(known, saved, lookups[n]?.[kind] ?? []);
      if (slice.isOver()) await slice.yieldIfOver();
    }
  }
  return rows[0]?.moment ?? null;
}

interface Placed {
  readonly saved: Feed | Watch;
  readonly reach: number;
}

/** Those who are told, by what they are found by. */
async function placed(
  rows: readonly SavedRow[],
  form: Forms['feeds' | 'watches'],
  slice: TimeSlice,
): Promise<ReadonlyMap<string, readonly Placed[]>> {
  const byLookup = new Map<string, Placed[]>();
  for (const row of rows) {
    for (const saved of row.isTold ? form.readAll([row]) : []) {
      const { lookup, reach } = placeOf(saved);
      const others = byLookup.get(lookup);
      if (others === undefined) byLookup.set(lookup, [{ saved, reach }]);
      else others.push({ saved, reach });
    }
    if (slice.isOver()) await slice.yieldIfOver();
  }
  return byLookup;
}

function addTo(
  known: Map<string, Feed | Watch>,
  byLookup: ReadonlyMap<string, readonly Placed[]>,
  lookups: readonly Lookup[],
): void {
  for (const { lookup, need } of lookups) {
    for (const { saved, reach } of byLookup.get(lookup) ?? []) if (reach >= need) known.set(saved.id, saved);
  }
}
