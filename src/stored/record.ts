import { Unreadable } from './unreadable.ts';

/** The version that is written today. A later one is given to what this Crier could not read rightly. */
const VERSION = 1;

/** Tells whether a record is what it should be, its version taken off. */
export type IsRecord<T> = (record: unknown) => record is T;

/** A record as it is written to disk: with its version, by which a later Crier knows how to read it. */
export function versioned<T extends object>(record: T): { readonly v: number } & T {
  return { v: VERSION, ...record };
}

/**
 * A record that was read from disk, its version taken off. What Crier 0.3.0 and those before it wrote has none, and is
 * read like the first version for ever.
 * @throws Unreadable where it is of a newer version, or not what it should be
 */
export function checked<T>(value: unknown, isRecord: IsRecord<T>): T {
  const { v, record } = apart(value);
  if (typeof v === 'number' && v > VERSION) throw new Unreadable(`of a newer Crier (version ${v})`);
  if (v !== VERSION || !isRecord(record)) throw new Unreadable('not what it should be');
  return record;
}

function apart(value: unknown): { readonly v: unknown; readonly record: unknown } {
  if (typeof value !== 'object' || value === null || !('v' in value)) return { v: VERSION, record: value };
  const { v, ...record } = value;
  return { v, record };
}

/** As `checked`, of a record in JSON. @throws Unreadable */
export function parseRecord<T>(text: string, isRecord: IsRecord<T>): T {
  return checked(parseJson(text), isRecord);
}

/** @throws Unreadable */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Unreadable('not JSON', { cause: error });
  }
}
