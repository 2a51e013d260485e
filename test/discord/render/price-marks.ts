import fc from 'fast-check';
import type { KindCounts } from '../../../src/market/prices/kind-counts.ts';
import type { WorthDifference } from '../../../src/market/prices/worth.ts';

const kindCounts: fc.Arbitrary<KindCounts> = fc.record({
  own: fc.record({ sellers: fc.nat(), empty: fc.nat(), buyers: fc.nat() }),
  others: fc.record({ sellers: fc.nat(), buyers: fc.nat(), areEnchanted: fc.boolean() }),
  filled: fc.nat(),
  containers: fc.nat(),
});

const worthDifference: fc.Arbitrary<WorthDifference> = fc.record({
  percent: fc.nat(),
  direction: fc.constantFrom('under', 'over', 'at'),
});

/** Fields of an answer of `/price`. */
export const priceMarks = { counts: kindCounts, trend: fc.option(worthDifference) };
