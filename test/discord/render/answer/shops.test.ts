import { expect, test } from 'vitest';
import { offersUpTo, renderShops } from '../../../../src/discord/render/answer/shops.ts';
import { identify, unknownVariant } from '../../../../src/market/item/identity.ts';
import { findOffers } from '../../../../src/market/search/offers.ts';
import type { Shop } from '../../../../src/market/shops/shop.ts';
import type { ShopQuery } from '../../../../src/ports/queries.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { atOnce, item, marketOf, shop, trade } from '../../../market/samples.ts';

const query: ShopQuery = {
  userId: '1',
  side: 'buy',
  sort: 'price',
  outOfStock: false,
  filter: { item: { type: 'SLIME_BLOCK' }, containers: true },
};

function page(shops: readonly Shop[], more: Partial<ShopQuery> = {}, moved = 0) {
  const market = marketOf(...shops);
  if (moved > 0) market.apply(trade({ moved }));
  const asked = { ...query, ...more };
  const answer = { query: asked, found: atOnce(findOffers(market, asked)), page: 0, freshness: '-# fresh', key: null };
  const [embed] = renderShops({ ...answer, language: ENGLISH }).embeds;
  return { title: embed?.title ?? '', text: embed?.description ?? '' };
}

test('empty shops are told apart from those that sell', () => {
  const shops = [shop(1), shop(2, { remaining: 0 })];
  const all = page(shops, { outOfStock: true });
  expect(all.title).toBe('Slime Block: 1 shop sells it now, 1 out of stock');
  expect(all.text).toMatch(/\*\*1\.\*\* .*64 in stock\n.*\n\*\*2\.\*\* .* · out of stock\n/);
  expect(page(shops).title).toBe('Slime Block: 1 shop sells it now');
});

test('empty shops are offered only where there are some', () => {
  expect(page([shop(1, { remaining: 0 })]).text).toContain('With `out-of-stock` I also show 1 empty shop.');
  expect(page([shop(1, { item: item('DIRT') })]).text).toMatch(/^Try again/);
});

test('what trades have emptied since is probably out of stock', () => {
  const { title } = page([shop(1, { remaining: 3 })], {}, 3);
  expect(title).toBe('Slime Block: probably no shop sells it now');
  expect(page([shop(1, { remaining: 3 })], { outOfStock: true }, 3).text).toContain(' · probably out of stock\n');
});

test('a buyer is listed whatever stock it shows, and may not buy where that is less than a bundle', () => {
  const buyer = (id: number, remaining: number) => shop(id, { side: 'bid', price: 9 - id, remaining });
  const { title, text } = page([buyer(1, 0), buyer(2, 64)], { side: 'sell' });
  expect(title).toBe('Slime Block: 2 shops buy it now');
  expect(text).toMatch(/\*\*1\.\*\* \*\*8\*\* each .* · 0 left: may not buy\n.*\n\*\*2\.\*\* \*\*7\*\* each · [^·]*\n/);
});

test('a shop of a kind that nobody knows comes last, under its own name, and sells nothing', () => {
  const { title, text } = page([shop(1, { side: null, kind: 'TRADING', price: 1 }), shop(2)]);
  expect(title).toBe('Slime Block: 1 shop sells it now');
  expect(text).toMatch(/\*\*1\.\*\* \*\*4\*\* each .*\n.*\n\*\*2\.\*\* \*\*1\*\* each .* · of the kind TRADING\n/);
});

test('a page is the same whether all offers are found or those up to it', () => {
  const shops = Array.from({ length: 16 }, (_, at) => shop(at, { price: 1 + (at % 5), remaining: at % 3 }));
  const others = [20, 21, 22].map((id) => shop(id, { side: null, kind: 'TRADING' }));
  const market = marketOf(...shops, ...others);
  const pageOf = (asked: ShopQuery, page: number, limit?: number) => {
    const found = atOnce(findOffers(market, { ...asked, ...(limit && { limit }) }));
    return renderShops({ query: asked, found, page, freshness: '-# fresh', key: 'key', language: ENGLISH });
  };
  for (const outOfStock of [false, true]) {
    const asked = { ...query, outOfStock };
    for (const page of [0, 1, 2, 3, 4]) expect(pageOf(asked, page, offersUpTo(page))).toEqual(pageOf(asked, page));
  }
  const last = pageOf({ ...query, outOfStock: true }, 3, offersUpTo(3)).embeds[0]?.description;
  expect(last).toMatch(/\*\*19\.\*\* .*TRADING\n.*\n-# Page 4 of 4\n/);
});

test('blocks in several worlds are told to be in each its own', () => {
  const nether = shop(2, { location: { x: 1, y: 64, z: 1, world: 'nether' } });
  const near = { filter: { ...query.filter, x: 0, z: 0 } };
  const note = 'Blocks are counted in each shop’s own world: `world` keeps to one';
  expect(page([shop(1), nether], near).text).toContain(note);
  expect(page([shop(1)], near).text).not.toContain(note);
  expect(page([shop(1), nether]).text).not.toContain(note);
});

test('mixed boxes stand by how much of it they hold, and say so', () => {
  const mixed = (quantity: number) =>
    item('SHULKER_BOX', { contents: [item('SLIME_BLOCK', { quantity }), item('DIRT'), item('SLIME_BLOCK')] });
  const { text } = page([
    shop(1, { item: mixed(8), price: 1 }),
    shop(2, { item: mixed(63), price: 9 }),
    shop(3, { item: mixed(63), price: 8 }),
  ]);
  expect(text.match(/\*\*\d\.\*\*.*diamonds?/g)).toEqual([
    '**1.** **mixed contents** with 64 of it in Shulker Box · 1 box for 8 diamonds',
    '**2.** **mixed contents** with 64 of it in Shulker Box · 1 box for 9 diamonds',
    '**3.** **mixed contents** with 9 of it in Shulker Box · 1 box for 1 diamond',
  ]);
});

test('a variant that nobody knows is a word only where the item is sold in variants', () => {
  const buyer = (type: string) => shop(1, { side: 'bid', remaining: 0, item: item(unknownVariant(type)) });
  const sharp = shop(2, { item: item(identify('SLIME_BLOCK', '{Enchantments:[{id:"sharpness",lvl:5}]}')) });
  const sell = { side: 'sell' } as const;
  expect(page([buyer('SLIME_BLOCK')], sell).text).toContain('**1.** **4** each · 1 for 4 diamonds · 0 left');
  expect(page([buyer('SLIME_BLOCK'), sharp], sell).text).toContain('each · Slime Block (variant unknown) · 1 for');
});
