import { expect, test } from 'vitest';
import type { Change } from '../../../src/market/change.ts';
import type { Cause } from '../../../src/routing/notice.ts';
import { readCause, writeCause } from '../../../src/storage/mappers/stored-cause.ts';
import { shop, trade } from '../../market/samples.ts';
import { week } from '../../market/weeks.ts';

const RESTOCKED: Change = { kind: 'restocked', at: 1, shop: shop(1), before: shop(1, { remaining: 0 }) };
const TRADED: Change = { kind: 'traded', at: 1, trade: trade(), shop: shop(1) };
const EMPTY = { kind: 'empty', shops: 2, goods: [shop(1).item.identity] } as const;
const changed = (change: Change): Extract<Cause, { kind: 'change' }> => ({ kind: 'change', change });

test('a cause is read as it was written', () => {
  const causes: readonly Cause[] = [
    changed(RESTOCKED),
    changed(TRADED),
    { ...changed(RESTOCKED), worth: 4.2 },
    { ...changed({ kind: 'listed', at: 1, shop: shop(1) }), listedWith: { count: 120, shops: [shop(2), shop(3)] } },
    { kind: 'sample', change: RESTOCKED },
    { kind: 'expiring', at: 1, expiresAt: 2 },
    { kind: 'weekly', at: 1, player: { name: 'Ada', uuid: null }, locale: 'de', week: week({ attention: [EMPTY] }) },
  ];
  for (const cause of causes) expect(readCause(writeCause(cause))).toEqual(cause);
});

test('a shop change from 0.3.0 has its stock in the old unit, even after it is written again', () => {
  const old = readCause(JSON.stringify({ v: 1, kind: 'change', change: RESTOCKED }));
  expect(old).toEqual({ kind: 'change', change: RESTOCKED, hasOldStock: true });
  expect(readCause(writeCause(old))).toEqual(old);
});

test('a trade from 0.3.0 is read like one of today', () => {
  const old = JSON.stringify({ kind: 'change', change: TRADED });
  expect(readCause(old)).toEqual(changed(TRADED));
});
