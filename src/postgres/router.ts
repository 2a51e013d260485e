import type { Change } from '../market/change.ts';
import type { Log } from '../ports/log.ts';
import type { Heard, Router } from '../ports/router.ts';
import { type Feed, gathersUntil } from '../routing/feed.ts';
import { feedLookups, type Lookup, watchLookups } from '../routing/lookups.ts';
import type { MatchContext } from '../routing/match-context.ts';
import type { Cause, Routed } from '../routing/notice.ts';
import { NoticesByTarget } from '../routing/notices-by-target.ts';
import { tellWhom } from '../routing/tell-whom.ts';
import type { Watch } from '../routing/watch.ts';
import { readFeed, readWatch } from '../rows/stored-subscriptions.ts';
import { UnreadableRows } from '../rows/unreadable-rows.ts';
import { yieldToEventLoop } from '../time/cooperate.ts';
import type { Queryable, Sql } from './client.ts';
import type { Postgres } from './connection.ts';
import { storedText } from './text.ts';

/** Changes that are looked for at once. */
const CHANGES_A_QUERY = 200;

/** Whom the lookups of several changes concern: `$1` lookups, `$2` needs, `$3` the position of the change. What Discord refuses is left out. */
const candidatesOf = (table: 'feeds' | 'watches', target: string, only = ''): Sql => ({
  name: `candidates-${table}${only === '' ? '' : '-since'}`,
  text: `SELECT DISTINCT sought.change, one.id, one.record
    FROM unnest($1::text[], $2::float8[], $3::integer[]) AS sought (lookup, need, change)
    JOIN ${table} AS one ON one.lookup = sought.lookup AND one.awake AND one.reach >= sought.need ${only}
    WHERE NOT EXISTS (SELECT FROM pauses WHERE pauses.target = ${target})`,
});
const SINCE = 'AND one.xid >= $4::xid8';
const FEEDS = candidatesOf('feeds', "'channel:' || one.channel");
const WATCHES = candidatesOf('watches', "'user:' || one.user_id");
const FEEDS_SINCE = candidatesOf('feeds', "'channel:' || one.channel", SINCE);
const WATCHES_SINCE = candidatesOf('watches', "'user:' || one.user_id", SINCE);
const HEALTH_FEEDS = `SELECT id, record FROM feeds WHERE kind = 'health' AND awake
  AND NOT EXISTS (SELECT FROM pauses WHERE pauses.target = 'channel:' || feeds.channel)`;
/** From this transaction on, nothing was surely seen by a statement that began before. */
const HORIZON = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid';

interface HeardLookups {
  readonly feeds: readonly Lookup[];
  readonly watches: readonly Lookup[];
}

interface Candidate {
  readonly change: number;
  readonly id: string;
  readonly record: string;
}

/** Finds whom changes concern by the index of the feeds and watches in the database; who of them is told is decided as in memory. */
export class PostgresRouter implements Router {
  readonly #db: Queryable;
  readonly #now: () => number;
  readonly #unreadable: UnreadableRows;

  /** `now`: epoch ms. */
  constructor(db: Pick<Postgres, 'query'>, now: () => number, log: Log) {
    this.#db = db;
    this.#now = now;
    this.#unreadable = new UnreadableRows(log);
  }

