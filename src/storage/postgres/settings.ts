import type { Settings, SubscriptionLookup, Subscriptions } from '../../ports/settings.ts';
import type { Feed, FeedKind } from '../../routing/feed.ts';
import { keyLookups, subscriptionKeyOf } from '../../routing/lookups.ts';
import { type Target, targetKey, targetOf } from '../../routing/notice.ts';
import type { Person } from '../../routing/person.ts';
import type { Watch } from '../../routing/watch.ts';
import type { RecordRow, SettingsForms } from '../mappers/settings-records.ts';
import type { Queryable } from './client.ts';
import type { Postgres } from './connection.ts';
import { retrySave } from './connection-retries.ts';
import { storedText } from './stored-text.ts';

// The columns next to a record, by which it is found: types by name, and values in the same order.
export const FEED_COLUMNS = {
  ...{ guild_id: 'text', channel_id: 'text', kind: 'text' },
  ...{ lookup: 'text', reach: 'float8', awake: 'boolean', created_at: 'bigint' },
} as const;

export function feedValues(feed: Feed): readonly unknown[] {
  const { guildId, channelId, kind, paused, createdAt } = feed;
  const { lookup, reach } = subscriptionKeyOf(feed);
  return [guildId, channelId, kind, storedText(lookup), reach, !paused, createdAt];
}

export const WATCH_COLUMNS = {
  ...{ user_id: 'text', lookup: 'text', reach: 'float8', awake: 'boolean' },
  ...{ expires_at: 'bigint', once: 'boolean', created_at: 'bigint' },
} as const;

export function watchValues(watch: Watch): readonly unknown[] {
  const { userId, paused, expiresAt, repeat, createdAt } = watch;
  const { lookup, reach } = subscriptionKeyOf(watch);
  return [userId, storedText(lookup), reach, !paused, expiresAt, repeat === 'once', createdAt];
}

const PUT_FEED = upsert('feeds', Object.keys(FEED_COLUMNS));
const PUT_WATCH = upsert('watches', Object.keys(WATCH_COLUMNS));
const PUT_PERSON =
  'INSERT INTO people (id, record) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET record = excluded.record';

/** Settings in PostgreSQL. All processes see a change as soon as it is saved. */
export class PostgresSettings implements Settings {
  readonly #db: Postgres;
  readonly #forms: SettingsForms;

  constructor(db: Postgres, forms: SettingsForms) {
    this.#db = db;
    this.#forms = forms;
  }

  async feeds(): Promise<readonly Feed[]> {
    return this.#forms.feeds.readAll(await this.#all('feeds'));
  }

  async watches(): Promise<readonly Watch[]> {
    return this.#forms.watches.readAll(await this.#all('watches'));
  }

  async people(): Promise<readonly Person[]> {
    return this.#forms.people.readAll(await this.#all('people'));
  }

  async putFeed(feed: Feed): Promise<void> {
    await this.#write(PUT_FEED, [storedText(feed.id), ...feedValues(feed), this.#forms.feeds.write(feed)]);
  }

  async putWatch(watch: Watch): Promise<void> {
    await this.#write(PUT_WATCH, [storedText(watch.id), ...watchValues(watch), this.#forms.watches.write(watch)]);
  }

  async putPerson(person: Person): Promise<void> {
    await this.#write(PUT_PERSON, [person.id, this.#forms.people.write(person)]);
  }

  removeFeed(id: string): Promise<void> {
    return this.#write('DELETE FROM feeds WHERE id = $1', [storedText(id)]);
  }

  removeWatch(id: string): Promise<void> {
    return this.#write('DELETE FROM watches WHERE id = $1', [storedText(id)]);
  }

  removePerson(id: string): Promise<void> {
    return this.#write('DELETE FROM people WHERE id = $1', [id]);
  }

  async #all(table: string): Promise<readonly RecordRow[]> {
    const { rows } = await this.#db.query<RecordRow>(`SELECT id, record FROM ${table} ORDER BY id`);
    return rows;
  }

  /**
   * Executes an idempotent statement.
   * @throws NotSaved
   */
  async #write(sql: string, values: readonly unknown[]): Promise<void> {
    await retrySave(this.#db, () => this.#db.query(sql, values));
  }
}

