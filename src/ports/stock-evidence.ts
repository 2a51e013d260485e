import type { StockEvidence } from '../market/shops/stock-evidence.ts';

/** Where the evidence of what the service's stock counts survives a restart. */
export interface KeptStockEvidence {
  /** null: none was kept, or it cannot be read. */
  read(): Promise<StockEvidence | null>;
  /** Durable before it resolves. @throws NotSaved */
  keep(evidence: StockEvidence): Promise<void>;
}
