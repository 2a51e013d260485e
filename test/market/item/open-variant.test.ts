import { expect, test } from 'vitest';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import { findOffers } from '../../../src/market/search/offers.ts';
import { atOnce, item, marketOf, shop } from '../samples.ts';

/** Creates a shop out of stock, of which the service does not send the variant. */
const empty = (id: number, type: string, more = {}) =>
  shop(id, { item: item(unknownVariant(type)), remaining: 0, ...more });
const variant = (type: string, snbt: string) => item(identify(type, snbt));
const SHARP = '{Enchantments:[{id:"sharpness",lvl:5}]}';
const NAMED = '{display:{Name:"Foo"}}';

test.each([
  ['a good that is sold plain', [shop(9, { item: item('DIRT') })], [[1, false]]],
  ['one that is sold enchanted', [shop(9, { item: variant('DIRT', SHARP) })], [[1, true]]],
  ['one that a player has named', [shop(9, { item: variant('DIRT', NAMED) })], [[1, false]]],
  ['one sold next to another that is enchanted', [shop(9, { item: variant('BOOK', SHARP) })], [[1, false]]],
])(
  'the variant of an empty shop is marked as unknown if its type is sold in variants there: %s',
  (_, others, expected) => {
    const market = marketOf(empty(1, 'DIRT'), ...others);
    const filter = { item: { type: 'DIRT' }, containers: true };
    const { offers } = atOnce(findOffers(market, { side: 'buy', filter, sort: 'price', outOfStock: true }));
    const offersOfFirst = offers.filter(({ shop: { id } }) => id === 1);
    expect(offersOfFirst.map(({ shop: { id }, hasOpenVariant }) => [id, hasOpenVariant])).toEqual(expected);
  },
);
