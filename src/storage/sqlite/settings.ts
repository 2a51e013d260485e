import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../ports/log.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Feed } from '../../routing/feed.ts';
import type { Person } from '../../routing/person.ts';
import type { SubscriptionsInMemory } from '../../routing/subscriptions-in-memory.ts';
import type { Watch } from '../../routing/watch.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { RECORD_TABLES } from '../mappers/record-tables.ts';
import { type RecordRow, type SettingsForm, type SettingsForms, settingsForms } from '../mappers/settings-records.ts';
import { asNotSaved, command, query } from './sql.ts';
import type { Transactions } from './transactions.ts';

const SETTINGS_PER_READ = 500;

type SettingsTable = 'feeds' | 'watches' | 'people';

/** The feeds, watches and users that routing reads. */
type RoutingMemory = Pick<SubscriptionsInMemory, 'putFeed' | 'putWatch' | 'putPerson' | 'remove' | 'removePerson'>;

interface SqliteSettingsParts {
  readonly db: DatabaseSync;
  readonly transactions: Pick<Transactions, 'collectOrWriteDurably'>;
  /** Updated with every commit. */
  readonly memory: RoutingMemory;
  readonly log: Log;
}

/** Settings in the tables `feeds`, `watches` and `people`. */
export class SqliteSettings implements Settings {
  readonly #transactions: Pick<Transactions, 'collectOrWriteDurably'>;
  readonly #memory: RoutingMemory;
  readonly #forms: SettingsForms;
  readonly #sql;
  readonly #unread: Record<SettingsTable, readonly string[]> = { feeds: [], watches: [], people: [] };

  constructor({ db, transactions, memory, log }: SqliteSettingsParts) {
    this.#transactions = transactions;
    this.#memory = memory;
    this.#forms = settingsForms(log);
    const page = (table: SettingsTable) =>
      query<RecordRow & { rowid: number }>(
        db,
        `SELECT rowid, id, record FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${SETTINGS_PER_READ}`,
      );
    this.#sql = {
      feeds: page('feeds'),
      watches: page('watches'),
      people: page('people'),
      putFeed: command(
        db,
        `INSERT INTO feeds (id, guild_id, channel_id, kind, created_at, record) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET guild_id = excluded.guild_id, channel_id = excluded.channel_id, kind = excluded.kind,
         created_at = excluded.created_at, record = excluded.record`,
      ),
      putWatch: command(
        db,
        `INSERT INTO watches (id, user_id, created_at, record) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET user_id = excluded.user_id, created_at = excluded.created_at, record = excluded.record`,
      ),
      putPerson: command(
        db,
        'INSERT INTO people (id, record) VALUES (?, ?) ON CONFLICT DO UPDATE SET record = excluded.record',
      ),
      removeFeed: command(db, 'DELETE FROM feeds WHERE id = ?'),
      removeWatch: command(db, 'DELETE FROM watches WHERE id = ?'),
      removePerson: command(db, 'DELETE FROM people WHERE id = ?'),
    };
  }

  feeds(): Promise<readonly Feed[]> {
    return this.#readAll('feeds', this.#forms.feeds);
  }

  watches(): Promise<readonly Watch[]> {
    return this.#readAll('watches', this.#forms.watches);
  }

  people(): Promise<readonly Person[]> {
    return this.#readAll('people', this.#forms.people);
  }

  /** @returns the ids of the records that the last read of each kind could not read; they stay in the file */
  unreadable(): Readonly<Record<SettingsTable, readonly string[]>> {
    return this.#unread;
  }

  async putFeed(feed: Feed): Promise<void> {
    const { id, guildId, channelId, kind, createdAt } = feed;
    const record = this.#forms.feeds.write(feed);
    this.#write(
      () => this.#sql.putFeed(id, guildId, channelId, kind, createdAt, record),
      () => this.#memory.putFeed(feed),
    );
  }

  async putWatch(watch: Watch): Promise<void> {
    const { id, userId, createdAt } = watch;
    const record = this.#forms.watches.write(watch);
    this.#write(
      () => this.#sql.putWatch(id, userId, createdAt, record),
      () => this.#memory.putWatch(watch),
    );
  }

  async putPerson(person: Person): Promise<void> {
    const record = this.#forms.people.write(person);
    this.#write(
      () => this.#sql.putPerson(person.id, record),
      () => this.#memory.putPerson(person),
    );
  }

  async removeFeed(id: string): Promise<void> {
    this.#write(
      () => this.#sql.removeFeed(id),
      () => this.#memory.remove(id),
    );
  }

  async removeWatch(id: string): Promise<void> {
    this.#write(
      () => this.#sql.removeWatch(id),
      () => this.#memory.remove(id),
    );
  }

  async removePerson(id: string): Promise<void> {
    this.#write(
      () => this.#sql.removePerson(id),
      () => this.#memory.removePerson(id),
    );
  }

  async #readAll<T extends { readonly id: string }>(kind: SettingsTable, form: SettingsForm<T>): Promise<readonly T[]> {
    const good: T[] = [];
    const unread: string[] = [];
    for (let after = 0; ; await yieldToEventLoop()) {
      const rows = this.#sql[kind].all(after);
      const read = form.readAll(rows);
      const readIds = new Set(read.map(({ id }) => id));
      for (const record of read) good.push(record);
      for (const { id } of rows) if (!readIds.has(id)) unread.push(id);
      const last = rows.at(-1);
      if (last === undefined || rows.length < SETTINGS_PER_READ) break;
      after = last.rowid;
    }
    this.#unread[kind] = unread;
    return good;
  }

  /** @throws NotSaved */
  #write(write: () => void, onCommit: () => void): void {
    try {
      this.#transactions.collectOrWriteDurably(write, onCommit);
    } catch (error) {
      throw asNotSaved(error);
    }
  }
}

/** The part of a store that can be read without writing. */
export interface ReadSettings {
  readonly feeds: readonly Feed[];
  /** Number of unreadable feeds. */
  readonly unread: number;
  readonly hasRefusedToken: boolean;
  readonly hasStockEvidence: boolean;
}

/** Reads an open store with a current schema. */
export function readSettings(db: DatabaseSync, log: Log): ReadSettings {
  const rows = query<RecordRow>(db, 'SELECT id, record FROM feeds ORDER BY created_at, id').all();
  const feeds = settingsForms(log).feeds.readAll(rows);
  const hasRows = (table: string) => query(db, `SELECT 1 FROM ${table} LIMIT 1`).first() !== undefined;
  return {
    feeds,
    unread: rows.length - feeds.length,
    hasRefusedToken: hasRows(RECORD_TABLES.refusedToken.name),
    hasStockEvidence: hasRows(RECORD_TABLES.stockEvidence.name),
  };
}
