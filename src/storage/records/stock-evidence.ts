import type { KeptStockEvidence } from '../../ports/journal.ts';
import { RECORD_TABLES } from '../mappers/record-tables.ts';
import type { OpenRecords } from './records.ts';

const KEY = 'evidence';

/** The evidence for STOCK_UNIT. */
export function keptStockEvidence(open: OpenRecords): KeptStockEvidence {
  const records = open(RECORD_TABLES.stockEvidence);
  return {
    read: () => records.get(KEY),
    keep: ({ cases, contradicts }) => records.set(KEY, { cases: [...cases], contradicts }),
  };
}
