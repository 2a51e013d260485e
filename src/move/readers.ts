import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { storedText } from '../storage/postgres/text.ts';

/** Makes the functions known to a file that reading a table asks for. */
export function addReaders(db: DatabaseSync): void {
  const functions: Readonly<Record<string, (text: string) => string | number | null>> = {
    stored_text: storedText,
    plain_text: plainText,
    record_of: recordOf,
    user_of: userOf,
    text_digest: digestOf,
  };
  for (const [name, work] of Object.entries(functions)) {
    db.function(name, { deterministic: true }, (value) => (typeof value === 'string' ? work(value) : value));
  }
}

/** A text that is none of players', so that nothing in it is to be escaped; damaged, it stays what cannot be read. */
function plainText(text: string): string {
  return text.replaceAll('\0', '\\0');
}

/** What was kept, as JSON; what is no JSON stays as it is. */
function recordOf(value: string): string {
  return JSON.stringify(valueIn(value)) ?? value;
}

/** Whose a record is that names its person. */
function userOf(value: string): string | null {
  const record = valueIn(value);
  const named = typeof record === 'object' && record !== null && 'userId' in record ? record.userId : null;
  return typeof named === 'string' ? named : null;
}

/** undefined: there is none. */
function valueIn(text: string): unknown {
  try {
    return Object(JSON.parse(text)).value;
  } catch {
    return undefined; // no JSON: whoever reads it finds that out
  }
}

const DIGITS = 6;

/** The first 24 bits of its MD5, which PostgreSQL has, too. */
function digestOf(text: string): number {
  return Number.parseInt(hash('md5', text).slice(0, DIGITS), 16);
}