  hear(change: Change, context: MatchContext): Heard {
    const lookups: HeardLookups = { feeds: feedLookups(change), watches: watchLookups(change, context.market) };
    return { change, context, at: this.#now(), lookups };
  }

  route(heard: readonly Heard[]): Promise<readonly (readonly Routed[])[]> {
    return this.#route(heard, FEEDS, WATCHES, []);
  }

  /** Again for whom was saved meanwhile, until that is nobody who was not found before. */
  async routeAll(changes: readonly Change[], context: MatchContext): Promise<readonly Routed[]> {
    const heard: Heard[] = [];
    for (const change of changes) {
      heard.push(this.hear(change, context));
      if (heard.length % CHANGES_A_QUERY === 0) await yieldToEventLoop();
    }
    let since = await this.#horizon();
    const found = await this.#routeSome(heard, (some) => this.route(some));
    const known = new KnownNotices(found);
    for (let fresh = found; fresh.length > 0; ) {
      const horizon = since;
      since = await this.#horizon();
      const again = await this.#routeSome(heard, (some) => this.#route(some, FEEDS_SINCE, WATCHES_SINCE, [horizon]));
      fresh = again.filter((notice) => known.add(notice));
      found.push(...fresh);
    }
    return found;
  }

  async routeServer(cause: Extract<Cause, { kind: 'server' }>): Promise<readonly Routed[]> {
    const { rows } = await this.#db.query<{ id: string; record: string }>(HEALTH_FEEDS);
    const notices = new NoticesByTarget(cause);
    for (const row of rows) {
      const feed = this.#read(row, readFeed);
      if (feed !== null) notices.add(feed, gathersUntil(feed, cause.at));
    }
    this.#sayUnreadable();
    return notices.all;
  }

  async #routeSome(
    heard: readonly Heard[],
    route: (some: readonly Heard[]) => Promise<readonly (readonly Routed[])[]>,
  ): Promise<Routed[]> {
    const found: Routed[] = [];
    for (let from = 0; from < heard.length; from += CHANGES_A_QUERY) {
      found.push(...(await route(heard.slice(from, from + CHANGES_A_QUERY))).flat());
    }
    return found;
  }

  async #route(
    heard: readonly Heard[],
    feedsSql: Sql,
    watchesSql: Sql,
    more: readonly unknown[],
  ): Promise<readonly (readonly Routed[])[]> {
    const feeds = await this.#find(heard, ({ feeds }) => feeds, feedsSql, more, readFeed);
    const watches = await this.#find(heard, ({ watches }) => watches, watchesSql, more, readWatch);
    this.#sayUnreadable();
    return heard.map(({ change, at, context }, index) =>
      tellWhom(change, { feeds: feeds.get(index) ?? [], watches: watches.get(index) ?? [] }, at, context),
    );
  }

  /** By the position of the change. */
  async #find<T extends Feed | Watch>(
    heard: readonly Heard[],
    pick: (lookups: HeardLookups) => readonly Lookup[],
    sql: Sql,
    more: readonly unknown[],
    read: (record: string) => T,
  ): Promise<ReadonlyMap<number, readonly T[]>> {
    const sought = heard.flatMap(({ lookups }, change) =>
      pick(lookups as HeardLookups).map(({ lookup, need }) => ({ lookup: storedText(lookup), need, change })),
    );
    const found = new Map<number, T[]>();
    if (sought.length === 0) return found;
    const columns = [
      sought.map(({ lookup }) => lookup),
      sought.map(({ need }) => need),
      sought.map(({ change }) => change),
    ];
    const { rows } = await this.#db.query<Candidate>(sql, [...columns, ...more]);
    // One may be concerned by several changes: it is read once.
    const known = new Map<string, T | null>();
    for (const row of rows) {
      const one = known.get(row.id) ?? this.#read(row, read);
      known.set(row.id, one);
      if (one === null) continue;
      const concerned = found.get(row.change);
      if (concerned === undefined) found.set(row.change, [one]);
      else concerned.push(one);
    }
    return found;
  }

  #read<T>({ id, record }: Pick<Candidate, 'id' | 'record'>, read: (record: string) => T): T | null {
    try {
      return read(record);
    } catch (error) {
      this.#unreadable.note(`subscription ${id}`, error);
      return null;
    }
  }

  #sayUnreadable(): void {
    this.#unreadable.say('Feeds and watches that cannot be read tell nothing');
  }

  async #horizon(): Promise<string> {
    const { rows } = await this.#db.query<{ xid: string }>(HORIZON);
    const [row] = rows;
    if (row === undefined) throw new Error('PostgreSQL has no snapshot');
    return row.xid;
  }
}

/** Which feeds and watches are told of which happening. */
class KnownNotices {
  readonly #known = new Map<object, Set<string>>();

  constructor(notices: readonly Routed[]) {
    for (const notice of notices) this.add(notice);
  }

  /** False: it tells nobody who was not known already. */
  add({ cause, subscriptionIds }: Routed): boolean {
    const happening = cause.kind === 'change' ? cause.change : cause;
    const ids = this.#known.get(happening) ?? new Set();
    this.#known.set(happening, ids);
    const before = ids.size;
    for (const id of subscriptionIds) ids.add(id);
    return ids.size > before;
  }
}
