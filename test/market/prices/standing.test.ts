import { expect, test } from 'vitest';
import { standing } from '../../../src/market/prices/worth.ts';

test('a price is stated as a percentage under or over the worth, and as equal within one percent', () => {
  expect(standing(3, 4)).toEqual({ percent: 25, direction: 'under' });
  expect(standing(0, 4)).toEqual({ percent: 100, direction: 'under' });
  expect(standing(10, 4)).toEqual({ percent: 150, direction: 'over' });
  expect(standing(4.02, 4)).toEqual({ percent: 0, direction: 'at' });
  expect(standing(101.5, 100)).toEqual({ percent: 2, direction: 'over' });
});

test('percentages under the worth are rounded down, so that 24.6 % is never displayed as 25 %', () => {
  expect(standing(75.4, 100)).toEqual({ percent: 24, direction: 'under' });
  expect(standing(0.67, 1)).toEqual({ percent: 33, direction: 'under' });
});

test('no percentage is stated for a worth of 0', () => {
  expect(standing(3, 0)).toBeNull();
});
