import fc from 'fast-check';
import { expect, it } from 'vitest';
import { auction, item, purchase, shop } from '../journal/samples.ts';
import type { OpenJournal } from './journal.contract.ts';

const BOOK = item('ENCHANTED_BOOK', '00000000000000b1');
const SHARP_BOOK = item('ENCHANTED_BOOK', '00000000000000b2');

export function trades(open: OpenJournal): void {
  it('finds the trades of a type or of one variant, oldest first, between two moments', async () => {
    const { journal } = await open();
    const event = (at: number, of = BOOK) => ({ event: auction(at, of), shop: null });
    await journal.record({
      events: [event(30), event(10, SHARP_BOOK), { event: purchase(20, BOOK), shop: shop(7) }, event(40)],
      notices: [],
    });
    await journal.record({ events: [{ event: purchase(20), shop: null }], notices: [] });

    const found = await journal.trades({ type: 'ENCHANTED_BOOK' }, 10, 40);
    expect(found).toEqual([
      { at: 10, kind: 'auction', key: SHARP_BOOK.identity.key, count: 2, paid: 9, shopId: null },
      { at: 20, kind: 'purchase', key: BOOK.identity.key, count: 3, paid: 12, shopId: 7 },
      { at: 30, kind: 'auction', key: BOOK.identity.key, count: 2, paid: 9, shopId: null },
    ]);
    const sharp = await journal.trades({ type: 'ENCHANTED_BOOK', key: SHARP_BOOK.identity.key }, 0, 99);
    expect(sharp.map((trade) => trade.at)).toEqual([10]);
    expect(await journal.trades({ type: 'NOTHING' }, 0, 99)).toEqual([]);
  });

  it('keeps every trade, however many are equal, and reads them back in order', async () => {
    const { journal } = await open();
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 60 }), async (times) => {
        const of = item(`ITEM_${round}`, `${round++}`.padStart(16, '0'));
        await journal.record({ events: times.map((at) => ({ event: purchase(at, of), shop: null })), notices: [] });
        const found = await journal.trades({ type: of.identity.type }, 0, 6);
        expect(found.map((trade) => trade.at)).toEqual(times.toSorted((a, b) => a - b));
      }),
      { numRuns: 30 },
    );
  });

  it('forgets what is older than it is told, and only that', async () => {
    const { journal } = await open();
    const events = Array.from({ length: 5_000 }, (_, at) => ({
      event: purchase(at, at % 2 ? BOOK : item()),
      shop: null,
    }));
    await journal.record({ events, notices: [] });
    await journal.prune(4_990);
    const left = [
      ...(await journal.trades({ type: 'ENCHANTED_BOOK' }, 0, 9_999)),
      ...(await journal.trades({ type: 'SLIME_BLOCK' }, 0, 9_999)),
    ];
    expect(left.map((trade) => trade.at)).toEqual([4991, 4993, 4995, 4997, 4999, 4990, 4992, 4994, 4996, 4998]);
  });
}
