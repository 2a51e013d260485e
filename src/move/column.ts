import type { SQLOutputValue } from 'node:sqlite';
import { storedText } from '../storage/postgres/text.ts';

/** A value as it is sent to PostgreSQL and read back from there. */
export type Value = string | number | boolean | null;

/** A kind of column: its value in SQLite, as a parameter of PostgreSQL, and in PostgreSQL's table. */
export interface Kind {
  /** PostgreSQL's type of the parameter. */
  readonly type: string;
  /** The parameter for a value of SQLite, or undefined if the column cannot hold such a value: SQLite checks no types. */
  readonly read: (value: Exclude<SQLOutputValue, null>) => Value | undefined;
  /** SQL for the column's value of a parameter, and back. Without them both are the same. */
  readonly write?: (parameter: string) => string;
  readonly readBack?: (column: string) => string;
}

/** SQLite may hold parts of a millisecond. PostgreSQL gets the next whole one. */
const whole = (type: string, largest: number): Kind => ({
  type,
  read(value) {
    const isNumber = typeof value === 'bigint' || typeof value === 'number';
    return isNumber && value >= -largest && value <= largest ? Math.ceil(Number(value)) : undefined;
  },
});

const text = (write: (text: string) => string): Kind => ({
  type: 'text',
  read: (value) => (typeof value === 'string' ? write(value) : undefined),
});

const bigint = whole('bigint', Number.MAX_SAFE_INTEGER);

const KINDS = {
  small: whole('smallint', 32_767),
  integer: whole('integer', 2_147_483_647),
  bigint,
  real: {
    type: 'float8',
    read: (value) => (typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined),
  },
  /** A divisor of a price: PostgreSQL refuses to divide by 0. */
  count: { type: 'bigint', read: (value) => bigint.read(value) || undefined },
  /** JSON and ids that Crier writes. Only a damaged one holds NUL, which PostgreSQL refuses. */
  plain: text((plain) => plain.replaceAll('\0', '\\0')),
  /** Text that others have written. */
  stored: text(storedText),
  bytes: {
    type: 'text',
    read: (value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : undefined),
    write: (parameter) => `decode(${parameter}, 'hex')`,
    readBack: (column) => `encode(${column}, 'hex')`,
  },
  /** A shop's side: a number, or JSON. */
  side: {
    type: 'text',
    read: (value) => (value instanceof Uint8Array ? undefined : storedText(String(value))),
  },
  /** Epoch ms in SQLite, a timestamp in PostgreSQL. */
  time: {
    ...whole('bigint', 8_640_000_000_000_000),
    write: (parameter) => `to_timestamp(${parameter} / 1000.0)`,
    readBack: (column) => `round(extract(epoch FROM ${column}) * 1000)::bigint`,
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** The name of a kind, with `?` if the column may be null. */
export type KindName = `${keyof typeof KINDS}${'' | '?'}`;

export interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly isNullable: boolean;
}

export function columnOf(name: string, kind: KindName): Column {
  return { name, kind: KINDS[kind.replace('?', '') as keyof typeof KINDS], isNullable: kind.endsWith('?') };
}
