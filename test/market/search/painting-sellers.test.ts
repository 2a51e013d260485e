import { expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import { paintingSellers } from '../../../src/market/search/current-sellers.ts';
import { item, marketOf, shop } from '../samples.ts';

const CANVASES = [1, 2, 3].map((n) => `0a1b2c3d-0000-4000-8000-00000000000a_${n}`);
const painting = (canvas: string | undefined) => item(identify('PAINTING', `{canvas:"${canvas}"}`));

test('a shop whose box holds several paintings is listed once, with all of them', () => {
  const box = item('SHULKER_BOX', { contents: CANVASES.map(painting) });
  const market = marketOf(
    shop(1, { item: box, remaining: 5 }),
    shop(2, { item: painting(CANVASES[1]) }),
    shop(3, { item: painting(CANVASES[1]), side: 'bid' }),
  );
  const sellers = paintingSellers(market, CANVASES);
  expect(sellers.map(({ shop: { id }, canvases, remaining }) => [id, canvases, remaining])).toEqual([
    [1, CANVASES, 5],
    [2, [CANVASES[1]], 64],
  ]);
});
