import type { Change } from '../../market/change.ts';
import type { Router, UnroutedChange } from '../../ports/router.ts';
import { gathersUntil } from '../../routing/claim-rules.ts';
import type { Feed } from '../../routing/feed.ts';
import { feedLookups, type Lookup, subscriptionKeyOf, watchLookups } from '../../routing/lookups.ts';
import type { Cause, Routed } from '../../routing/notice.ts';
import { type Candidates, findRecipients, gatherListed, NoticesByTarget } from '../../routing/recipients.ts';
import type { MatchContext } from '../../routing/shop-news.ts';
import type { Watch } from '../../routing/watch.ts';
import { inSlices, TimeSlice } from '../../time/cooperate.ts';
import type { RecordRow, SettingsForms } from '../mappers/settings-records.ts';
import type { Queryable } from './client.ts';
import { orNotWritten } from './connection-retries.ts';
import { storedText } from './stored-text.ts';

/** Limits the changes of one lookup query. */
const CHANGES_PER_QUERY = 200;
/**
 * Limits the queries for settings saved meanwhile. Without a limit, continuous edits would keep them going for ever.
 */
const MOST_SAVED_SINCE_ROUNDS = 10;

const HEALTH_FEEDS = `SELECT id, record FROM feeds WHERE kind = 'health' AND awake
  AND NOT EXISTS (SELECT FROM pauses WHERE pauses.target = 'channel:' || feeds.channel_id) ORDER BY created_at, id`;

/**
 * Finds every `lookup` that begins with these words and a space by an index search. `!` is the next character after the
 * space.
 */
const IS_WAITING_FOR_DEALS = `SELECT
  EXISTS (SELECT FROM feeds WHERE lookup >= 'deals ' AND lookup < 'deals!' AND awake)
  OR EXISTS (SELECT FROM watches WHERE lookup >= 'under-worth ' AND lookup < 'under-worth!' AND awake) AS waits`;

export interface RouterParts {
  readonly db: Queryable;
  readonly forms: SettingsForms;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Finds the candidates of a change in the tables by their index, and matches them as in memory. */
export class PostgresRouter implements Router {
  readonly #parts: RouterParts;

  constructor(parts: RouterParts) {
    this.#parts = parts;
  }

