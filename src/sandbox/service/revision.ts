import type { AuctionEvent, EconomyEvent, Item, Place, Shop, TransactionEvent } from '../economy/domain.ts';

export type Wire = Readonly<Record<string, unknown>>;

/** How one revision of the service writes what it knows. */
interface Revision {
  readonly shop: (shop: Shop) => Wire;
  readonly auction: (event: AuctionEvent) => Wire;
  readonly transaction: (event: TransactionEvent) => Wire;
}

/** Every revision seen of the interface: each differs from the one above it in what is named in its line. */
export const REVISIONS = {
  newest: { shop: shopWith(fullItem), auction: countedAuction, transaction: pricedTransaction },
  /** Shop list: SNBT for in-stock shops alone, and there only for enchantments, paintings and potions. */
  'snbt-limited': { shop: shopWith(sparingItem), auction: countedAuction, transaction: pricedTransaction },
  /** Events: the auction's item has the count; transactions have no sign price. */
  older: { shop: shopWith(fullItem), auction: bareAuction, transaction: bareTransaction },
  /** Shop list: `remainingStock`, and items with `amount` and without name or contents. */
  oldest: { shop: oldestShop, auction: bareAuction, transaction: bareTransaction },
} as const satisfies Record<string, Revision>;

export type RevisionName = keyof typeof REVISIONS;

/** The envelope of an event in a revision, ready to be sent. */
export function encodeEvent(event: EconomyEvent, revision: RevisionName): string {
  const { auction, transaction } = REVISIONS[revision];
  const { at: timestamp } = event;
  if (event.kind === 'auction') return JSON.stringify({ event: 'auctionComplete', timestamp, data: auction(event) });
  return JSON.stringify({ event: 'shopTransaction', timestamp, data: transaction(event) });
}

function shopWith(writeItem: (item: Item, inStock: boolean) => Wire) {
  return ({ id, owner, location, type, price, remaining, item }: Shop): Wire => ({
    id,
    owner,
    location: placeOf(location),
    type,
    price,
    remaining,
    item: writeItem(item, remaining >= item.quantity),
  });
}

function oldestShop({ id, owner, location, type, price, remaining, item }: Shop): Wire {
  const shown = { type: item.type, amount: item.quantity, snbt: item.snbt };
  return { id, owner, location: placeOf(location), type, price, remainingStock: remaining, item: shown };
}

function fullItem({ type, quantity, name, snbt, childItems }: Item): Wire {
  const contents = childItems?.map((child) => child && fullItem(child));
  return { type, quantity, name, snbt, ...(contents && { childItems: contents }) };
}

function sparingItem({ type, quantity, name, snbt, childItems }: Item, inStock: boolean): Wire {
  const contents = childItems?.map((child) => child && sparingItem(child, inStock));
  const told = inStock && TELLING_SNBT.test(snbt);
  return { type, quantity, name, ...(told && { snbt }), ...(contents && { childItems: contents }) };
}

const TELLING_SNBT = /nchantments"?:|Potion:|potion_contents"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_\d+/;

function countedAuction({ item, amount, finalBid }: AuctionEvent): Wire {
  return { item: fullItem(item), amount, finalBid };
}

function bareAuction({ item, amount, finalBid }: AuctionEvent): Wire {
  return { item: { type: item.type, amount, snbt: item.snbt }, finalBid };
}

function pricedTransaction({ direction, paid, moved, shop }: TransactionEvent): Wire {
  return {
    type: direction,
    currencyAmount: paid,
    itemPrice: shop.price,
    item: signItem(shop.item),
    totalAmount: moved,
    location: placeOf(shop.location),
  };
}

function bareTransaction({ direction, paid, moved, shop }: TransactionEvent): Wire {
  const location = placeOf(shop.location);
  return { type: direction, currencyAmount: paid, item: signItem(shop.item), amount: moved, location };
}

function signItem({ type, quantity, snbt }: Item): Wire {
  return { type, amount: quantity, snbt };
}

function placeOf({ x, y, z, world }: Place): Wire {
  return { x, y, z, world };
}
