import type { Settings } from '../../../ports/settings.ts';
import type { Feed } from '../../../routing/feed.ts';
import { placeOf } from '../../../routing/lookups.ts';
import type { Person } from '../../../routing/quiet.ts';
import type { Watch } from '../../../routing/watch.ts';
import type { Forms, RecordRow } from '../../mappers/settings-records.ts';
import type { Postgres } from '../connection.ts';
import { retrySave } from '../retry-write.ts';
import { storedText } from '../text.ts';

// Columns next to a record, by which it is found: types by name, and values in the same order.
export const FEED_COLUMNS = {
  ...{ guild_id: 'text', channel_id: 'text', kind: 'text' },
  ...{ lookup: 'text', reach: 'float8', awake: 'boolean', created_at: 'bigint' },
} as const;

export function feedValues(feed: Feed): readonly unknown[] {
  const { guildId, channelId, kind, paused, createdAt } = feed;
  const { lookup, reach } = placeOf(feed);
  return [guildId, channelId, kind, storedText(lookup), reach, !paused, createdAt];
}

export const WATCH_COLUMNS = {
  ...{ user_id: 'text', lookup: 'text', reach: 'float8', awake: 'boolean' },
  ...{ expires_at: 'bigint', once: 'boolean', created_at: 'bigint' },
} as const;

export function watchValues(watch: Watch): readonly unknown[] {
  const { userId, paused, expiresAt, repeat, createdAt } = watch;
  const { lookup, reach } = placeOf(watch);
  return [userId, storedText(lookup), reach, !paused, expiresAt, repeat === 'once', createdAt];
}

const PUT_FEED = upsert('feeds', Object.keys(FEED_COLUMNS));
const PUT_WATCH = upsert('watches', Object.keys(WATCH_COLUMNS));
const PUT_PERSON =
  'INSERT INTO people (id, record) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET record = excluded.record';

/** Settings in PostgreSQL. All processes see a change as soon as it is saved. */
export class PostgresSettings implements Settings {
  readonly #db: Postgres;
  readonly #forms: Forms;

  constructor(db: Postgres, forms: Forms) {
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

  /** Writes a statement that is idempotent. @throws NotSaved */
  async #write(sql: string, values: readonly unknown[]): Promise<void> {
    await retrySave(this.#db, () => this.#db.query(sql, values));
  }
}

function upsert(table: string, beside: readonly string[]): string {
  const columns = [...beside, 'record'];
  const values = columns.map((_, index) => `$${index + 2}`);
  const updates = columns.map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${table} (id, ${columns.join(', ')}) VALUES ($1, ${values.join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}, xid = pg_current_xact_id()`;
}