  prepare(change: Change, context: MatchContext): UnroutedChange {
    return { change, context, at: this.#parts.now(), lookups: lookupsOf(change, context) };
  }

  async route(unrouted: readonly UnroutedChange[]): Promise<readonly (readonly Routed[])[]> {
    // A routing failure counts as a failed write: the batch is retried.
    const found = await orNotWritten(this.#find(unrouted.map(({ lookups }) => lookups as ChangeLookups)));
    return unrouted.map(({ change, at, context }, n) => routeChange(change, found[n], at, context));
  }

  async routeAll(changes: readonly Change[], context: MatchContext, isFlood = false): Promise<readonly Routed[]> {
    const { db, now } = this.#parts;
    const slice = new TimeSlice();
    const lookups: ChangeLookups[] = [];
    for (const change of changes) {
      lookups.push(lookupsOf(change, context));
      await slice.yieldIfOver();
    }
    let moment: string | null = await readDatabaseSnapshot(db);
    const found = await this.#find(lookups);
    // A user who saves a watch meanwhile was shown the previous market, so the watch is matched as well.
    for (let round = 0; moment !== null && round < MOST_SAVED_SINCE_ROUNDS; round += 1) {
      moment = await addSavedSince(moment, found, lookups, this.#parts);
    }
    const notices: Routed[] = [];
    for (const [n, change] of changes.entries()) {
      notices.push(...routeChange(change, found[n], now(), context));
      await slice.yieldIfOver();
    }
    if (!isFlood) return notices;
    const known = new Map<string, Feed | Watch>();
    for (const { feeds, watches } of found) for (const [id, one] of [...feeds, ...watches]) known.set(id, one);
    return inSlices(gatherListed(notices, (id) => known.get(id)));
  }

  async waitsForDeals(): Promise<boolean> {
    const { rows } = await this.#parts.db.query<{ waits: boolean }>(IS_WAITING_FOR_DEALS);
    return rows[0]?.waits === true;
  }

  async routeServer(cause: Extract<Cause, { kind: 'server' }>): Promise<readonly Routed[]> {
    const { rows } = await this.#parts.db.query<RecordRow>(HEALTH_FEEDS);
    const notices = new NoticesByTarget(cause);
    for (const feed of this.#parts.forms.feeds.readAll(rows)) notices.add(feed, gathersUntil(feed, cause, cause.at));
    return notices.all;
  }

  async #find(lookups: readonly ChangeLookups[]): Promise<readonly FoundSubscriptions[]> {
    const { db, forms } = this.#parts;
    const found: FoundSubscriptions[] = [];
    for (let from = 0; from < lookups.length; from += CHANGES_PER_QUERY) {
      found.push(...(await findCandidates(lookups.slice(from, from + CHANGES_PER_QUERY), db, forms)));
    }
    return found;
  }
}

function routeChange(
  change: Change,
  found: FoundSubscriptions | undefined,
  at: number,
  context: MatchContext,
): readonly Routed[] {
  return found === undefined ? [] : findRecipients(change, candidatesOf(found), at, context);
}

const savedSince = (table: string, target: string) => `
  SELECT '${table}' AS type, id, record,
    awake AND NOT EXISTS (SELECT FROM pauses WHERE pauses.target = ${target}) AS "isActive", pg_current_snapshot()::text AS moment
  FROM ${table} WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`;
const SAVED_SINCE = `${savedSince('feeds', "'channel:' || channel_id")} UNION ALL ${savedSince('watches', "'user:' || user_id")}`;

interface SavedRow {
  readonly type: 'feeds' | 'watches';
  readonly id: string;
  readonly record: string;
  readonly isActive: boolean;
  readonly moment: string;
}

/** Returns the current snapshot of the database as PostgreSQL writes it. */
export async function readDatabaseSnapshot(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ moment: string }>('SELECT pg_current_snapshot()::text AS moment');
  return rows[0]?.moment ?? '';
}

/**
 * Adds to `found` the settings saved since a database snapshot. Its duration depends on the number of saved settings
 * and of changes, in slices.
 * @param lookups the lookups of the changes in `found`, in the same order
 * @returns the snapshot of this read, or null if nothing was saved since
 */
export async function addSavedSince(
  moment: string,
  found: readonly FoundSubscriptions[],
  lookups: readonly ChangeLookups[],
  { db, forms }: { readonly db: Queryable; readonly forms: SettingsForms },
): Promise<string | null> {
  const { rows } = await db.query<SavedRow>(SAVED_SINCE, [moment]);
  const slice = new TimeSlice();
  for (const kind of ['feeds', 'watches'] as const) {
    const ofKind = rows.filter(({ type }) => type === kind);
    if (ofKind.length === 0) continue;
    const ids = new Set(ofKind.map(({ id }) => id));
    const saved = await groupByLookup(ofKind, forms[kind], slice);
    for (const [n, { [kind]: known }] of found.entries()) {
      for (const id of known.keys()) if (ids.has(id)) known.delete(id);
      addReached(known, saved, lookups[n]?.[kind] ?? []);
      if (slice.isOver()) await slice.yieldIfOver();
    }
  }
  return rows[0]?.moment ?? null;
}

interface SavedSubscription {
  readonly saved: Feed | Watch;
  readonly reach: number;
}

/** Returns the active feeds and watches by their lookup. */
async function groupByLookup(
  rows: readonly SavedRow[],
  form: SettingsForms['feeds' | 'watches'],
  slice: TimeSlice,
): Promise<ReadonlyMap<string, readonly SavedSubscription[]>> {
  const byLookup = new Map<string, SavedSubscription[]>();
  for (const row of rows) {
    for (const saved of row.isActive ? form.readAll([row]) : []) {
      const { lookup, reach } = subscriptionKeyOf(saved);
      const others = byLookup.get(lookup);
      if (others === undefined) byLookup.set(lookup, [{ saved, reach }]);
      else others.push({ saved, reach });
    }
    if (slice.isOver()) await slice.yieldIfOver();
  }
  return byLookup;
}

function addReached(
  known: Map<string, Feed | Watch>,
  byLookup: ReadonlyMap<string, readonly SavedSubscription[]>,
  lookups: readonly Lookup[],
): void {
  for (const { lookup, need } of lookups) {
    for (const { saved, reach } of byLookup.get(lookup) ?? []) if (reach >= need) known.set(saved.id, saved);
  }
}

/** The lookups that find the feeds and watches which a change may concern. */
export interface ChangeLookups {
  readonly feeds: readonly Lookup[];
  readonly watches: readonly Lookup[];
}

/**
 * Skips paused targets. `n` is the position of the change. OFFSET keeps each lookup an index search, because PostgreSQL
 * would scan the whole table for a plain join of many.
 */
const findStatement = (table: string, target: string, first: number) => `
  SELECT '${table}' AS type, one.n, s.id, s.record, s.created_at FROM unnest($${first}::text[], $${first + 1}::float8[], $${first + 2}::integer[])
    AS one (lookup, need, n)
  CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE lookup = one.lookup AND reach >= one.need AND awake OFFSET 0) s
  WHERE NOT EXISTS (SELECT FROM pauses WHERE pauses.target = ${target})`;
const FIND_CANDIDATES = `${findStatement('feeds', "'channel:' || s.channel_id", 1)} UNION ALL ${findStatement('watches', "'user:' || s.user_id", 4)}
  ORDER BY n, created_at, id`;

interface FoundRow {
  readonly type: 'feeds' | 'watches';
  readonly n: number;
  readonly id: string;
  readonly record: string;
}

/** Returns the lookups of a change. The caller must call it at the time at which the change arrives. */
export function lookupsOf(change: Change, context: MatchContext): ChangeLookups {
  return { feeds: feedLookups(change, context.worthOf), watches: watchLookups(change, context) };
}

/** The candidates of one change, by their ids. */
export interface FoundSubscriptions {
  readonly feeds: Map<string, Feed>;
  readonly watches: Map<string, Watch>;
}

function candidatesOf({ feeds, watches }: FoundSubscriptions): Candidates {
  return { feeds: [...feeds.values()], watches: [...watches.values()] };
}

/** Finds the candidates of changes, in the order of the changes. */
async function findCandidates(
  changes: readonly ChangeLookups[],
  db: Queryable,
  forms: SettingsForms,
): Promise<readonly FoundSubscriptions[]> {
  const values = [
    ...lookupColumns(changes.map(({ feeds }) => feeds)),
    ...lookupColumns(changes.map(({ watches }) => watches)),
  ];
  const { rows } = await db.query<FoundRow>(FIND_CANDIDATES, values);
  const found = changes.map((): FoundSubscriptions => ({ feeds: new Map(), watches: new Map() }));
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

/** Returns the columns of `FIND_CANDIDATES`'s values: lookup, need, and the position of the change. */
function lookupColumns(changes: readonly (readonly Lookup[])[]): unknown[][] {
  const rows = changes.flatMap((lookups, n) => lookups.map(({ lookup, need }) => [storedText(lookup), need, n]));
  return [0, 1, 2].map((column) => rows.map((row) => row[column]));
}
