import type { Feed } from '../routing/feed.ts';
import { type Lookup, placeOf } from '../routing/lookups.ts';
import type { Watch } from '../routing/watch.ts';
import type { ChangeLookups, Found } from './candidates.ts';
import type { Queryable } from './client.ts';
import type { Forms } from './settings/forms.ts';

const since = (table: string, target: string) => `
  SELECT '${table}' AS type, id, record,
    awake AND NOT EXISTS (SELECT FROM pauses WHERE pauses.target = ${target}) AS "isTold", pg_current_snapshot()::text AS moment
  FROM ${table} WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`;
const SAVED_SINCE = `${since('feeds', "'channel:' || channel")} UNION ALL ${since('watches', "'user:' || user_id")}`;

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
 * Puts into `found` what was saved since a moment; gives the moment of that, null: nothing was saved since.
 * @param lookups of the changes that `found` is of, in the same order
 */
export async function addSavedSince(
  moment: string,
  found: readonly Found[],
  lookups: readonly ChangeLookups[],
  { db, forms }: { readonly db: Queryable; readonly forms: Forms },
): Promise<string | null> {
  const { rows } = await db.query<SavedRow>(SAVED_SINCE, [moment]);
  const [row] = rows;
  if (row === undefined) return null;
  const of = (type: SavedRow['type']) => rows.filter((one) => one.type === type);
  replace(found, of('feeds'), 'feeds', { saved: forms.feeds.readAll(told(of('feeds'))), lookups });
  replace(found, of('watches'), 'watches', { saved: forms.watches.readAll(told(of('watches'))), lookups });
  return row.moment;
}

const told = (rows: readonly SavedRow[]) => rows.filter(({ isTold }) => isTold);

function replace<Kind extends 'feeds' | 'watches'>(
  found: readonly Found[],
  rows: readonly SavedRow[],
  kind: Kind,
  { saved, lookups }: { readonly saved: readonly (Feed | Watch)[]; readonly lookups: readonly ChangeLookups[] },
): void {
  for (const { id } of rows) for (const one of found) one[kind].delete(id);
  for (const subscription of saved) {
    const { lookup, reach } = placeOf(subscription);
    const isMeant = (one: Lookup) => one.lookup === lookup && one.need <= reach;
    lookups.forEach((of, n) => {
      if (of[kind].some(isMeant))
        (found[n]?.[kind] as Map<string, Feed | Watch> | undefined)?.set(subscription.id, subscription);
    });
  }
}
