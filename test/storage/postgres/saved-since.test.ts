import { expect, test } from 'vitest';
import type { Change } from '../../../src/market/change.ts';
import { identify } from '../../../src/market/item/identity.ts';
import { EMPTY_MATCH_CONTEXT } from '../../../src/routing/shop-news.ts';
import { settingsForms } from '../../../src/storage/mappers/settings-records.ts';
import type { Queryable, QueryResult } from '../../../src/storage/postgres/client.ts';
import {
  addSavedSince,
  type FoundSubscriptions,
  lookupsOf,
  PostgresRouter,
} from '../../../src/storage/postgres/router.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { item, shop } from '../../market/samples.ts';
import { watch } from '../../routing/samples.ts';

const forms = settingsForms(recordingLog());

const listed = (n: number): Change => ({ kind: 'listed', at: n, shop: shop(n, { item: item(identify(`TYPE_${n}`)) }) });
const saved = (n: number) => {
  const one = watch(`w${n}`, { trigger: 'listed', price: null, item: { type: `TYPE_${n}` }, userId: String(n) });
  return { type: 'watches', id: one.id, record: forms.watches.write(one), isActive: true, moment: String(n) };
};

/** A database that returns only subscriptions saved meanwhile; `answerOf` gives them per query. */
function savedIn(answerOf: (round: number) => readonly object[]): Queryable {
  let round = 0;
  return {
    async query<Row extends object>(sql: unknown): Promise<QueryResult<Row>> {
      const text = String(sql);
      if (text.startsWith('SELECT pg_current_snapshot')) return resultOf([{ moment: '1:1:' }]);
      if (!text.includes('pg_visible_in_snapshot')) return resultOf([]);
      round += 1;
      return resultOf(answerOf(round));
    },
  };
}

function resultOf<Row>(rows: readonly object[]): QueryResult<Row> {
  return { rows: rows as Row[], count: rows.length, command: 'SELECT' };
}

test('thousands of saves during thousands of changes are found, and the routing yields many times', async () => {
  const all = Array.from({ length: 5_000 }, (_, n) => n);
  const lookups = all.map((n) => lookupsOf(listed(n), EMPTY_MATCH_CONTEXT));
  const found = all.map((): FoundSubscriptions => ({ feeds: new Map(), watches: new Map([['w1', watch('w1')]]) }));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await addSavedSince('1:1:', found, lookups, { db: savedIn(() => all.map(saved)), forms });
  isOver = true;
  expect(found.map(({ watches }) => [...watches.keys()])).toEqual(all.map((n) => [`w${n}`]));
  expect(turns).toBeGreaterThan(5);
});

test('endless edits do not keep a snapshot from being routed', async () => {
  const router = new PostgresRouter({ db: savedIn((round) => [saved(round)]), forms, now: () => 0 });
  const notices = await router.routeAll([1, 2, 3].map(listed), EMPTY_MATCH_CONTEXT);
  expect(notices.map(({ target }) => target.id)).toEqual(['1', '2', '3']);
});
