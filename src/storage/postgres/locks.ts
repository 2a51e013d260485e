/**
 * Numbers of PostgreSQL's advisory locks, each the first of two: nobody else may take one of these. They count within one database, so
 * that every Crier has a database of its own.
 */
export const LOCKS = {
  /** With 1: who holds it takes in and writes the journal. */
  leader: 4711,
  /** With the number of a block of shards, from 1: who holds it runs them. With 0, shared by all who run shards or wait for some. */
  shardBlock: 4712,
  /** With 1: the tables are brought up to date. */
  migration: 4713,
} as const;
