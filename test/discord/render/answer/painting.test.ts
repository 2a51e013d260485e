import { expect, test } from 'vitest';
import { renderBans, renderPainting } from '../../../../src/discord/render/answer/painting.ts';
import type { PaintingSeller } from '../../../../src/market/search/painting-sellers.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { item, shop } from '../../../market/samples.ts';
import { layoutText } from '../layout-text.ts';

const CANVAS = '0a1b2c3d-0000-4000-8000-00000000000a_12';
const list = { bans: [], heardAt: 0, trouble: null };
const seller = (id: number, remaining: number, more: object = {}): PaintingSeller => ({
  canvases: [CANVAS],
  shop: shop(id, { price: id, item: item('PAINTING'), ...more }),
  remaining,
  estimated: false,
});
const said = (...sellers: PaintingSeller[]) =>
  layoutText(renderPainting(CANVAS, list, sellers, '-# fresh', ENGLISH)).split('\n');
const banned = (n: number, firstSeenAt: number | null = null) => ({ id: `${CANVAS}${n}`, firstSeenAt });

test('shops that have it in stock sell it now; the empty ones come last and say so', () => {
  const lines = said(seller(7, 0), seller(8, 1), { ...seller(9, 0), estimated: true }, seller(5, 3, { side: null }));
  expect(lines.filter((line) => !line.startsWith('-# `'))).toEqual([
    '## Not banned',
    `\`${CANVAS}\``,
    '▸ **8 diamonds**',
    '▸ **7 diamonds** · out of stock',
    '▸ **9 diamonds** · probably out of stock',
    '▸ **5 diamonds** · type of shop: TRADING',
    '-# Bans as of <t:0:R>',
    '-# fresh',
  ]);
  expect(said()[2]).toBe('No shop sells it now');
});

test('shops that there is no room for are counted, however long their names are', () => {
  const owner = { name: '_'.repeat(40), uuid: 'u' };
  const location = { x: 1, y: 2, z: 3, world: '_'.repeat(40) };
  const sellers = Array.from({ length: 30 }, (_, id) => seller(id, 5, { owner, location }));
  const lines = said(...sellers);
  const told = lines.filter((line) => line.startsWith('▸')).length;
  expect(told).toBe(8);
  expect(lines).toContain('… and 22 more shops');
});

test('all bans are listed by painting, those in stock first, page by page, each with its shops', () => {
  const bans = [
    banned(1),
    banned(2, 5_000),
    banned(3),
    banned(4, 9_000),
    banned(5),
    ...[6, 7].map((n) => banned(n, n)),
  ];
  const of = (n: number, one: PaintingSeller) => ({ ...one, canvases: [`${CANVAS}${n}`] });
  const sellers = [of(1, seller(7, 0)), of(3, seller(8, 1)), of(3, seller(9, 1))];
  const page = (n: number) => layoutText(renderBans({ ...list, bans }, sellers, '-# fresh', n, ENGLISH)).split('\n');
  const ids = (lines: string[]) => lines.flatMap((line) => /_12(\d)`/.exec(line)?.[1] ?? []);
  expect(page(0).slice(0, 3)).toEqual([
    '## 7 banned paintings',
    '2 of them stand in shops, 1 in stock',
    '4 new bans since Crier began to look',
  ]);
  expect(ids(page(0))).toEqual(['3', '1', '4', '2']);
  expect(ids(page(1))).toEqual(['7', '6']);
  expect(page(1)).toEqual(expect.arrayContaining(['-# Page 2 of 2', '[Back]', '[Next]']));
  expect(page(9)).toEqual(page(1));
});

test('no shops and no new bans: one page without buttons', () => {
  const lines = layoutText(renderBans({ ...list, bans: [banned(1)] }, [], '-# fresh', 0, ENGLISH)).split('\n');
  expect(lines).toEqual([
    '## 1 banned painting',
    'No shop sells one of them now',
    'No new ban since Crier began to look',
    '-# Bans as of <t:0:R>',
    '-# fresh',
  ]);
});
