import { describe } from 'vitest';
import { canvases } from './journal-canvases.contract.ts';
import { changes } from './journal-changes.contract.ts';
import { bansMomentsAndOutages } from './journal-facts.contract.ts';
import { history } from './journal-history.contract.ts';
import { largeEntries } from './journal-large-entries.contract.ts';
import { outbox } from './journal-outbox.contract.ts';
import { pastNotices } from './journal-past-notices.contract.ts';
import { samples } from './journal-price-samples.contract.ts';
import { shopTrades } from './journal-shop-trades.contract.ts';
import type { OpenJournal } from './open-journal.ts';
import { ownShops } from './own-shops.contract.ts';

export function journalContract(name: string, open: OpenJournal): void {
  describe(`Journal: ${name}`, () => {
    outbox(open);
    largeEntries(open);
    pastNotices(open);
    history(open);
    shopTrades(open);
    ownShops(open);
    samples(open);
    changes(open);
    bansMomentsAndOutages(open);
    canvases(open);
  });
}
