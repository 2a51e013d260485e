import { COLUMNS, isDiamonds, OF_SNAPSHOTS } from '../storage/mappers/change-row.ts';
import { type Column, fits, KINDS, type KindName } from './column.ts';
import { FEEDS, PEOPLE, type Told, WATCHES } from './settings.ts';

/** A table of PostgreSQL, and where in the files of a store it comes from. */
export interface Table {
  readonly name: string;
  readonly file: 'settings' | 'events';
  /** SQLite's table, and which of its rows are meant. */
  readonly from: string;
  readonly only: string;
  /** By which SQLite's rows are ordered: no two have the same. */
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  /** Which of those rows can be carried over. */
  readonly fits: string;
  /** Further columns, by what is read of a row and how many came before. */
  readonly told: Told | null;
}

/** A kind, with `?` where the column may be null; and what it comes of, where that is not the column of the same name. */
type Given = `${KindName}${'' | '?'}` | readonly [`${KindName}${'' | '?'}`, of: string];

interface More {
  readonly from?: string;
  readonly fits?: string;
  readonly told?: Told;
}

function ofEvents(
  name: string,
  key: readonly string[],
  given: Readonly<Record<string, Given>>,
  more: More = {},
): Table {
  const columns = columnsOf(given);
  return {
    ...{ name, key, columns, file: 'events', from: more.from ?? name, only: 'true', told: more.told ?? null },
    fits: [...columns.map(fits), more.fits ?? 'true'].join(' AND '),
  };
}

/** A record of Keyv is JSON, and `value` in it what was kept. */
const RECORD = 'record_of(value)';

function ofSettings(name: string, told: Told): Table {
  const columns = columnsOf({ id: ['stored', 'key'], record: ['plain', RECORD] });
  const only = `namespace = '${name}'`;
  return {
    name,
    file: 'settings',
    from: 'keyv',
    only,
    key: ['key'],
    columns,
    fits: columns.map(fits).join(' AND '),
    told,
  };
}

/** What is kept of `src/kept`, by its namespaces. */
export const KEPT = [
  'undos',
  'queries',
  'removed-feeds',
  'addresses',
  'refused-token',
  'retried-refusals',
  'send-blocks',
  'stock',
] as const;

function ofKept(): Table {
  const columns = columnsOf({
    space: ['plain', 'namespace'],
    key: ['stored', 'key'],
    user_id: ['plain?', `CASE namespace WHEN 'queries' THEN user_of(value) END`],
    record: ['plain', RECORD],
    expires_at: ['moment?', 'expires'],
  });
  return {
    ...{ name: 'kept', file: 'settings', from: 'keyv', key: ['namespace', 'key'], columns, told: null },
    only: `namespace IN (${KEPT.map((name) => `'${name}'`).join(', ')})`,
    // What is no JSON counts as none; PostgreSQL's readers take it for granted.
    fits: [...columns.map(fits), 'json_valid(value)'].join(' AND '),
  };
}

function columnsOf(given: Readonly<Record<string, Given>>): readonly Column[] {
  return Object.entries(given).map(([name, one]) => {
    const [kind, of] = typeof one === 'string' ? [one, name] : one;
    return { name, of, kind: KINDS[kind.replace('?', '') as KindName], isNullable: kind.endsWith('?') };
  });
}

const TEXTS: Readonly<Record<string, Given>> = { side: 'side?', other_side: 'side?', canvas: 'stored?' };
const NEEDED: Readonly<Record<string, Given>> = { at: 'bigint', kind: 'small', goods: 'bigint' };

/** All that is carried over, in this order. */
export const TABLES: readonly Table[] = [
  ofSettings('feeds', FEEDS),
  ofSettings('watches', WATCHES),
  ofSettings('people', PEOPLE),
  ofKept(),
  ofEvents('moments', ['name'], { name: 'plain', at: 'bigint' }),
  ofEvents('bans', ['id'], { id: 'stored', first_seen_at: 'bigint?' }),
  ofEvents('canvases', ['id'], {
    ...{ id: 'stored', title: 'stored?', author: 'stored?', width: 'small', height: 'small', pixels: 'bytes' },
    ...{ version: 'bigint', pixels_at: 'bigint', first_seen_at: 'bigint', last_seen_at: 'bigint' },
    ...{ words: 'plain', bytes: 'integer' },
  }),
  ofEvents('outages', ['id'], { id: 'bigint', began: 'bigint', ended: 'bigint?', why: 'stored' }),
  ofEvents('pauses', ['target'], { target: 'plain', code: 'integer', at: 'bigint' }),
  ofEvents('told', ['source'], { source: 'plain', at: 'bigint', price: 'real?', goods: 'stored?' }),
  ofEvents('causes', ['id'], { id: 'bigint', json: 'plain' }),
  ofEvents('notices', ['id'], {
    ...{ id: 'bigint', cause: 'bigint', target: 'plain', sources: 'plain', due_at: 'bigint' },
    ...{ ended_at: 'bigint?', message: 'bigint?', why: 'stored?', held: 'plain?' },
  }),
  ofEvents('messages', ['id'], {
    ...{
      id: 'bigint',
      target: 'plain',
      nonce: 'plain',
      body: 'plain',
      tells: 'plain',
      best: 'plain',
      sealed_at: 'bigint',
    },
    ...{ settled_at: 'bigint?', message_id: 'plain?', why: 'stored?', gaps_until: 'bigint?' },
  }),
  ofEvents('items', ['id'], { id: 'bigint', key: 'stored', former_key: 'stored?', type: 'stored' }),
  ofEvents('goods', ['id'], { id: 'bigint', hash: 'bytes', json: 'plain' }),
  ofEvents('goods_types', ['type', 'goods'], { type: 'stored', goods: 'bigint' }),
  ofEvents('places', ['id'], {
    ...{
      id: 'bigint',
      world: 'stored',
      x: 'bigint',
      y: 'bigint',
      z: 'bigint',
      owner: 'stored?',
      owner_name: 'stored?',
    },
    ...{ changed_at: 'bigint', traded_at: 'bigint?' },
  }),
  // Numbered anew, in the order in which they were read until now.
  ofEvents(
    'changes',
    ['at', 'seq'],
    {
      heard_at: ['bigint?', `CASE WHEN kind < ${OF_SNAPSHOTS.first} THEN at END`],
      ...Object.fromEntries(
        COLUMNS.map((name) => [name, TEXTS[name] ?? NEEDED[name] ?? (isDiamonds(name) ? 'real?' : 'bigint?')]),
      ),
    },
    { told: { types: { seq: 'bigint' }, of: (_, before) => [before + 1], ofUnread: [] } },
  ),
  ofEvents(
    'price_samples',
    ['item', 'at'],
    { item: 'bigint', at: 'bigint', ask: 'real?', bid: 'real?', stock: 'real' },
    { from: 'marks' },
  ),
  ofEvents('trade_groups', ['item', 'at', 'kind', 'place', 'price'], {
    ...{ item: 'bigint', at: 'bigint', kind: 'small', place: 'bigint', price: 'real' },
    ...{ trades: 'bigint', items: 'real', paid: 'real', last_at: 'bigint' },
  }),
  // A unit price of nothing is none: PostgreSQL would not divide by it.
  ofEvents(
    'trades',
    ['item', 'at', 'seq'],
    { item: 'bigint', at: 'bigint', seq: 'bigint', kind: 'small', count: 'bigint', paid: 'real', place: 'bigint?' },
    { fits: 'count <> 0' },
  ),
];
