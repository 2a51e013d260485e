import { expect, test } from 'vitest';
import {
  type PaintingNames,
  pageOfBans,
  renderBans,
  renderPaintingBan,
} from '../../../../src/discord/render/answer/banned-paintings.ts';
import { kindButtons } from '../../../../src/discord/render/answer/painting-card.ts';
import { nameOfIdentity, titleOfPainting } from '../../../../src/discord/render/words/names.ts';
import { CATALOGUES } from '../../../../src/language/languages.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import { identitiesOfCanvas } from '../../../../src/market/paintings/canvas.ts';
import type { PaintingSeller } from '../../../../src/market/search/current-sellers.ts';
import { ENGLISH, LANGUAGES } from '../../../language/spoken.ts';
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
const NONE: PaintingNames = new Map();
const ASKED = { id: CANVAS, list, sellers: [], names: NONE, buttons: [], freshness: '-# fresh', language: ENGLISH };
const linesOf = (...sellers: PaintingSeller[]) => layoutText(renderPaintingBan({ ...ASKED, sellers })).split('\n');
const banned = (n: number, firstSeenAt: number | null = null) => ({ id: `${CANVAS}${n}`, firstSeenAt });

test('shops with stock are listed first, and empty ones last and marked', () => {
  const lines = linesOf(seller(7, 0), seller(8, 1), { ...seller(9, 0), estimated: true }, seller(5, 3, { side: null }));
  expect(lines.filter((line) => !line.startsWith('-# `'))).toEqual([
    '## Not banned',
    `\`${CANVAS}\``,
    '**Sold now** · prices in diamonds',
    '▸ **8**',
    '▸ **7** · out of stock',
    '▸ **9** · probably out of stock',
    '▸ **5** · type of shop: TRADING',
    '-# Bans as of <t:0:R>',
    '-# fresh',
  ]);
  expect(linesOf()[2]).toBe('No shop sells it now');
});

test('the cheapest shop comes first, and containers after the paintings themselves', () => {
  const box = item('CHEST', { contents: [item('PAINTING')] });
  const lines = linesOf(seller(9, 1), seller(2, 1, { item: box }), seller(4, 1)).filter((line) => line.startsWith('▸'));
  expect(lines).toEqual(['▸ **4**', '▸ **9**', '▸ **2** · for the whole Chest']);
});

test('each shop states whether it sells the original or a copy, for one painting and in the list of bans', () => {
  const madeBy = (generation: number) =>
    item(identify('PAINTING', `{canvas_id:"${CANVAS}",canvas_author:"Ada",canvas_generation:${generation}}`));
  const box = item('CHEST', { contents: [madeBy(2), madeBy(3)] });
  const sellers = [seller(9, 1, { item: madeBy(1) }), seller(2, 1, { item: box }), seller(4, 1, { item: madeBy(2) })];
  const rowsIn = (lines: readonly string[]) => lines.filter((line) => line.startsWith('▸'));
  const rows = ['▸ **4** · copy', '▸ **9** · original', '▸ **2** · copy, copy of a copy · for the whole Chest'];
  expect(rowsIn(linesOf(...sellers))).toEqual(rows);
  const bans = { ...list, bans: [{ id: CANVAS, firstSeenAt: null }] };
  const all = renderBans(pageOfBans(bans, sellers, 0), NONE, '-# fresh', ENGLISH);
  expect(rowsIn(layoutText(all).split('\n'))).toEqual(rows);
});

test('a banned painting is named, with a *Show* button if its picture is stored', () => {
  const bans = { ...list, bans: [{ id: CANVAS, firstSeenAt: 5_000 }] };
  const names = (hasPicture: boolean) => new Map([[CANVAS, { title: 'Harbour *at* Dusk', author: 'Ada', hasPicture }]]);
  const one = (hasPicture: boolean) => renderPaintingBan({ ...ASKED, list: bans, names: names(hasPicture) });
  const all = (hasPicture: boolean) => renderBans(pageOfBans(bans, [], 0), names(hasPicture), '-# fresh', ENGLISH);
  expect(layoutText(one(true)).split('\n').slice(0, 3)).toEqual([
    '## Banned',
    '**“Harbour \\*at\\* Dusk” by Ada**',
    `\`${CANVAS}\``,
  ]);
  expect(layoutText(all(true))).toContain('**“Harbour \\*at\\* Dusk” by Ada**');
  expect(layoutText(all(true)), 'an id takes two lines of a phone').not.toContain(CANVAS);
  for (const render of [one, all]) {
    expect(JSON.stringify(render(true))).toContain(`painting-banned:show:${CANVAS}`);
    expect(JSON.stringify(render(false))).not.toContain('painting-banned:show');
  }
});

