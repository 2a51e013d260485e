import { expect, test } from 'vitest';
import { draftOfForm } from '../../commands/watch/read.ts';

const ITEM = { type: 'DIRT' };

test('where one stands is no filter of the watch behind a list, unless it had a distance', () => {
  const filter = { item: ITEM, x: 1, z: 2, containers: true };
  expect(draftOfForm(filter, 3).filter).toEqual({ item: ITEM, containers: true });
  expect(draftOfForm({ ...filter, within: 9 }, 3).filter).toEqual({ ...filter, within: 9 });
});
