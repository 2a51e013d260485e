import type { Change } from '../../../market/change.ts';
import { identify } from '../../../market/item/identity.ts';
import type { Item } from '../../../market/item/item.ts';
import { itemName } from '../../../market/item/item-name.ts';
import type { Shop } from '../../../market/shops/shop.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { Cause } from '../../../routing/notice.ts';

const LOCATION = { x: 120, y: 64, z: -340, world: 'world' };
const CANVAS = '{canvas:"00000000-0000-4000-8000-000000000000_1"}';
const OWNER = { name: 'Steve', uuid: '00000000-0000-4000-8000-000000000000' };

const SHOP = {
  id: 0,
  owner: OWNER,
  location: LOCATION,
  side: 'ask',
  kind: 'SELLING',
  price: 4,
  remaining: 64,
} as const;

/** What this feed could tell, for `/feed test`. It is marked as a sample wherever it is shown. */
export function sampleCause(feed: Feed, now: number): Cause {
  if (feed.kind === 'health') {
    return { kind: 'server', at: now, state: 'up', before: 'slow', lastedMs: 4 * 60_000, isSample: true };
  }
  return { kind: 'sample', change: sampleChange(feed, now) };
}

function sampleChange(feed: Feed, at: number): Change {
  const type = feed.filter.item?.type ?? (feed.kind === 'banned-paintings' ? 'PAINTING' : 'SLIME_BLOCK');
  const item: Item = {
    identity: identify(type, feed.kind === 'banned-paintings' ? CANVAS : '{}'),
    quantity: 16,
    name: itemName(type),
    contents: [],
  };
  const shop: Shop = { ...SHOP, item };
  switch (feed.kind) {
    case 'auctions':
      return { kind: 'auctioned', at, auction: { kind: 'auction', at, item, sold: 16, finalBid: 64 } };
    case 'restocks':
      return { kind: 'restocked', at, shop, before: { ...shop, remaining: 0 } };
    case 'price-drops':
      return { kind: 'price-changed', at, shop, before: { ...shop, price: 5 } };
    case 'sold-out':
      return { kind: 'sold-out', at, shop: { ...shop, remaining: 0 }, before: shop };
    case 'listings':
    case 'deals':
    case 'banned-paintings':
      return { kind: 'listed', at, shop };
    default: {
      const kind = feed.kind === 'sales' ? 'sale' : 'purchase';
      const sign = { amount: 16, price: 4 };
      return {
        kind: 'traded',
        at,
        trade: { kind, at, item, moved: 32, paid: 8, sign, location: LOCATION },
        shop: null,
      };
    }
  }
}
