/** What a column holds, and how it comes from a SQLite file into PostgreSQL. All are parts of SQL. */
interface Kind {
  /** In which PostgreSQL takes it. */
  readonly type: string;
  /** In SQLite: whether a value is what the column is to hold; SQLite itself takes anything anywhere. */
  readonly fits: (value: string) => string;
  /** In SQLite: the value as it is handed over. */
  readonly read: (value: string) => string;
  /** In PostgreSQL: what is written of that. */
  readonly write: (read: string) => string;
  /** A whole number that stands for it, on either side; in SQLite for what was read. */
  readonly sum: { readonly sqlite: (read: string) => string; readonly postgres: (column: string) => string };
}

const same = (value: string) => value;
const isNumber = (value: string) => `typeof(${value}) IN ('integer', 'real')`;

/** Keeps sums of ten million rows far from the largest number of eight bytes. */
const remainder = (value: string) => `${value} % 1000003`;

/** SQLite keeps parts of a millisecond; PostgreSQL gets the next whole one. */
const whole = (type: string, most: number): Kind => ({
  type,
  fits: (value) => `${isNumber(value)} AND abs(${value}) <= ${most}`,
  read: (value) => `CAST(ceil(${value}) AS INTEGER)`,
  write: same,
  sum: { sqlite: remainder, postgres: remainder },
});

/** `read`: a function of `readers.ts`. */
const text = (read: string): Kind => ({
  type: 'text',
  fits: (value) => `typeof(${value}) = 'text'`,
  read: (value) => `${read}(${value})`,
  write: same,
  sum: { sqlite: digestInSqlite, postgres: digestInPostgres },
});

function digestInSqlite(read: string): string {
  return `CAST(text_digest(${read}) AS INTEGER)`;
}

function digestInPostgres(column: string): string {
  return `('x' || left(md5(${column}), 6))::bit(24)::bigint`;
}

const MOST_SUMMED = '1000000000000.0';

export const KINDS = {
  small: whole('smallint', 32_767),
  integer: whole('integer', 2_147_483_647),
  bigint: whole('bigint', Number.MAX_SAFE_INTEGER),
  real: {
    type: 'float8',
    fits: isNumber,
    // SQLite keeps a whole number as one, and the driver refuses those that no double is exact for.
    read: (value) => `CAST(${value} AS REAL)`,
    write: same,
    sum: {
      sqlite: (read) =>
        remainder(`CAST(floor(max(min(${read}, ${MOST_SUMMED}), -${MOST_SUMMED}) * 1000.0) AS INTEGER)`),
      // least and greatest pass over what is null.
      postgres: (column) =>
        remainder(
          `CASE WHEN ${column} IS NOT NULL THEN floor(greatest(least(${column}, ${MOST_SUMMED}), -${MOST_SUMMED}) * 1000.0)::bigint END`,
        ),
    },
  },
  /** What Crier itself writes, as JSON: only what is damaged holds what PostgreSQL refuses. */
  plain: text('plain_text'),
  /** What others have written. */
  stored: text('stored_text'),
  bytes: {
    type: 'text',
    fits: (value) => `typeof(${value}) = 'blob'`,
    read: (value) => `lower(hex(${value}))`,
    write: (read) => `decode(${read}, 'hex')`,
    sum: { sqlite: digestInSqlite, postgres: (column) => digestInPostgres(`encode(${column}, 'hex')`) },
  },
  /** A number, or JSON. */
  side: {
    type: 'text',
    fits: (value) => `typeof(${value}) IN ('integer', 'real', 'text')`,
    read: (value) => `stored_text(CAST(${value} AS TEXT))`,
    write: same,
    sum: { sqlite: digestInSqlite, postgres: digestInPostgres },
  },
  /** Epoch ms, where PostgreSQL has a timestamp. */
  moment: {
    ...whole('bigint', 8_640_000_000_000_000),
    write: (read) => `to_timestamp(${read} / 1000.0)`,
    sum: { sqlite: remainder, postgres: (column) => remainder(`round(extract(epoch FROM ${column}) * 1000)::bigint`) },
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof KINDS;

/** A column of a table of PostgreSQL. `of`: the expression in SQLite that it comes of. */
export interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly of: string;
  readonly isNullable: boolean;
}

export function fits({ kind, of, isNullable }: Column): string {
  const isFit = `(${kind.fits(of)})`;
  return isNullable ? `(${of} IS NULL OR ${isFit})` : isFit;
}

/** The sum over all columns of a row; a value that moves to another column changes it. */
export function rowSum(columns: readonly Column[], side: 'sqlite' | 'postgres'): string {
  const terms = columns.map(({ name, kind, of }, index) => {
    const value = kind.sum[side](side === 'sqlite' ? kind.read(of) : name);
    return `coalesce(${value} + 1, 0) * ${index + 1}`;
  });
  return terms.join(' + ');
}
