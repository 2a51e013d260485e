import { describe, expect, test } from 'vitest';
import { soleContent } from '../../../src/market/item/contents.ts';
import { unknownVariant } from '../../../src/market/item/identity.ts';
import type { Item } from '../../../src/market/item/item.ts';
import { cheapestInContainers, containerQuotes } from '../../../src/market/prices/quotes.ts';
import { item, marketOf, shop, trade } from '../samples.ts';

const boxOf = (...contents: readonly Item[]) => item('SHULKER_BOX', { contents });
const slimes = (quantity: number) => item('SLIME_BLOCK', { quantity });

describe('what a container holds', () => {
  test('is one item over all slots, boxes within it counted through', () => {
    const bundles = item('BUNDLE', { quantity: 2, contents: [slimes(10)] });
    expect(soleContent(boxOf(slimes(64), slimes(16), bundles))).toMatchObject({
      identity: { type: 'SLIME_BLOCK' },
      count: 100,
    });
  });

  test('is nothing to be told of when it is empty, mixed or unknown', () => {
    const empty = item('BUNDLE');
    const unknown = item(unknownVariant('SLIME_BLOCK'));
    const boxes = [boxOf(), boxOf(slimes(1), item('DIRT')), boxOf(slimes(1), empty), boxOf(unknown, unknown)];
    expect(boxes.map(soleContent)).toEqual([null, null, null, null]);
  });
});

describe('a quote of filled containers', () => {
  test('gives for each content the lowest price of one, and the shops; what most have comes first', () => {
    const quotes = containerQuotes(
      marketOf(
        shop(1, { price: 32, item: boxOf(item('DIRT', { quantity: 64 })) }),
        shop(2, { price: 64, item: boxOf(slimes(64)) }),
        shop(3, { price: 96, item: { ...boxOf(slimes(16), slimes(16)), quantity: 4 }, remaining: 4 }),
        shop(4, { price: 1, item: boxOf(slimes(1), item('DIRT')) }),
        shop(5, { price: 1, item: boxOf() }),
        shop(6, { price: 1, item: boxOf(slimes(64)), remaining: 0 }),
        shop(7, { price: 1, item: boxOf(slimes(64)), side: 'bid' }),
      ),
      'SHULKER_BOX',
    );
    expect(quotes).toMatchObject({
      quotes: [
        { identity: { type: 'SLIME_BLOCK' }, unitPrice: 0.75, shops: 2 },
        { identity: { type: 'DIRT' }, unitPrice: 0.5, shops: 1 },
      ],
      mixed: 1,
    });
  });

  test('ends when trades have emptied the shop', () => {
    const box = boxOf(slimes(64));
    const market = marketOf(shop(1, { item: box, remaining: 1 }));
    market.apply(trade({ item: box, moved: 1 }));
    expect(containerQuotes(market, 'SHULKER_BOX')).toEqual({ quotes: [], mixed: 0 });
  });
});

describe('the cheapest container of an item', () => {
  const slime = { type: 'SLIME_BLOCK' };

  test('is full of it alone, on sale and in stock', () => {
    const market = marketOf(
      shop(1, { price: 32, item: boxOf(slimes(64)) }),
      shop(2, { price: 8, item: boxOf(slimes(64)) }),
      shop(3, { price: 1, item: boxOf(slimes(64), item('DIRT')) }),
      shop(4, { price: 1, item: boxOf(slimes(64)), remaining: 0 }),
      shop(5, { price: 1, item: boxOf(slimes(64)), side: 'bid' }),
    );
    expect(cheapestInContainers(market, slime)).toMatchObject({ shop: { id: 2 }, unitPrice: 0.125, shops: 2 });
  });

  test('is none where only shops of the item itself sell it', () => {
    expect(cheapestInContainers(marketOf(shop(1)), slime)).toBeNull();
  });
});
