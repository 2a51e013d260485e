import type { SubscriptionLookup, Subscriptions } from '../../../ports/settings.ts';
import type { Feed, FeedKind } from '../../../routing/feed.ts';
import { keyLookups } from '../../../routing/lookups.ts';
import type { Target } from '../../../routing/notice.ts';
import type { Person } from '../../../routing/quiet.ts';
import { targetKey, targetOf } from '../../../routing/target.ts';
import type { Watch } from '../../../routing/watch.ts';
import type { Forms, RecordRow } from '../../mappers/settings-records.ts';
import type { Queryable } from '../client.ts';
import { storedText } from '../text.ts';

const PAGE = 500;

/** `$1`: ids; `$2`: a channel, `$3`: a person, whose are found too; one statement sees one moment. */
const LOOKUP = `SELECT 'feed' AS type, id, record FROM feeds WHERE id = ANY($1) OR channel_id = $2
  UNION ALL SELECT 'watch', id, record FROM watches WHERE id = ANY($1) OR user_id = $3
  UNION ALL SELECT 'person', id, record FROM people
    WHERE id = $3 OR id IN (SELECT user_id FROM watches WHERE id = ANY($1))`;
const ENDING = `SELECT id, record FROM watches WHERE (once OR expires_at IS NOT NULL) AND (once OR expires_at < $1) AND id > $2
  ORDER BY id LIMIT ${PAGE}`;

const FEEDS = `SELECT id, record FROM feeds WHERE id > $1 ORDER BY id LIMIT ${PAGE}`;
const WATCHES = `SELECT id, record FROM watches WHERE id > $1 ORDER BY id LIMIT ${PAGE}`;

interface TypedRow extends RecordRow {
  readonly type: 'feed' | 'watch' | 'person';
}

/** The feeds and watches as they stand in PostgreSQL. */
export class PostgresSubscriptions implements Subscriptions {
  readonly #db: Queryable;
  readonly #forms: Forms;

  constructor(db: Queryable, forms: Forms) {
    this.#db = db;
    this.#forms = forms;
  }

  async lookup(target: Target, ids: readonly string[]): Promise<SubscriptionLookup> {
    const { feeds, watches, people } = await this.#find(target, ids);
    const found = [...feeds, ...watches];
    const byId = new Map(found.map((one) => [one.id, one] as const));
    const quiet = new Map(people.map((person) => [person.id, person.quiet] as const));
    return {
      get: (id) => byId.get(id),
      of: (asked) => found.filter((one) => targetKey(targetOf(one)) === targetKey(asked)),
      quietOf: (one) => (one.type === 'watch' ? (quiet.get(one.userId) ?? null) : one.quiet),
    };
  }

  async get(id: string): Promise<Feed | Watch | null> {
    const { feeds, watches } = await this.#find(null, [id]);
    return feeds[0] ?? watches[0] ?? null;
  }

  async of(target: Target): Promise<readonly (Feed | Watch)[]> {
    const { feeds, watches } = await this.#find(target, []);
    return [...feeds, ...watches];
  }

  async feedsOf(guildId: string): Promise<readonly Feed[]> {
    const rows = await this.#rows('SELECT id, record FROM feeds WHERE guild_id = $1 ORDER BY created_at, id', [
      guildId,
    ]);
    return this.#forms.feeds.readAll(rows);
  }

  async watchesOf(userId: string): Promise<readonly Watch[]> {
    const rows = await this.#rows('SELECT id, record FROM watches WHERE user_id = $1 ORDER BY created_at, id', [
      userId,
    ]);
    return this.#forms.watches.readAll(rows);
  }

  async person(id: string): Promise<Person | null> {
    const rows = await this.#rows('SELECT id, record FROM people WHERE id = $1', [id]);
    return this.#forms.people.readAll(rows)[0] ?? null;
  }

  async hasFeeds(kind: FeedKind): Promise<boolean> {
    return (await this.#rows('SELECT id, record FROM feeds WHERE kind = $1 LIMIT 1', [kind])).length > 0;
  }

  async withItemKeys(keys: readonly string[]): Promise<readonly (Feed | Watch)[]> {
    const lookups = keys.flatMap(keyLookups).map(storedText);
    const feeds = await this.#rows('SELECT id, record FROM feeds WHERE lookup = ANY ($1::text[])', [lookups]);
    const watches = await this.#rows('SELECT id, record FROM watches WHERE lookup = ANY ($1::text[])', [lookups]);
    return [...this.#forms.feeds.readAll(feeds), ...this.#forms.watches.readAll(watches)];
  }

  async *endingBefore(at: number): AsyncGenerator<Watch, void> {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows: readonly RecordRow[] = await this.#rows(ENDING, [at, last]);
      yield* this.#forms.watches.readAll(rows);
      last = rows.length < PAGE ? undefined : rows.at(-1)?.id;
    }
  }

  async *all(): AsyncGenerator<Feed | Watch, void> {
    for await (const rows of this.#pages(FEEDS)) yield* this.#forms.feeds.readAll(rows);
    for await (const rows of this.#pages(WATCHES)) yield* this.#forms.watches.readAll(rows);
  }

  async watchedKeys(): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    for await (const rows of this.#pages(WATCHES)) {
      for (const { item } of this.#forms.watches.readAll(rows)) if (item?.key !== undefined) keys.add(item.key);
    }
    return keys;
  }

  async *#pages(sql: string): AsyncGenerator<readonly RecordRow[], void> {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows: readonly RecordRow[] = await this.#rows(sql, [last]);
      yield rows;
      last = rows.length < PAGE ? undefined : rows.at(-1)?.id;
    }
  }

  async #find(target: Target | null, ids: readonly string[]) {
    const [channel, user] = [target?.kind === 'channel' ? target.id : null, target?.kind === 'user' ? target.id : null];
    const text = { name: 'lookup-subscriptions', text: LOOKUP };
    const { rows } = await this.#db.query<TypedRow>(text, [ids.map(storedText), channel, user]);
    const of = (type: TypedRow['type']) => rows.filter((row) => row.type === type);
    return {
      feeds: this.#forms.feeds.readAll(of('feed')),
      watches: this.#forms.watches.readAll(of('watch')),
      people: this.#forms.people.readAll(of('person')),
    };
  }

  async #rows(sql: string, values: readonly unknown[]): Promise<readonly RecordRow[]> {
    const { rows } = await this.#db.query<RecordRow>(sql, values);
    return rows;
  }
}
