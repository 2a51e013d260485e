import { ComponentType } from 'discord.js';
import { expect, test } from 'vitest';
import { canvasOfOffer, offersOn, renderShops } from '../../../../src/discord/render/answer/shops.ts';
import { identify, unknownVariant } from '../../../../src/market/item/identity.ts';
import { nearestAnswer } from '../../../../src/market/search/nearest-answer.ts';
import { findOffers } from '../../../../src/market/search/offers.ts';
import { planCount } from '../../../../src/market/search/plan-count.ts';
import type { Shop } from '../../../../src/market/shops/shop.ts';
import type { ShopQuery } from '../../../../src/ports/queries.ts';
import { ENGLISH, LANGUAGES } from '../../../language/spoken.ts';
import { canvasId, canvasSnbt } from '../../../market/paintings/samples.ts';
import { atOnce, item, marketOf, shop, trade } from '../../../market/samples.ts';
import { NO_ICONS } from '../../no-icons.ts';
import { expectAccepted } from '../accepted.ts';
import { layoutText } from '../layout-text.ts';
import { query } from './shop-query.ts';

function page(shops: readonly Shop[], more: Partial<ShopQuery> = {}, moved = 0, language = ENGLISH) {
  const market = marketOf(...shops);
  if (moved > 0) market.apply(trade({ moved }));
  const asked = { ...query, ...more };
  const found = atOnce(findOffers(market, asked));
  const answer = { query: asked, found, page: 0, freshness: '-# fresh', key: 'key', icons: NO_ICONS };
  return layoutText(renderShops({ ...answer, language }));
}