function upsert(table: string, ownColumns: readonly string[]): string {
  const columns = [...ownColumns, 'record'];
  const values = columns.map((_, index) => `$${index + 2}`);
  const updates = columns.map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${table} (id, ${columns.join(', ')}) VALUES ($1, ${values.join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}, xid = pg_current_xact_id()`;
}

const SETTINGS_PER_PAGE = 500;

/**
 * `$1`: ids; `$2`: a channel; `$3`: a user. Finds these and all that belong to the channel or the user. One statement
 * sees one snapshot.
 */
const LOOKUP_SUBSCRIPTIONS = `SELECT 'feed' AS type, id, record FROM feeds WHERE id = ANY($1) OR channel_id = $2
  UNION ALL SELECT 'watch', id, record FROM watches WHERE id = ANY($1) OR user_id = $3
  UNION ALL SELECT 'person', id, record FROM people
    WHERE id = $3 OR id IN (SELECT user_id FROM watches WHERE id = ANY($1))`;
const ENDING_WATCHES = `SELECT id, record FROM watches WHERE (once OR expires_at IS NOT NULL) AND (once OR expires_at < $1) AND id > $2
  ORDER BY id LIMIT ${SETTINGS_PER_PAGE}`;

const PAGE_OF_FEEDS = `SELECT id, record FROM feeds WHERE id > $1 ORDER BY id LIMIT ${SETTINGS_PER_PAGE}`;
const PAGE_OF_PEOPLE = `SELECT id, record FROM people WHERE id > $1 ORDER BY id LIMIT ${SETTINGS_PER_PAGE}`;
const PAGE_OF_WATCHES = `SELECT id, record FROM watches WHERE id > $1 ORDER BY id LIMIT ${SETTINGS_PER_PAGE}`;

interface TypedRow extends RecordRow {
  readonly type: 'feed' | 'watch' | 'person';
}

/** The feeds and watches as they are in PostgreSQL. */
export class PostgresSubscriptions implements Subscriptions {
  readonly #db: Queryable;
  readonly #forms: SettingsForms;

  constructor(db: Queryable, forms: SettingsForms) {
    this.#db = db;
    this.#forms = forms;
  }

  async lookup(target: Target, ids: readonly string[]): Promise<SubscriptionLookup> {
    const { feeds, watches, people } = await this.#find(target, ids);
    const found = [...feeds, ...watches];
    const byId = new Map(found.map((one) => [one.id, one] as const));
    const peopleById = new Map(people.map((person) => [person.id, person] as const));
    const person = (id: string) => peopleById.get(id) ?? null;
    return {
      get: (id) => byId.get(id),
      of: (asked) => found.filter((one) => targetKey(targetOf(one)) === targetKey(asked)),
      person,
      quietOf: (one) => (one.type === 'watch' ? (person(one.userId)?.quiet ?? null) : one.quiet),
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

  async *people(): AsyncGenerator<Person, void> {
    for await (const rows of this.#pages(PAGE_OF_PEOPLE)) yield* this.#forms.people.readAll(rows);
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
      const rows: readonly RecordRow[] = await this.#rows(ENDING_WATCHES, [at, last]);
      yield* this.#forms.watches.readAll(rows);
      last = rows.length < SETTINGS_PER_PAGE ? undefined : rows.at(-1)?.id;
    }
  }

  async *all(): AsyncGenerator<Feed | Watch, void> {
    for await (const rows of this.#pages(PAGE_OF_FEEDS)) yield* this.#forms.feeds.readAll(rows);
    for await (const rows of this.#pages(PAGE_OF_WATCHES)) yield* this.#forms.watches.readAll(rows);
  }

  async watchedKeys(): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    for await (const rows of this.#pages(PAGE_OF_WATCHES)) {
      for (const { item } of this.#forms.watches.readAll(rows)) if (item?.key !== undefined) keys.add(item.key);
    }
    return keys;
  }

  async *#pages(sql: string): AsyncGenerator<readonly RecordRow[], void> {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows: readonly RecordRow[] = await this.#rows(sql, [last]);
      yield rows;
      last = rows.length < SETTINGS_PER_PAGE ? undefined : rows.at(-1)?.id;
    }
  }

  async #find(target: Target | null, ids: readonly string[]) {
    const [channel, user] = [target?.kind === 'channel' ? target.id : null, target?.kind === 'user' ? target.id : null];
    const text = { name: 'lookup-subscriptions', text: LOOKUP_SUBSCRIPTIONS };
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
