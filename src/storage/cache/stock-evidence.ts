import { z } from 'zod';
import { STOCK_UNITS } from '../../market/shops/stock.ts';
import type { KeptStockEvidence } from '../../ports/journal.ts';
import type { OpenRecords } from './records.ts';

const unit = z.enum(STOCK_UNITS);
const evidence = z.strictObject({
  cases: z.array(z.strictObject({ owner: z.string(), fits: unit })),
  contradicts: unit.nullable(),
});

const KEY = 'evidence';

export function keptStockEvidence(open: OpenRecords): KeptStockEvidence {
  const records = open({ name: 'stock', schema: evidence });
  return {
    read: () => records.get(KEY),
    keep: ({ cases, contradicts }) => records.set(KEY, { cases: [...cases], contradicts }),
  };
}
