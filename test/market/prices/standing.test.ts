import { expect, test } from 'vitest';
import { differenceFromWorth } from '../../../src/market/prices/worth.ts';

test('a price is stated as a percentage under or over the worth, and as equal within one percent', () => {
  expect(differenceFromWorth(3, 4)).toEqual({ percent: 25, direction: 'under' });
  expect(differenceFromWorth(0, 4)).toEqual({ percent: 100, direction: 'under' });
  expect(differenceFromWorth(10, 4)).toEqual({ percent: 150, direction: 'over' });
  expect(differenceFromWorth(4.02, 4)).toEqual({ percent: 0, direction: 'at' });
  expect(differenceFromWorth(101.5, 100)).toEqual({ percent: 2, direction: 'over' });
});

test('percentages under the worth are rounded down, so that 24.6 % is never displayed as 25 %', () => {
  expect(differenceFromWorth(75.4, 100)).toEqual({ percent: 24, direction: 'under' });
  expect(differenceFromWorth(0.67, 1)).toEqual({ percent: 33, direction: 'under' });
});

test('no percentage is stated for a worth of 0', () => {
  expect(differenceFromWorth(3, 0)).toBeNull();
});
