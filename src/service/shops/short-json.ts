const LENGTH = 200;
/** Deeper values and longer lists than these do not show in so short a text, or are what is wrong with the record. */
const DEPTH = 6;
const WIDTH = 20;
const LEFT_OUT = '…';

/**
 * The beginning of a record as JSON, at most 200 characters, for the log. However deep or large the record is, no more of
 * it is looked at than can show: what is left out stands as "…".
 */
export function toShortJson(record: unknown): string {
  return JSON.stringify(shorten(record, DEPTH)).slice(0, LENGTH);
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, LENGTH);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return LEFT_OUT;
  if (Array.isArray(value)) return value.slice(0, WIDTH).map((entry) => shorten(entry, depth - 1));
  const fields = Object.entries(value).slice(0, WIDTH);
  return Object.fromEntries(fields.map(([key, entry]) => [key.slice(0, LENGTH), shorten(entry, depth - 1)]));
}
