import { expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import { catalogueCanvas, findPaintings, findSimilarPaintings } from '../../../src/market/paintings/known-paintings.ts';
import { item, marketOf, shop } from '../samples.ts';
import { canvasId, canvasSnbt } from './samples.ts';

const painting = (number: number, title: string | null, generation = 1) =>
  item(identify('PAINTING', canvasSnbt({ id: canvasId(number), title, generation })));

const market = marketOf(
  shop(1, { item: painting(1, 'Harbour at Dusk') }),
  shop(2, { item: painting(1, 'Harbour at Dusk', 2) }),
  shop(3, { item: painting(2, 'Dusk') }),
  shop(4, { item: item('CHEST', { contents: [painting(3, 'Harbour at Dawn')] }) }),
  shop(5, { item: item('SLIME_BLOCK') }),
);
const kept = [
  { id: canvasId(1), title: 'Harbour at Dusk', author: 'Player_017', lastSeenAt: 9 },
  { id: canvasId(4), title: 'Harbour, long ago', author: 'Ada', lastSeenAt: 7 },
];
const found = (text: string, tradesOf = (_id: string) => 0) =>
  findPaintings(market, kept, text, tradesOf).map(({ id }) => Number(id.split('_')[1]));

test('paintings are found by words of title and author, sorted by relevance and then by sellers', () => {
  expect(found('harbour')).toEqual([1, 3, 4]);
  expect(found('dusk')).toEqual([2, 1]);
  expect(found('harbour player_017')).toEqual([1, 3]);
  expect(found('nothing like it')).toEqual([]);
});

test('among equally relevant paintings the most traded comes first, before one with more sellers', () => {
  const trades = new Map([
    [canvasId(3), 2],
    [canvasId(4), 5],
  ]);
  expect(found('', (id) => trades.get(id) ?? 0)).toEqual([4, 3, 1, 2]);
  expect(found('dusk', (id) => (id === canvasId(1) ? 9 : 0))).toEqual([2, 1]);
});

test('a painting that no shop sells any more is found among the stored canvases', () => {
  expect(found('ada')).toEqual([4]);
  expect(findPaintings(null, kept, 'ada', () => 0).map(({ sold, lastSeenAt }) => [sold, lastSeenAt])).toEqual([[0, 7]]);
});

test('an empty search lists all paintings, those with most sellers first', () => {
  expect(found('')[0]).toBe(1);
  expect(found('').toSorted()).toEqual([1, 2, 3, 4]);
});

test('a canvas has the generations that shops sell, containers included', () => {
  const canvas = catalogueCanvas(market, canvasId(1));
  expect([canvas?.sold, canvas?.title, canvas?.identities.length]).toEqual([2, 'Harbour at Dusk', 2]);
  expect(catalogueCanvas(market, canvasId(3))?.sold).toBe(1);
  expect(catalogueCanvas(market, canvasId(9))).toBeNull();
});

test('a title is found by a misspelled word, as items are', () => {
  const near = (text: string) => findSimilarPaintings(market, kept, text, () => 0).map(({ canvas }) => canvas.title);
  expect(near('harbor').sort()).toEqual(['Harbour at Dawn', 'Harbour at Dusk', 'Harbour, long ago']);
  expect(near('zeppelin')).toEqual([]);
});
