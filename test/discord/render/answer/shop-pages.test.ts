import { expect, test } from 'vitest';
import { offersUpTo, renderShops } from '../../../../src/discord/render/answer/shops.ts';
import { findOffers } from '../../../../src/market/search/offers.ts';
import type { ShopQuery } from '../../../../src/ports/queries.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { atOnce, marketOf, shop } from '../../../market/samples.ts';
import { NO_ICONS } from '../../no-icons.ts';
import { layoutText } from '../layout-text.ts';
import { query } from './shop-query.ts';

const answer = { freshness: '-# fresh', key: 'key', icons: NO_ICONS, language: ENGLISH };

test('the last page says how many shops are beyond the list', () => {
  const market = marketOf(...Array.from({ length: 1_005 }, (_, id) => shop(id)));
  const found = atOnce(findOffers(market, query));
  const pageOf = (page: number) => layoutText(renderShops({ ...answer, query, found, page }));
  expect(pageOf(166)).toContain('\n-# Page 167 of 167 … and 5 more\n');
  expect(pageOf(165)).toContain('\n-# Page 166 of 167\n');
});

test('a page of /shop is the same for all offers and for a limited search', () => {
  const shops = Array.from({ length: 16 }, (_, at) => shop(at, { price: 1 + (at % 5), remaining: at % 3 }));
  const others = [20, 21, 22].map((id) => shop(id, { side: null, kind: 'TRADING' }));
  const market = marketOf(...shops, ...others);
  const pageOf = (asked: ShopQuery, page: number, limit?: number) => {
    const found = atOnce(findOffers(market, { ...asked, ...(limit && { limit }) }));
    return renderShops({ ...answer, query: asked, found, page });
  };
  for (const outOfStock of [false, true]) {
    const asked = { ...query, outOfStock };
    for (const page of [0, 1, 2, 3, 4]) expect(pageOf(asked, page, offersUpTo(page))).toEqual(pageOf(asked, page));
  }
  const last = layoutText(pageOf({ ...query, outOfStock: true }, 3, offersUpTo(3)));
  expect(last).toMatch(/`#19` .*TRADING\n/);
  expect(last).toContain('\n-# Page 4 of 4\n');
});
