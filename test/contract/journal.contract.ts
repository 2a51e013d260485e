import { describe } from 'vitest';
import type { Journal } from '../../src/ports/journal.ts';
import { bansMomentsAndOutages } from './journal-facts.contract.ts';
import { outbox } from './journal-outbox.contract.ts';
import { trades } from './journal-trades.contract.ts';

/** A journal, `reopen`ed as after a restart. */
export type OpenJournal = () => Promise<{ journal: Journal; reopen(): Promise<Journal> }>;

/** What every adapter of Journal keeps to. */
export function journalContract(name: string, open: OpenJournal): void {
  describe(`Journal: ${name}`, () => {
    outbox(open);
    trades(open);
    bansMomentsAndOutages(open);
  });
}
