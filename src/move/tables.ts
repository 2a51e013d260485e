import type { SQLOutputValue } from 'node:sqlite';
import { CHANGE_COLUMNS, isDiamondColumn, SNAPSHOT_KINDS } from '../storage/mappers/change-row.ts';
import { RECORD_TABLES } from '../storage/mappers/record-tables.ts';
import { type SettingsForm, settingsForms } from '../storage/mappers/settings-records.ts';
import { FEED_COLUMNS, feedValues, WATCH_COLUMNS, watchValues } from '../storage/postgres/settings.ts';
import { readStoredText, storedText } from '../storage/postgres/stored-text.ts';

/** A value as it is sent to PostgreSQL and read back from it. */
export type Value = string | number | boolean | null;

/** A kind of column: its value in SQLite, as a parameter of PostgreSQL, and in PostgreSQL's table. */
export interface ColumnKind {
  /** PostgreSQL's type of the parameter. */
  readonly type: string;
  /**
   * Returns the parameter for a value of SQLite, or undefined if the column cannot hold the value. SQLite does not
   * check types.
   */
  readonly read: (value: Exclude<SQLOutputValue, null>) => Value | undefined;
  /** SQL that converts a parameter to the column's value, and back. Without it, both are the same. */
  readonly write?: (parameter: string) => string;
  readonly readBack?: (column: string) => string;
}

/** SQLite may hold fractions of a millisecond, which PostgreSQL gets rounded up. */
const wholeNumber = (type: string, largest: number): ColumnKind => ({
  type,
  read(value) {
    const isNumber = typeof value === 'bigint' || typeof value === 'number';
    return isNumber && value >= -largest && value <= largest ? Math.ceil(Number(value)) : undefined;
  },
});

const textColumn = (write: (text: string) => string): ColumnKind => ({
  type: 'text',
  read: (value) => (typeof value === 'string' ? write(value) : undefined),
});

const bigint = wholeNumber('bigint', Number.MAX_SAFE_INTEGER);

const COLUMN_KINDS = {
  small: wholeNumber('smallint', 32_767),
  integer: wholeNumber('integer', 2_147_483_647),
  bigint,
  real: {
    type: 'float8',
    read: (value) => (typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined),
  },
  /** A divisor of a price, because PostgreSQL rejects a division by 0. */
  count: { type: 'bigint', read: (value) => bigint.read(value) || undefined },
  /** JSON and ids that Crier writes. Only a damaged text contains NUL, which PostgreSQL rejects. */
  plain: textColumn((plain) => plain.replaceAll('\0', '\\0')),
  /** Text that Crier did not write, such as names by players. It may contain NUL. */
  stored: textColumn(storedText),
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
    ...wholeNumber('bigint', 8_640_000_000_000_000),
    write: (parameter) => `to_timestamp(${parameter} / 1000.0)`,
    readBack: (column) => `round(extract(epoch FROM ${column}) * 1000)::bigint`,
  },
} as const satisfies Readonly<Record<string, ColumnKind>>;

/** The name of a kind, with `?` if the column may be null. */
export type ColumnKindName = `${keyof typeof COLUMN_KINDS}${'' | '?'}`;

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
}

export function columnOf(name: string, kind: ColumnKindName): Column {
  return {
    name,
    kind: COLUMN_KINDS[kind.replace('?', '') as keyof typeof COLUMN_KINDS],
    isNullable: kind.endsWith('?'),
  };
}

/** A row's values by column name. */
export type RowValues = Readonly<Record<string, Value>>;

/** Columns that only PostgreSQL has. */
export interface DerivedColumns {
  /** PostgreSQL's types by column name. */
  readonly types: Readonly<Record<string, string>>;
  /**
   * @param row the row in the form for PostgreSQL
   * @param rowsBefore number of rows of the table sent before
   * @returns the columns' values, or null if the row's record is unreadable
   */
  derive(row: RowValues, rowsBefore: number): readonly Value[] | null;
  /** Values for a row with an unreadable record, which is moved nevertheless and counts as unreadable there, too. */
  readonly unreadable: readonly Value[];
}

/** A table with the same name on both engines. */
export interface Table {
  readonly name: string;
  /** SQLite's primary key, in whose order rows are copied. */
  readonly key: readonly string[];
  /** The columns that both engines have. */
  readonly columns: readonly Column[];
  readonly derived: DerivedColumns | null;
}

function table(
  name: string,
  key: readonly string[],
  columns: Readonly<Record<string, ColumnKindName>>,
  derived: DerivedColumns | null = null,
): Table {
  return { name, key, columns: Object.entries(columns).map(([column, kind]) => columnOf(column, kind)), derived };
}

/** Logs nothing, because the report of the move names unreadable records itself. */
const SETTINGS_FORMS = settingsForms();

/** Columns of `feeds` and `watches` by which PostgreSQL matches events with them. */
const MATCH_COLUMNS = ['lookup', 'reach', 'awake', 'expires_at', 'once'];
const UNREADABLE_VALUES: Readonly<Record<string, Value>> = { text: '', float8: 0, boolean: false, bigint: null };

