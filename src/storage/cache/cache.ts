import type { RecordForm } from '../mappers/record.ts';

/** Expendable values of one kind: each can be had again, and one that cannot be read counts as missing. */
export interface CacheSpace<T extends object> extends RecordForm<T> {
  /** The user that a value belongs to, if it is a user's. */
  readonly userIdOf?: (value: T) => string;
}

/** The values of one space, by key. On SQLite no method ever rejects. On PostgreSQL all reject with the store's error. */
export interface CachedValues<T extends object> {
  /** @returns the value, or null if there is none or its life is over */
  get(key: string): Promise<T | null>;
  /** @param lifeMs how long it is kept; until it is dropped unless given */
  set(key: string, value: T, lifeMs?: number): Promise<void>;
  delete(key: string): Promise<unknown>;
  /** Deletes all values of a user. */
  deleteOf(userId: string): Promise<void>;
  /** Deletes the values of all spaces whose life is over. */
  clearExpired(): Promise<void>;
}

/** Opens a space of a cache. */
export type OpenSpace = <T extends object>(space: CacheSpace<T>) => CachedValues<T>;
