import type { Change } from '../../market/change.ts';
import { identify } from '../../market/identity.ts';
import { itemName } from '../../market/label.ts';
import type { Feed } from '../../routing/feed.ts';

/** An event as this feed could tell it, for `/feed test`. It is marked as a sample wherever it is shown. */
export function sampleChange(feed: Feed, now: number): Change {
  const type = feed.filter.item?.type ?? 'DIAMOND';
  const item = { identity: identify(type, '{}'), quantity: 16, name: itemName(type), contents: [] };
  if (feed.kind === 'auctions') {
    return { kind: 'auctioned', at: now, auction: { kind: 'auction', at: now, item, sold: 16, finalBid: 64 } };
  }
  const kind = feed.kind === 'sales' ? 'sale' : 'purchase';
  const location = { x: 120, y: 64, z: -340, world: 'world' };
  return {
    kind: 'traded',
    at: now,
    trade: { kind, at: now, item, moved: 32, paid: 8, sign: { amount: 16, price: 4 }, location },
    shop: null,
  };
}
