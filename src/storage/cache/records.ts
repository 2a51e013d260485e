import type { z } from 'zod';

/** A kind of records that can be had anew: one that cannot be read counts as none. */
export interface Kind<T extends object> {
  readonly name: string;
  readonly schema: z.ZodType<T, object>;
  /** Makes a record of what an earlier Crier wrote that is none. */
  readonly ofOld?: (value: unknown) => unknown;
  /** Whose a record is, where it is a person's. */
  readonly userIdOf?: (record: T) => string;
}

/** Records of one kind, by key. */
export interface Records<T extends object> {
  get(key: string): Promise<T | null>;
  /** @param lifeMs how long it is kept; for ever unless given. @throws NotSaved */
  set(key: string, record: T, lifeMs?: number): Promise<void>;
  /** Whether it was there. @throws NotSaved */
  delete(key: string): Promise<boolean>;
  /** Deletes all of a person's. @throws NotSaved */
  deleteOf(userId: string): Promise<void>;
  /** Deletes what has outlived its time, of every kind. */
  clearExpired(): Promise<void>;
}

/** Opens the records of a kind. */
export type OpenRecords = <T extends object>(kind: Kind<T>) => Records<T>;
