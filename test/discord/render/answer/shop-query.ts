import type { ShopQuery } from '../../../../src/ports/queries.ts';

/** The query of `/shop item: Slime Block`. */
export const query: ShopQuery = {
  userId: '1',
  side: 'buy',
  sort: 'price',
  outOfStock: false,
  filter: { item: { type: 'SLIME_BLOCK' }, containers: true },
};
