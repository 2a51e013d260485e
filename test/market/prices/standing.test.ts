import { expect, test } from 'vitest';
import { standing } from '../../../src/market/prices/worth.ts';

test('a price stands so many per cent under or over the worth, and at it within one', () => {
  expect(standing(3, 4)).toEqual({ percent: 25, direction: 'under' });
  expect(standing(0, 4)).toEqual({ percent: 100, direction: 'under' });
  expect(standing(10, 4)).toEqual({ percent: 150, direction: 'over' });
  expect(standing(4.02, 4)).toEqual({ percent: 0, direction: 'at' });
  expect(standing(101.5, 100)).toEqual({ percent: 2, direction: 'over' });
});

test('24.6 % below the worth are no 25 %: per cent below are rounded down, without the dust of fractions', () => {
  expect(standing(75.4, 100)).toEqual({ percent: 24, direction: 'under' });
  expect(standing(0.67, 1)).toEqual({ percent: 33, direction: 'under' });
});

test('nothing stands to a worth of 0', () => {
  expect(standing(3, 0)).toBeNull();
});
