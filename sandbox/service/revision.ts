import {
  type AuctionEvent,
  type EconomyEvent,
  type Item,
  type Place,
  type Shop,
  type TransactionEvent,
  UNLIMITED,
} from '../economy/domain.ts';

export type Wire = Readonly<Record<string, unknown>>;

/** The unit of `remaining` on the wire. The economy counts items. */
export type StockUnit = 'bundles' | 'items';

/** The wire format of one revision of the service. */
interface Revision {
  readonly shop: (shop: Shop, form: ListForm) => Wire;
  readonly auction: (event: AuctionEvent) => Wire;
  readonly transaction: (event: TransactionEvent) => Wire;
  /** Whole diamonds in events are written as `2.0`. */
  readonly writesDecimals?: boolean;
}

/** The item data in the shop list. */
export interface ListForm {
  readonly stockUnit: StockUnit;
  /** Whether SNBT is as in events, with the pixels of paintings. */
  readonly listsPixels: boolean;
}

/** Every known revision of the interface. Each differs from the one above it as its line says. */
export const REVISIONS = {
  /** A live service: transactions have `item.quantity`, and numbers of diamonds a decimal point. */
  newest: { shop: shopWith(listedItem), auction: countedAuction, transaction: fullTransaction, writesDecimals: true },
  /**
   * Shop list: SNBT only for in-stock shops, and only for enchantments, paintings and potions. Events as documented.
   */
  'snbt-limited': { shop: shopWith(sparingItem), auction: countedAuction, transaction: pricedTransaction },
  /** Events: the auction's item has the count; transactions have no sign price. */
  older: { shop: shopWith(listedItem), auction: bareAuction, transaction: bareTransaction },
  /** Shop list: `remainingStock`, and items with `amount` and without name or contents. */
  oldest: { shop: oldestShop, auction: bareAuction, transaction: bareTransaction },
} as const satisfies Record<string, Revision>;

export type RevisionName = keyof typeof REVISIONS;

/** Writes an event in a revision, with its envelope. */
export function encodeEvent(event: EconomyEvent, revision: RevisionName): string {
  const { auction, transaction, writesDecimals = false }: Revision = REVISIONS[revision];
  const { at: timestamp } = event;
  const text =
    event.kind === 'auction'
      ? JSON.stringify({ event: 'auctionComplete', timestamp, data: auction(event) })
      : JSON.stringify({ event: 'shopTransaction', timestamp, data: transaction(event) });
  return writesDecimals ? text.replace(WHOLE_DIAMONDS, '$1.0') : text;
}

/** Quotes within a text are escaped, so that no name or SNBT matches. */
const WHOLE_DIAMONDS = /("(?:currencyAmount|itemPrice|finalBid)":\d+)(?=[,}])/g;

function shopWith(writeItem: (item: Item, inStock: boolean, form: ListForm) => Wire) {
  return ({ id, owner, location, type, price, remaining, item }: Shop, form: ListForm): Wire => ({
    id,
    owner,
    location: placeOf(location),
    type,
    price,
    remaining: stockIn(form.stockUnit, remaining, item),
    item: writeItem(item, remaining === UNLIMITED || remaining >= item.quantity, form),
  });
}

function oldestShop({ id, owner, location, type, price, remaining, item }: Shop, form: ListForm): Wire {
  const shown = { type: item.type, amount: item.quantity, snbt: listedSnbtOf(item, form) };
  const remainingStock = stockIn(form.stockUnit, remaining, item);
  return { id, owner, location: placeOf(location), type, price, remainingStock, item: shown };
}

/** Whole bundles, or items. -1 means no limit. */
function stockIn(unit: StockUnit, remaining: number, { quantity }: Item): number {
  return unit === 'items' || remaining === UNLIMITED ? remaining : Math.floor(remaining / quantity);
}

function fullItem({ type, quantity, name, snbt, childItems }: Item): Wire {
  const contents = childItems?.map((child) => child && fullItem(child));
  return { type, quantity, name, snbt, ...(contents && { childItems: contents }) };
}

function listedItem(item: Item, inStock: boolean, form: ListForm): Wire {
  const { type, quantity, name, childItems } = item;
  const contents = childItems?.map((child) => child && listedItem(child, inStock, form));
  return { type, quantity, name, snbt: listedSnbtOf(item, form), ...(contents && { childItems: contents }) };
}

function sparingItem(item: Item, inStock: boolean, form: ListForm): Wire {
  const { type, quantity, name, childItems } = item;
  const snbt = listedSnbtOf(item, form);
  const contents = childItems?.map((child) => child && sparingItem(child, inStock, form));
  const sendsSnbt = inStock && PRICED_SNBT.test(snbt);
  return { type, quantity, name, ...(sendsSnbt && { snbt }), ...(contents && { childItems: contents }) };
}

function listedSnbtOf({ snbt, listedSnbt = snbt }: Item, { listsPixels }: ListForm): string {
  return listsPixels ? snbt : listedSnbt;
}

const PRICED_SNBT = /nchantments"?:|Potion:|potion_contents"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_\d+/;

function countedAuction({ item, amount, finalBid }: AuctionEvent): Wire {
  return { item: fullItem(item), amount, finalBid };
}

function bareAuction({ item, amount, finalBid }: AuctionEvent): Wire {
  return { item: { type: item.type, amount, snbt: item.snbt }, finalBid };
}

function fullTransaction({ direction, paid, moved, shop }: TransactionEvent): Wire {
  return {
    type: direction,
    currencyAmount: paid,
    itemPrice: shop.price,
    item: fullItem(shop.item),
    totalAmount: moved,
    location: placeOf(shop.location),
  };
}

function pricedTransaction(event: TransactionEvent): Wire {
  return { ...fullTransaction(event), item: signItem(event.shop.item) };
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
