import type { StockEvidence } from '../market/shops/stock-evidence.ts';

/** Keeps the evidence for STOCK_UNIT over a restart. */
export interface KeptStockEvidence {
  /** Null if none was kept, or it cannot be read. */
  read(): Promise<StockEvidence | null>;
  /** Durable before it resolves. @throws NotSaved */
  keep(evidence: StockEvidence): Promise<void>;
}
