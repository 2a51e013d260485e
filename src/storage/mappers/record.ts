import { Unreadable } from '../../faults/unreadable.ts';

/** The version that is written today. A later one is given to what this Crier could not read rightly. */
const VERSION = 1;

/** A record as it is written to disk: with its version, by which a later Crier knows how to read it. */
export function versioned<T extends object>(record: T): { readonly v: number } & T {
  return { v: VERSION, ...record };
}

/**
 * A record as it was read from disk, its version taken off. What Crier 0.3.0 and those before it wrote has none, and is
 * read like the first version for ever.
 * @throws Unreadable where it is of another version
 */
export function unversioned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('v' in value)) return value;
  const { v, ...record } = value;
  if (v === VERSION) return record;
  throw new Unreadable(
    typeof v === 'number' && v > VERSION ? `of a newer Crier (version ${v})` : 'of no known version',
  );
}

/** What stands in a text of JSON with a version. @throws Unreadable */
export function parseRecord<T>(text: string, isRecord: (record: unknown) => record is T): T {
  const record = unversioned(parseJson(text));
  if (!isRecord(record)) throw new Unreadable('not what it should be');
  return record;
}

/** @throws Unreadable */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Unreadable('not JSON', { cause: error });
  }
}
