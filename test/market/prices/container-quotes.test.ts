import { describe, expect, test } from 'vitest';
import { soleContent } from '../../../src/market/item/contents.ts';
import { unknownVariant } from '../../../src/market/item/identity.ts';
import type { Item } from '../../../src/market/item/item.ts';
import { cheapestInContainers, containerQuotes } from '../../../src/market/prices/quotes.ts';
import { item, marketOf, shop, trade } from '../samples.ts';

const boxOf = (...contents: readonly Item[]) => item('SHULKER_BOX', { contents });
const slimes = (quantity: number) => item('SLIME_BLOCK', { quantity });

describe('the content of a container', () => {
  test('is one item counted over all slots and nested boxes', () => {
    const bundles = item('BUNDLE', { quantity: 2, contents: [slimes(10)] });
    expect(soleContent(boxOf(slimes(64), slimes(16), bundles))).toMatchObject({
      identity: { type: 'SLIME_BLOCK' },
      count: 100,
    });
  });

  test('is null if the container is empty, mixed or of unknown variants', () => {
    const empty = item('BUNDLE');
    const unknown = item(unknownVariant('SLIME_BLOCK'));
    const boxes = [boxOf(), boxOf(slimes(1), item('DIRT')), boxOf(slimes(1), empty), boxOf(unknown, unknown)];
    expect(boxes.map(soleContent)).toEqual([null, null, null, null]);
  });
});

describe('the quotes of filled containers', () => {
  test('give the lowest unit price and the shops per content, the content with most shops first', () => {
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

  test('exclude a shop that trades have emptied', () => {
    const box = boxOf(slimes(64));
    const market = marketOf(shop(1, { item: box, remaining: 1 }));
    market.apply(trade({ item: box, moved: 1 }));
    expect(containerQuotes(market, 'SHULKER_BOX')).toEqual({ quotes: [], mixed: 0 });
  });
});

describe('the cheapest container of an item', () => {
  const slime = { type: 'SLIME_BLOCK' };

  test('holds that item alone, is on sale and in stock', () => {
    const market = marketOf(
      shop(1, { price: 32, item: boxOf(slimes(64)) }),
      shop(2, { price: 8, item: boxOf(slimes(64)) }),
      shop(3, { price: 1, item: boxOf(slimes(64), item('DIRT')) }),
      shop(4, { price: 1, item: boxOf(slimes(64)), remaining: 0 }),
      shop(5, { price: 1, item: boxOf(slimes(64)), side: 'bid' }),
    );
    expect(cheapestInContainers(market, slime)).toMatchObject({ shop: { id: 2 }, unitPrice: 0.125, shops: 2 });
  });

  test('is null where only shops of the item itself sell it', () => {
    expect(cheapestInContainers(marketOf(shop(1)), slime)).toBeNull();
  });
});
