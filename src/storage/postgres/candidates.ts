import type { Change } from '../../market/change.ts';
import type { Feed } from '../../routing/feed.ts';
import type { Candidates } from '../../routing/find-recipients.ts';
import { feedLookups, type Lookup, watchLookups } from '../../routing/lookups.ts';
import type { MatchContext } from '../../routing/match-context.ts';
import type { Watch } from '../../routing/watch.ts';
import { TimeSlice } from '../../time/cooperate.ts';
import type { Forms } from '../mappers/settings-records.ts';
import type { Queryable } from './client.ts';
import { storedText } from './text.ts';

/** The lookups that find the feeds and watches which a change may concern. */
export interface ChangeLookups {
  readonly feeds: readonly Lookup[];
  readonly watches: readonly Lookup[];
}

/**
 * Leaves out paused targets. `n` is the position of the change. OFFSET keeps each lookup a search in the index:
 * PostgreSQL would scan the whole table for a plain join of many.
 */
const find = (table: string, target: string, first: number) => `
  SELECT '${table}' AS type, one.n, s.id, s.record, s.created_at FROM unnest($${first}::text[], $${first + 1}::float8[], $${first + 2}::integer[])
    AS one (lookup, need, n)
  CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE lookup = one.lookup AND reach >= one.need AND awake OFFSET 0) s
  WHERE NOT EXISTS (SELECT FROM pauses WHERE pauses.target = ${target})`;
const FIND = `${find('feeds', "'channel:' || s.channel_id", 1)} UNION ALL ${find('watches', "'user:' || s.user_id", 4)}
  ORDER BY n, created_at, id`;

interface FoundRow {
  readonly type: 'feeds' | 'watches';
  readonly n: number;
  readonly id: string;
  readonly record: string;
}

/** To be called in the moment in which a change is heard. */
export function lookupsOf(change: Change, context: MatchContext): ChangeLookups {
  return { feeds: feedLookups(change, context.worthOf), watches: watchLookups(change, context) };
}

/** Those whom one change may concern, by their ids. */
export interface Found {
  readonly feeds: Map<string, Feed>;
  readonly watches: Map<string, Watch>;
}

export function candidatesOf({ feeds, watches }: Found): Candidates {
  return { feeds: [...feeds.values()], watches: [...watches.values()] };
}

/** Those whom changes may concern, in the order of the changes. */
export async function findCandidates(
  changes: readonly ChangeLookups[],
  db: Queryable,
  forms: Forms,
): Promise<readonly Found[]> {
  const values = [...columnsOf(changes.map(({ feeds }) => feeds)), ...columnsOf(changes.map(({ watches }) => watches))];
  const { rows } = await db.query<FoundRow>(FIND, values);
  const found = changes.map((): Found => ({ feeds: new Map(), watches: new Map() }));
  const slice = new TimeSlice();
  for (const row of rows) {
    const [feed] = row.type === 'feeds' ? forms.feeds.readAll([row]) : [];
    const [watch] = row.type === 'watches' ? forms.watches.readAll([row]) : [];
    if (feed) found[row.n]?.feeds.set(row.id, feed);
    if (watch) found[row.n]?.watches.set(row.id, watch);
    if (slice.isOver()) await slice.yieldIfOver();
  }
  return found;
}

/** The columns of `FIND`'s values: lookup, need, and the position of the change. */
function columnsOf(changes: readonly (readonly Lookup[])[]): unknown[][] {
  const rows = changes.flatMap((lookups, n) => lookups.map(({ lookup, need }) => [storedText(lookup), need, n]));
  return [0, 1, 2].map((column) => rows.map((row) => row[column]));
}
