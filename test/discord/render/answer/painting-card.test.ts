import { expect, test } from 'vitest';
import { type PaintingAnswer, renderPaintingCard } from '../../../../src/discord/render/answer/painting-card.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { canvasId, canvasSnbt } from '../../../market/paintings/samples.ts';
import { item, shop } from '../../../market/samples.ts';
import { layoutText } from '../layout-text.ts';

const ID = canvasId();
const painting = (generation: number) => identify('PAINTING', canvasSnbt({ generation }));
const kind = (generation: number, more: object = {}) => {
  const identity = painting(generation);
  return { identity, item: { type: identity.type, key: identity.key }, paid: null, query: `q${generation}`, ...more };
};
const seller = (id: number, generation: number) => ({
  canvases: [ID],
  shop: shop(id, { price: id, item: item(painting(generation)) }),
  remaining: 5,
  estimated: false,
});
const picture = { name: 'canvas-x.png', attachment: Buffer.alloc(0), title: 'T', author: 'A', width: 32, height: 16 };
const answer = (more: Partial<PaintingAnswer> = {}): PaintingAnswer => ({
  ...{ canvas: ID, title: 'Harbour at Dusk', author: 'Ada', kinds: [kind(1)], days: 90, sellers: [] },
  ...{ bans: { bans: [], heardAt: 0, trouble: null }, isKept: true, picture, freshness: '-# fresh', language: ENGLISH },
  ...more,
});
const lines = (more?: Partial<PaintingAnswer>) => layoutText(renderPaintingCard(answer(more))).split('\n');
const json = (more?: Partial<PaintingAnswer>) => JSON.stringify(renderPaintingCard(answer(more)));

test('a painting card has title, author, generation, size, verdict and picture', () => {
  expect(lines()).toEqual([
    '## “Harbour at Dusk” by Ada',
    'original · 32\u00a0×\u00a016',
    'Not banned',
    '**Sold now**',
    'No shop sells it now',
    '**Paid in the last 90 days** · prices in diamonds',
    'Not traded in that time, as far as I have seen.',
    '[Watch this]',
    '[Price history]',
    '-# Bans as of <t:0:R>',
    '-# fresh',
    `-# \`${ID}\``,
  ]);
  expect(json()).toContain('attachment://canvas-x.png');
});

test('each shop, price and button states its generation if there are several', () => {
  const paid = { median: 4, p10: 3, p90: 12, volume: 5, trades: 5, shops: 1, lastAt: 60_000 };
  const shown = { kinds: [kind(1), kind(2, { paid })], sellers: [seller(4, 2), seller(9, 1)] };
  expect(lines(shown)).toEqual(
    expect.arrayContaining([
      'original, copy · 32\u00a0×\u00a016',
      '▸ **4** · copy',
      '▸ **9** · original',
      '▸ original · 0 trades',
      '▸ copy · **3 to 12** · 5 trades · <t:60:R>',
    ]),
  );
  expect(json(shown)).toContain('"label":"Watch this: copy"');
  expect(json(shown)).toContain('"custom_id":"shop:history:q2"');
  expect(json(shown)).toContain('"custom_id":"shop:watch:q1"');
});

test('a banned painting is named, and its picture shown by a button only', () => {
  const bans = { bans: [{ id: ID, firstSeenAt: 5_000 }], heardAt: 0, trouble: null };
  expect(lines({ bans, picture: null }).slice(2, 4)).toEqual([
    '**Banned**',
    '-# First seen on the list of bans on <t:5:d>',
  ]);
  expect(json({ bans, picture: null })).toContain(`"custom_id":"painting-banned:show:${ID}"`);
});

test('the picture of a banned painting that was never seen is not offered', () => {
  const bans = { bans: [{ id: ID, firstSeenAt: 5_000 }], heardAt: 0, trouble: null };
  const unseen = { bans, picture: null, isKept: false };
  expect(json(unseen)).not.toContain('painting-banned:show');
  expect(lines(unseen)).toContain('I have not seen its picture yet: it comes with the next sale or auction.');
});

test('a painting card without a picture states the reason', () => {
  expect(lines({ picture: null, isKept: false })).toContain(
    'I have not seen its picture yet: it comes with the next sale or auction.',
  );
  expect(lines({ picture: null, bans: null })).toContain(
    'Whether it is banned is not known yet, so I do not show its picture.',
  );
});

test('a camera picture is described as having no picture, without a verdict', () => {
  const data = `'{"id":"f2de65f5-3f13-422f-8391-000000000001","creator":"Player_020"}'`;
  const identity = identify(
    'PAINTING',
    `{"minecraft:custom_data":{PublicBukkitValues:{"camerapture:picture_data":${data}}}}`,
  );
  const camera = { identity, item: { type: identity.type, key: identity.key }, paid: null, query: null };
  const cardLines = lines({ canvas: null, title: null, author: 'Player_020', kinds: [camera], picture: null });
  expect(cardLines[0]).toMatch(/^## Camera picture by Player\\_020/);
  expect(cardLines).toContain('The game server sends no pictures of camera pictures, so I cannot show it.');
  expect(cardLines.join()).not.toContain('anned');
});