function deriveFromRecords<T extends { readonly id: string }>(
  form: SettingsForm<T>,
  columns: Readonly<Record<string, string>>,
  valuesOf: (record: T) => readonly unknown[],
): DerivedColumns {
  const names = Object.keys(columns);
  const types = Object.fromEntries(Object.entries(columns).filter(([name]) => MATCH_COLUMNS.includes(name)));
  return {
    types,
    derive({ id, record }) {
      const [read] = form.readAll([{ id: readStoredText(String(id)), record: String(record) }]);
      if (read === undefined) return null;
      const values = valuesOf(read);
      return Object.keys(types).map((name) => values[names.indexOf(name)] as Value);
    },
    unreadable: Object.values(types).map((type) => UNREADABLE_VALUES[type] ?? null),
  };
}

const CHANGE_COLUMN_KINDS: Readonly<Record<string, ColumnKindName>> = {
  ...{ at: 'bigint', kind: 'small', goods: 'bigint', side: 'side?', other_side: 'side?', canvas: 'stored?' },
};

/** SQLite numbers the changes of each millisecond, PostgreSQL all changes, in the same order. */
const CHANGE_NUMBERS: DerivedColumns = {
  types: { seq: 'bigint', heard_at: 'bigint' },
  derive: ({ kind, at = null }, rowsBefore) => [rowsBefore + 1, Number(kind) < SNAPSHOT_KINDS.first ? at : null],
  unreadable: [],
};

/**
 * Every table that is moved, in this order. `Target.finish` or the first start fills tables and columns that only one
 * engine has: leases, leadership, shards, the cache.
 */
export const TABLES: readonly Table[] = [
  table(
    'feeds',
    ['id'],
    { id: 'stored', guild_id: 'plain', channel_id: 'plain', kind: 'plain', created_at: 'bigint', record: 'plain' },
    deriveFromRecords(SETTINGS_FORMS.feeds, FEED_COLUMNS, feedValues),
  ),
  table(
    'watches',
    ['id'],
    { id: 'stored', user_id: 'plain', created_at: 'bigint', record: 'plain' },
    deriveFromRecords(SETTINGS_FORMS.watches, WATCH_COLUMNS, watchValues),
  ),
  table(
    'people',
    ['id'],
    { id: 'stored', record: 'plain' },
    deriveFromRecords(SETTINGS_FORMS.people, {}, () => []),
  ),
  ...Object.values(RECORD_TABLES).map(({ name }) =>
    table(name, ['key'], { key: 'stored', record: 'plain', expires_at: 'time?' }),
  ),
  table('checkpoints', ['name'], { name: 'plain', at: 'bigint' }),
  table('bans', ['id'], { id: 'stored', first_seen_at: 'bigint?' }),
  table('canvases', ['id'], {
    ...{ id: 'stored', title: 'stored?', author: 'stored?', width: 'small', height: 'small', pixels: 'bytes' },
    ...{ version: 'bigint', pixels_at: 'bigint', first_seen_at: 'bigint', last_seen_at: 'bigint' },
    ...{ words: 'plain', bytes: 'integer' },
  }),
  table('outages', ['id'], { id: 'bigint', began: 'bigint', ended: 'bigint?', why: 'stored' }),
  table('pauses', ['target'], { target: 'plain', code: 'integer', at: 'bigint' }),
  table('deliveries', ['source_id'], { source_id: 'plain', at: 'bigint', unit_price: 'real?', goods: 'stored?' }),
  table('causes', ['id'], { id: 'bigint', json: 'plain' }),
  table('notices', ['id'], {
    ...{ id: 'bigint', cause: 'bigint', target: 'plain', subscription_ids: 'plain', due_at: 'bigint' },
    ...{ ended_at: 'bigint?', message: 'bigint?', why: 'stored?', held: 'plain?' },
  }),
  table('messages', ['id'], {
    ...{ id: 'bigint', target: 'plain', nonce: 'plain', body: 'plain', subscription_ids: 'plain' },
    ...{ best_prices: 'plain', sealed_at: 'bigint', settled_at: 'bigint?', message_id: 'plain?', why: 'stored?' },
    ...{ gaps_known_until: 'bigint?' },
  }),
  table('items', ['id'], { id: 'bigint', key: 'stored', former_key: 'stored?', type: 'stored' }),
  table('goods', ['id'], { id: 'bigint', hash: 'bytes', json: 'plain' }),
  table('goods_types', ['type', 'goods'], { type: 'stored', goods: 'bigint' }),
  table('places', ['id'], {
    ...{ id: 'bigint', world: 'stored', x: 'bigint', y: 'bigint', z: 'bigint' },
    ...{ owner: 'stored?', owner_name: 'stored?', changed_at: 'bigint', traded_at: 'bigint?' },
  }),
  table(
    'changes',
    ['at', 'seq'],
    Object.fromEntries(
      CHANGE_COLUMNS.map((name) => [name, CHANGE_COLUMN_KINDS[name] ?? (isDiamondColumn(name) ? 'real?' : 'bigint?')]),
    ),
    CHANGE_NUMBERS,
  ),
  table('price_samples', ['item', 'at'], {
    ...{ item: 'bigint', at: 'bigint', ask: 'real?', bid: 'real?', stock: 'real' },
  }),
  table('trade_groups', ['item', 'at', 'kind', 'place', 'unit_price'], {
    ...{ item: 'bigint', at: 'bigint', kind: 'small', place: 'bigint', unit_price: 'real' },
    ...{ trades: 'bigint', items: 'real', paid: 'real', last_at: 'bigint' },
  }),
  table('trades', ['item', 'at', 'seq'], {
    ...{ item: 'bigint', at: 'bigint', seq: 'bigint', kind: 'small', count: 'count', paid: 'real', place: 'bigint?' },
  }),
];
