import { expect, it } from 'vitest';
import type { StockEvidence } from '../../../src/market/shops/stock-evidence.ts';
import type { KeptStockEvidence } from '../../../src/ports/journal.ts';

interface OpenEvidence {
  readonly evidence: KeptStockEvidence;
  /** Opens the same store as a process that starts later. */
  reopen(): Promise<KeptStockEvidence>;
}

const FOUND: StockEvidence = {
  cases: [
    { owner: '0a1b2c3d-0000-4000-8000-00000000000a', fits: 'items' },
    { owner: '0a1b2c3d-0000-4000-8000-00000000000b', fits: 'bundles' },
  ],
  contradicts: null,
};

export function stockEvidenceContract(engine: string, open: () => Promise<OpenEvidence>): void {
  it(`${engine}: a new store has no evidence of STOCK_UNIT`, async () => {
    expect(await (await open()).evidence.read()).toBeNull();
  });

  it(`${engine}: the last evidence and its verdict survive a restart`, async () => {
    const { evidence, reopen } = await open();
    await evidence.keep(FOUND);
    expect(await evidence.read()).toEqual(FOUND);
    await evidence.keep({ ...FOUND, contradicts: 'bundles' });
    expect(await (await reopen()).read()).toEqual({ ...FOUND, contradicts: 'bundles' });
  });
}
