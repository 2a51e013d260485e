import { expect, test } from 'vitest';
import { draftOfForm } from '../../commands/watch/read-draft.ts';

const ITEM = { type: 'DIRT' };

test('where one stands is no filter of the watch behind a list, unless it had a distance', () => {
  const filter = { item: ITEM, x: 1, z: 2, containers: true };
  expect(draftOfForm({ side: 'buy', filter }, 3).filter).toEqual({ item: ITEM, containers: true });
  expect(draftOfForm({ side: 'buy', filter: { ...filter, within: 9 } }, 3).filter).toEqual({ ...filter, within: 9 });
});

test('who buys waits for a price at most, who sells for one at least', () => {
  const filter = { item: ITEM, containers: true };
  expect(draftOfForm({ side: 'buy', filter }, 3)).toMatchObject({ trigger: 'at-or-below', price: 3 });
  expect(draftOfForm({ side: 'sell', filter }, 3)).toMatchObject({ trigger: 'at-or-above', price: 3 });
});