test('a painting has the same name in a list of bans and among items, in each language', () => {
  const snbt = `{canvas_id:"${CANVAS}",canvas_title:"Sea",canvas_author:"Ada",canvas_generation:2}`;
  const kind = identify('PAINTING', snbt);
  for (const language of Object.keys(CATALOGUES).map((tag) => LANGUAGES.of(tag))) {
    const name = titleOfPainting({ title: 'Sea', author: 'Ada' }, language);
    const details = language.say('item.copy');
    expect(nameOfIdentity(kind, language)).toBe(language.say('item.bracketed', { name, details }));
  }
  const japanese = LANGUAGES.of('ja');
  expect(nameOfIdentity(kind, japanese)).toBe('「Sea」 Ada作（コピー）');
});

test('shops that do not fit are counted, for names of any length', () => {
  const owner = { name: '_'.repeat(40), uuid: 'u' };
  const location = { x: 1, y: 2, z: 3, world: '_'.repeat(40) };
  const sellers = Array.from({ length: 30 }, (_, id) => seller(id, 5, { owner, location }));
  const lines = linesOf(...sellers);
  const listed = lines.filter((line) => line.startsWith('▸')).length;
  expect(listed).toBe(8);
  expect(lines).toContain('… and 22 more shops');
});

test('bans are listed by painting, those in stock first, page by page with their shops', () => {
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
  const page = (n: number) =>
    layoutText(renderBans(pageOfBans({ ...list, bans }, sellers, n), NONE, '-# fresh', ENGLISH)).split('\n');
  const ids = (lines: string[]) => lines.flatMap((line) => /_12(\d)`/.exec(line)?.[1] ?? []);
  expect(page(0).slice(0, 3)).toEqual([
    '## 7 banned paintings',
    '2 of them stand in shops, 1 in stock · prices in diamonds',
    '4 new bans since Crier began to look',
  ]);
  expect(ids(page(0))).toEqual(['3', '1', '4', '2']);
  expect(ids(page(1))).toEqual(['7', '6']);
  expect(page(1)).toEqual(expect.arrayContaining(['-# Page 2 of 2', '[◀ Back]', '[Next ▶]']));
  expect(page(9)).toEqual(page(1));
});

test('a list without shops and new bans has one page without buttons', () => {
  const lines = layoutText(
    renderBans(pageOfBans({ ...list, bans: [banned(1)] }, [], 0), NONE, '-# fresh', ENGLISH),
  ).split('\n');
  expect(lines).toEqual([
    '## 1 banned painting',
    'No shop sells one of them now',
    'No new ban since Crier began to look',
    '-# Bans as of <t:0:R>',
    '-# fresh',
  ]);
});

test('the buttons of a painting are those of its one kind, or of each kind', () => {
  const kinds = identitiesOfCanvas(CANVAS).map((identity) => {
    const item = { type: identity.type, key: identity.key, label: identity.key };
    return { item, identity, paid: null, query: identity.key };
  });
  const shown = (of: typeof kinds) => {
    const rows = JSON.stringify(kindButtons(of, ENGLISH));
    return [...rows.matchAll(/"label":"([^"]+)"/g)].map(([, label]) => label);
  };
  expect(shown(kinds.slice(1, 2))).toEqual(['Watch this', 'Show shops', 'Price history']);
  expect(shown(kinds.slice(1, 3))).toEqual([
    'Watch this: original',
    'Watch this: copy',
    'Price history: original',
    'Price history: copy',
  ]);
  expect(shown([])).toEqual([]);
});

test('a list of bans has a menu of the paintings on its page, by name', () => {
  const bans = { ...list, bans: [banned(1, 1), banned(2, 2), { id: 'broken', firstSeenAt: 3 }] };
  const names = new Map([[`${CANVAS}2`, { title: 'Dusk', author: 'Ada', hasPicture: false }]]);
  const shown = JSON.stringify(renderBans(pageOfBans(bans, [], 0), names, '-# fresh', ENGLISH));
  expect(shown).toContain(`{"value":"${CANVAS}2","label":"“Dusk” by Ada"}`);
  expect(shown).toContain(`{"value":"${CANVAS}1","label":"${CANVAS}1"}`);
  expect(shown).not.toContain('"value":"broken"');
});
