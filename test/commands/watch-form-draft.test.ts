import { expect, test } from 'vitest';
import { draftOfForm } from '../../commands/watch/draft.ts';
import { referencePrice } from '../../src/discord/render/answer/watch-form.ts';

const ITEM = { type: 'DIRT' };

test('the watch behind a list drops the position from its filter, unless it has a distance', () => {
  const filter = { item: ITEM, x: 1, z: 2, containers: true };
  expect(draftOfForm({ side: 'buy', filter }, 3).filter).toEqual({ item: ITEM, containers: true });
  expect(draftOfForm({ side: 'buy', filter: { ...filter, within: 9 } }, 3).filter).toEqual({ ...filter, within: 9 });
});

test('a buying watch waits for a maximum price, a selling one for a minimum', () => {
  const filter = { item: ITEM, containers: true };
  expect(draftOfForm({ side: 'buy', filter }, 3)).toMatchObject({ trigger: 'at-or-below', price: 3 });
  expect(draftOfForm({ side: 'sell', filter }, 3)).toMatchObject({ trigger: 'at-or-above', price: 3 });
});

test.each([
  [1, 0.5, 'buy', 0.5],
  [1, 2, 'buy', 1],
  [1, 0.5, 'sell', 1],
  [1, 2, 'sell', 2],
  [1, null, 'buy', 1],
  [null, 2, 'buy', 2],
  [null, null, 'sell', null],
] as const)(
  'with a worth of %s and a best price of %s, a form to %s starts from %s',
  (worth, best, side, reference) => {
    expect(referencePrice(worth, best, side)).toBe(reference);
  },
);
