import { expect, test } from 'vitest';
import { renderBans, renderPainting } from '../../../../src/discord/render/answer/painting.ts';
import type { PaintingSeller } from '../../../../src/market/search/painting-sellers.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { item, shop } from '../../../market/samples.ts';

const CANVAS = '0a1b2c3d-0000-4000-8000-00000000000a_12';
const list = { bans: [], heardAt: 0, trouble: null };
const seller = (id: number, remaining: number, more: object = {}): PaintingSeller => ({
  canvases: [CANVAS],
  shop: shop(id, { price: id, item: item('PAINTING'), ...more }),
  remaining,
  estimated: false,
});
const said = (...sellers: PaintingSeller[]) =>
  (renderPainting(CANVAS, list, sellers, '-# fresh', ENGLISH).embeds[0]?.description ?? '').split('\n').slice(1, -2);

test('shops that have it in stock sell it now; the empty ones come last and say so', () => {
  const lines = said(seller(7, 0), seller(8, 1), { ...seller(9, 0), estimated: true }, seller(5, 3, { side: null }));
  expect(lines.map((line) => line.replace(/ · Ada.*/, ''))).toEqual([
    '1 shop sells it now, 2 out of stock, 1 of another kind:',
    'Painting · 1 for 8 diamonds',
    'Painting · 1 for 7 diamonds · out of stock',
    'Painting · 1 for 9 diamonds · probably out of stock',
    'Painting · 1 for 5 diamonds · of the kind TRADING',
  ]);
  expect(said(seller(7, 0))[0]).toBe('No shop sells it now, 1 out of stock:');
  expect(said(seller(5, 3, { side: null }))[0]).toBe('No shop sells it now, 1 of another kind:');
  expect(said()).toEqual(['No shop sells it now.']);
});

test('shops that there is no room for are counted, however long their names are', () => {
  const owner = { name: '_'.repeat(40), uuid: 'u' };
  const location = { x: 1, y: 2, z: 3, world: '_'.repeat(40) };
  const boxes = Array.from({ length: 9 }, (_, id) => ({
    ...seller(id, 5, { owner, location }),
    canvases: [1, 2, 3, 4].map((n) => `${CANVAS}${n}`),
  }));
  const text = renderBans(list, boxes, '-# fresh', ENGLISH).embeds[0]?.description ?? '';
  const told = text.split('\n').filter((line) => line.startsWith('Painting')).length;
  expect(told).toBeLessThan(8);
  expect(text).toContain(`\n… and ${9 - told} more shops\n`);
});

test('of more new bans than are listed it says how many', () => {
  const bans = Array.from({ length: 62 }, (_, at) => ({ id: `${CANVAS}${at}`, firstSeenAt: 1_000 * at }));
  const text = renderBans({ ...list, bans }, [], '-# fresh', ENGLISH).embeds[0]?.description ?? '';
  expect(text).toContain('New since I began to look (62):');
  expect(text).toContain('… and 52 more\n\n');
});

test('a shop with several of them names those that there is room for', () => {
  const box = { ...seller(1, 5), canvases: [1, 2, 3, 4, 5].map((n) => `${CANVAS}${n}`) };
  const text = renderBans(list, [box], '-# fresh', ENGLISH).embeds[0]?.description ?? '';
  expect(text).toContain('1 shop sells one of them now:');
  expect(text).toContain(` · \`${CANVAS}1\`, \`${CANVAS}2\`, \`${CANVAS}3\`, and 2 more\n`);
});