test('/shop distinguishes empty shops from those with stock', () => {
  const shops = [shop(1), shop(2, { remaining: 0 })];
  const all = page(shops, { outOfStock: true });
  expect(all).toMatch(/^### Buy Slime Block\n1 shop has it, 1 empty · prices in diamonds\n/);
  expect(all).toMatch(/`#1` .* · 64 in stock\n.*\n`#2` .* · out of stock\n/);
  expect(page(shops)).toMatch(/^### Buy Slime Block\n1 shop has it, 1 empty · prices in diamonds\n/);
  expect(page([shop(1)])).toMatch(/^### Buy Slime Block\n1 shop has it · prices in diamonds\n/);
});

test('the heading names the item in the reader’s language if a shop sells it, else as chosen', () => {
  const rocket = identify('FIREWORK_ROCKET', '{"minecraft:fireworks":{flight_duration:2b}}');
  const filter = {
    item: { type: rocket.type, key: rocket.key, label: 'Firework Rocket (flight 2)' },
    containers: true,
  };
  const heading = (...shops: readonly Shop[]) => page(shops, { filter }, 0, LANGUAGES.of('de')).split('\n')[0];
  expect(heading(shop(1, { item: item(rocket) }))).toBe('### Firework Rocket (Flugdauer 2) kaufen');
  expect(heading(shop(1))).toBe('### Firework Rocket (flight 2) kaufen');
});

test('in /shop rank and price never read as one number, and a bundle of one has its price once', () => {
  expect(page([shop(1, { price: 3 })])).toContain('\n`#1` **3** · 64 in stock\n');
  const stack = item('SLIME_BLOCK', { quantity: 4 });
  expect(page([shop(1, { price: 3, item: stack })])).toContain('`#1` **4 for 3** · 0.75 each · 64 in stock');
});

const painting = (number: number) =>
  item(identify('PAINTING', canvasSnbt({ id: canvasId(number), title: `Study ${number}` })));
const pictureOf = (number: number) =>
  [canvasId(number), { url: `attachment://canvas-${number}.png`, alt: `Study ${number}` }] as const;

test('/shop shows pictures of paintings, and of containers of a single painting', () => {
  const box = item('CHEST', { contents: [painting(3), painting(3)] });
  const mixed = item('CHEST', { contents: [painting(4), painting(5)] });
  const goods = [painting(1), painting(2), box, mixed, item('PAINTING')];
  const market = marketOf(...goods.map((one, at) => shop(at + 1, { price: at + 1, item: one })));
  const asked: ShopQuery = { ...query, filter: { item: { type: 'PAINTING' }, containers: true } };
  const found = atOnce(findOffers(market, asked));
  const canvases = offersOn(0, found).map(canvasOfOffer);
  expect(canvases.filter((canvas) => canvas !== null).toSorted()).toEqual([1, 2, 3].map(canvasId));
  const paintings = new Map([1, 3].map(pictureOf));
  const answer = { query: asked, found, page: 0, freshness: '-# fresh', key: 'key', paintings, icons: NO_ICONS };
  const [list] = renderShops({ ...answer, language: ENGLISH }).components;
  const shown = list?.components.flatMap((part) => (part.type === ComponentType.Section ? [part] : [])) ?? [];
  expect(shown.map(({ accessory, components: [text] }) => [text?.content, accessory])).toMatchObject([
    [expect.stringContaining('“Study 1”'), { media: { url: 'attachment://canvas-1.png' }, description: 'Study 1' }],
    [expect.stringContaining('in Chest'), { media: { url: 'attachment://canvas-3.png' }, description: 'Study 3' }],
  ]);
});

test('a full page of pictures with all its menus is accepted by Discord', () => {
  const numbers = Array.from({ length: 20 }, (_, at) => at);
  const market = marketOf(...numbers.map((number) => shop(number, { item: painting(number) })));
  const asked: ShopQuery = { ...query, filter: { item: { type: 'PAINTING' }, x: 1, z: 2, containers: true } };
  const found = atOnce(findOffers(market, asked));
  const paintings = new Map(numbers.map(pictureOf));
  const icons = {
    ...NO_ICONS,
    of: () => ({ url: 'https://localhost/icon.png', name: 'a', emojiId: '1', emoji: '<:a:1>' }),
  };
  const answer = { query: asked, found, page: 1, freshness: '-# fresh', key: 'key', paintings, icons };
  const layout = renderShops({ ...answer, language: ENGLISH });
  expect(JSON.stringify(layout).match(/attachment:/g)).toHaveLength(6);
  expectAccepted(layout);
});

test('in /shop coordinates are first on their line, where they never break', () => {
  expect(page([shop(1)])).toContain('\n-# `1 64 -3` world · Ada\n');
});

test('an answer without sellers has buttons for a watch and for empty shops, if any', () => {
  const empty = page([shop(1, { remaining: 0 })]);
  expect(empty).toContain('No shop sells it right now.\n1 empty shop would sell it once restocked.\n');
  expect(empty).toContain('[Show empty shops]\n[Watch this]');
  const none = page([shop(1, { item: item('DIRT') })]);
  expect(none).toContain('No shop sells it right now.\n[Watch this]');
  expect(none).not.toContain('refresh');
});

test('shops emptied by trades are described as probably out of stock until the next refresh', () => {
  const text = page([shop(1, { remaining: 3 })], {}, 3);
  expect(text).toContain('Probably no shop sells it right now: the last ones were just emptied. The next refresh');
  expect(page([shop(1, { remaining: 3 })], { outOfStock: true }, 3)).toContain(' · probably out of stock\n');
});

test('/shop lists a buyer without room last, and marks it', () => {
  const buyer = (id: number, remaining: number) => shop(id, { side: 'bid', price: 9 - id, remaining });
  const text = page([buyer(1, 0), buyer(2, 64)], { side: 'sell' });
  expect(text).toContain('### Sell Slime Block\n1 shop buys it · prices in diamonds\n');
  expect(text).toMatch(/`#1` \*\*pays 7\*\* · room for 64\n.*\n`#2` \*\*pays 8\*\* · no room left\n/);
});

test('lists of buyers have no sorting by stock, which they do not show', () => {
  const many = (side: 'ask' | 'bid') => Array.from({ length: 9 }, (_, id) => shop(id, { side }));
  expect(page(many('ask'))).toContain('[Largest stock first]');
  expect(page(many('bid'), { side: 'sell' })).not.toContain('[Largest stock first]');
  expect(page(many('bid'), { side: 'sell' })).toContain('[Best price first]');
});

test('a long list of shops has a menu of pages, which includes the first, the last and the current one', () => {
  const shops = Array.from({ length: 400 }, (_, id) => shop(id));
  const text = page(shops);
  expect(text.match(/\[Page .*\]/g)).toHaveLength(24);
  expect(text).toContain('[Page 1: shops 1–6]');
  expect(text).toContain('[Page 67: shops 397–400]');
  expect(page(shops.slice(0, 12))).not.toContain('[Page');
});

test('a shop of unknown kind is listed last, with the name of its kind', () => {
  const text = page([shop(1, { side: null, kind: 'TRADING', price: 1 }), shop(2)]);
  expect(text).toContain('### Buy Slime Block\n1 shop has it · prices in diamonds\n');
  expect(text).toMatch(/`#1` \*\*4\*\* .*\n.*\n`#2` \*\*1\*\* .* · of the kind TRADING\n/);
});

test('an answer with distances states the place, and one with several worlds also counts Nether blocks', () => {
  const nether = shop(2, { location: { x: 1, y: 64, z: 1, world: 'nether' } });
  const near = { filter: { ...query.filter, x: 0, z: 0 } };
  const note =
    'Distances from `0 0` in the Overworld. 1 block of the Nether counts as 8 there. For another world add `world`.';
  expect(page([shop(1), nether], near)).toContain(note);
  expect(page([shop(1), nether], near)).toContain(
    'nether · `8\u00a08` in the Overworld · Ada · 11 blocks (1 in the Nether)\n',
  );
  const end = shop(3, { location: { x: 1, y: 64, z: 1, world: 'world_the_end' } });
  expect(page([end], near)).toContain(' · in another world\n');
  expect(page([shop(1)], near)).toContain('\n-# Distances from `0 0`.\n');
  const inWorld = { filter: { ...near.filter, world: 'nether' } };
  expect(page([nether], inWorld)).toContain('\n-# Distances from `0 0` nether.\n');
  expect(page([shop(1), nether])).not.toContain('Distances');
  expect(page([], near)).not.toContain('Distances');
});

test('mixed boxes are sorted by the amount of the item, and state it', () => {
  const mixed = (quantity: number) =>
    item('SHULKER_BOX', { contents: [item('SLIME_BLOCK', { quantity }), item('DIRT'), item('SLIME_BLOCK')] });
  const text = page([
    shop(1, { item: mixed(8), price: 1 }),
    shop(2, { item: mixed(63), price: 9 }),
    shop(3, { item: mixed(63), price: 8 }),
  ]);
  expect(text.match(/`#\d` .*/g)).toEqual([
    '`#1` **1 box for 8** · mixed contents with 64 of it · in Shulker Box · 64 in stock',
    '`#2` **1 box for 9** · mixed contents with 64 of it · in Shulker Box · 64 in stock',
    '`#3` **1 box for 1** · mixed contents with 9 of it · in Shulker Box · 64 in stock',
  ]);
});

test('an unknown variant is mentioned only if the item is sold in variants', () => {
  const buyer = (type: string) => shop(1, { side: 'bid', remaining: 0, item: item(unknownVariant(type)) });
  const sharp = shop(2, { item: item(identify('SLIME_BLOCK', '{Enchantments:[{id:"sharpness",lvl:5}]}')) });
  const sell = { side: 'sell' } as const;
  expect(page([buyer('SLIME_BLOCK')], sell)).toContain('`#1` **pays 4** · no room left');
  expect(page([buyer('SLIME_BLOCK'), sharp], sell)).toContain('· Slime Block (variant unknown) · no room left');
});

function planned(shops: readonly Shop[], count: number, more: Partial<ShopQuery> = {}) {
  const asked = { ...query, count, ...more };
  const found = atOnce(findOffers(marketOf(...shops), asked));
  const plan = atOnce(planCount(found.offers, count, asked));
  const shown = plan.stops.length === 0 ? null : plan;
  const answer = { query: asked, found, plan: shown, page: 0, freshness: '-# fresh', key: 'key', icons: NO_ICONS };
  const layout = renderShops({ ...answer, language: ENGLISH });
  expectAccepted(layout);
  return layoutText(layout);
}
const bundleOf = (quantity: number) => ({ item: item('SLIME_BLOCK', { quantity }) });

test('a count states the total price, the amount at each shop, and that bundles are not split', () => {
  const text = planned([shop(1, { ...bundleOf(32), price: 3, remaining: 64 }), shop(2, { price: 0.5 })], 70);
  expect(text).toMatch(/^### Buy Slime Block\n\*\*70 for 9 diamonds\*\* · 0\.13 each · 2 shops\n`#1`/);
  expect(text).toContain(
    '\n`#1` **64 for 6** · 0.094 each · 2\u00a0×\u00a0(32\u00a0for\u00a03) · 64 in stock\n-# `1 64 -3` world · Ada\n',
  );
  expect(text).toContain('\n`#2` **6 for 3** · 0.5');
  expect(text).toContain('[All shops]');
  const whole = planned([shop(1, { ...bundleOf(32), price: 3, remaining: 96 })], 70);
  expect(whole).toContain(
    '**96 for 9 diamonds** · 0.094 each · 1 shop\n-# You asked for 70: shops sell whole bundles.\n',
  );
});

test('a count above the stock states how many there are', () => {
  const text = planned([shop(1, { remaining: 10 }), shop(2, { remaining: 5 })], 64);
  expect(text).toContain('**15 for 60 diamonds** · 4 each · 2 shops\n-# Only 15 of 64 are in stock.\n');
});

test('/shop with a count to sell states the revenue and the rest, or lists the shops if no bundle fits', () => {
  const buyer = shop(1, { ...bundleOf(32), side: 'bid', price: 3, remaining: 64 });
  const text = planned([buyer], 70, { side: 'sell' });
  expect(text).toContain(
    '### Sell Slime Block\n**64 for 6 diamonds** · 0.094 each · 1 shop\n-# 6 of 70 stay with you: ',
  );
  expect(text).toContain('\n`#1` **pays 6 for 64** · 0.094 each · 2\u00a0×\u00a0(32\u00a0for\u00a03)\n');
  const few = planned([buyer], 5, { side: 'sell' });
  expect(few).toContain('1 shop buys it · prices in diamonds\n-# No shop buys as few as 5.\n`#1` **pays 3 for 32**');
  expect(few).not.toContain('[All shops]');
});

function instead(shops: readonly Shop[], more: Partial<ShopQuery>, otherSide: number | null = null) {
  const market = marketOf(...shops);
  const asked = { ...query, ...more };
  const answer = atOnce(nearestAnswer(market, asked));
  const layout = renderShops({
    query: asked,
    found: atOnce(findOffers(market, asked)),
    nearest: answer && { answer, key: 'near' },
    otherSide: otherSide === null ? null : { shops: otherSide, key: 'other' },
    ...{ page: 0, freshness: '-# fresh', key: 'key', icons: NO_ICONS, language: ENGLISH },
  });
  expectAccepted(layout);
  return layoutText(layout);
}

test('/shop with a price that no shop meets states the cheapest, with *Show it* and a watch at the price', () => {
  const shops = [shop(1, { price: 0.25 }), shop(2, { ...bundleOf(32), price: 6 })];
  const text = instead(shops, { filter: { ...query.filter, maxPrice: 0.1 } });
  expect(text).toContain(
    'No shop sells it for 0.10 diamonds or less.\nCheapest: **32 for 6 diamonds** · 0.19 each · 64 in stock\n-# `1 64 -3`',
  );
  expect(text).toContain('[Show it]\n[Watch at 0.10]\n[Watch this]');
});

test('/shop with a price that no buyer pays states the best bid, and quotes any other filter that fails', () => {
  const buyer = shop(1, { ...bundleOf(32), side: 'bid', price: 3 });
  expect(instead([buyer], { side: 'sell', filter: { ...query.filter, minPrice: 1 } })).toContain(
    'No shop pays 1 diamond or more.\nBest: **pays 3 diamonds for 32** · 0.094 each · room for 64\n',
  );
  const far = instead([shop(1)], { filter: { ...query.filter, x: 100, z: -3, within: 50 } });
  expect(far).toContain(
    'No shop has this: within 50 blocks of `100 -3` in the Overworld.\nClosest match: **4 diamonds** · 64 in stock\n',
  );
  expect(far).toContain('Ada · 99 blocks\n[Show it]\n');
  expect(far).not.toContain('[Watch at');
});

test('an item traded only on the other side has a button to it', () => {
  const sold = instead([], {}, 3);
  expect(sold).toContain('No shop sells it right now.\n3 shops buy it\n[Show shops that buy it]\n[Watch this]');
  const bought = instead([], { side: 'sell' }, 1);
  expect(bought).toContain('No shop buys it right now.\n1 shop sells it\n[Show shops that sell it]\n');
});
