import type { Worths } from '../../src/ports/prices.ts';

const NO_WORTH = { worth: null, why: 'few-trades', sellers: 0, trades: 0, outliers: 0 } as const;

/** No item has a worth. */
export const NO_WORTHS: Worths = { of: async () => NO_WORTH, all: async () => new Map() };

/** Returns worths in diamonds by item key. */
export function worthsOf(diamonds: Readonly<Record<string, number>>): Worths {
  const known = Object.entries(diamonds).map(
    ([key, worth]) => [key, { worth, sellers: 3, trades: 5, outliers: 0 }] as const,
  );
  const all = new Map(known);
  return { of: async ({ key }) => all.get(key) ?? NO_WORTH, all: async () => all };
}
