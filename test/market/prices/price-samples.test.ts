import { expect, test } from 'vitest';
import { offerSamples } from '../../../src/market/prices/quotes.ts';
import { UNLIMITED } from '../../../src/market/shops/shop.ts';
import { item, marketOf, shop } from '../samples.ts';

test('a sample counts the stock of all shops that sell the item itself, without unlimited stock and boxes', () => {
  const box = item('SLIME_BLOCK', { contents: [item('DIRT')] });
  const limited = [
    shop(1, { remaining: 12 }),
    shop(2, { remaining: 30, price: 5 }),
    shop(3, { remaining: 7, item: box }),
  ];
  const bid = shop(4, { side: 'bid', price: 2, remaining: 500 });
  const [sample, ...more] = offerSamples(marketOf(...limited, bid, shop(5, { price: 3, remaining: UNLIMITED })));
  expect(more).toEqual([]);
  expect(sample).toMatchObject({ type: 'SLIME_BLOCK', ask: 3, bid: 2, stock: 42 });
});

test('a sample of unlimited stock alone has its price and a stock of zero', () => {
  const [sample] = offerSamples(marketOf(shop(1, { remaining: UNLIMITED })));
  expect(sample).toMatchObject({ ask: 4, bid: null, stock: 0 });
});
