import { z } from 'zod';
import type { Change } from '../../market/change.ts';
import { withCurrentType } from '../../market/item/identity.ts';
import type { Identity, Item } from '../../market/item/item.ts';
import { ATTENTION_KINDS } from '../../market/my-shops/report.ts';
import type { OwnShopsWeek } from '../../market/my-shops/week.ts';
import { withFirstStock } from '../../market/shops/difference.ts';
import type { Shop } from '../../market/shops/shop.ts';
import { ABSENT_PARTS } from '../../routing/absence.ts';
import { FEED_PERMISSIONS } from '../../routing/feed.ts';
import type { Cause } from '../../routing/notice.ts';
import { parseRecord, withVersion } from './record.ts';

const traits = z.exactOptional(z.array(z.object({ name: z.string(), value: z.string() })));

/** Rows of 0.3.0 and earlier have no `traits`, `shown`, `formerKey` and `condition`. */
const variant = z.object({
  enchantments: z.array(z.object({ id: z.string(), level: z.number() })),
  potion: z.string().nullable(),
  canvas: z.string().nullable(),
  customName: z.string().nullable(),
  traits,
  shown: traits,
});

const condition = z.object({
  damaged: z.exactOptional(z.literal(true)),
  signedBy: z.exactOptional(z.string()),
});

const identitySchema: z.ZodType<Identity> = z.object({
  key: z.string(),
  formerKey: z.exactOptional(z.string()),
  renamedKeys: z.exactOptional(z.array(z.string())),
  type: z.string(),
  variant: variant.nullable(),
});

/** A stored item. Its contents are checked one level at a time, because a recursive schema cannot be compiled. */
export const itemSchema: z.ZodType<Item> = z.object({
  identity: identitySchema,
  quantity: z.number(),
  name: z.string(),
  contents: z.array(z.custom<Item>(isItem)),
  condition: z.exactOptional(condition),
});

const compiledStoredItem = z.compile(itemSchema, { strict: true });

export function isItem(value: unknown): value is Item {
  return z.validate(compiledStoredItem, value);
}

/** Returns a stored item under the current names of its types, which the game or Crier's table may have renamed. */
export function itemUnderCurrentTypes(item: Item): Item {
  const identity = withCurrentType(item.identity);
  const contents = item.contents.map(itemUnderCurrentTypes);
  const isSame = identity === item.identity && contents.every((held, slot) => held === item.contents[slot]);
  return isSame ? item : { ...item, identity, contents };
}

export const locationSchema = z.object({ x: z.int(), y: z.int(), z: z.int(), world: z.string() });

/** A shop's side, and the service's word for it. */
export const sideSchema = z.object({ side: z.enum(['ask', 'bid']).nullable(), kind: z.string() });

const ownerSchema = z.object({ name: z.string().nullable(), uuid: z.string() });

/** A stored shop. */
export const shopSchema: z.ZodType<Shop> = z.object({
  id: z.int(),
  owner: ownerSchema,
  location: locationSchema,
  ...sideSchema.shape,
  price: z.number(),
  remaining: z.number(),
  item: itemSchema,
  awaitsFirstStock: z.literal(true).optional(),
});

const compiledStoredShop = z.compile(shopSchema, { strict: true });

export function isShop(value: unknown): value is Shop {
  return z.validate(compiledStoredShop, value);
}

const atSchema = z.number();

const auctionSchema = z.object({
  kind: z.literal('auction'),
  at: atSchema,
  item: itemSchema,
  sold: z.number(),
  finalBid: z.number(),
});

const tradeSchema = z.object({
  kind: z.enum(['purchase', 'sale']),
  at: atSchema,
  item: itemSchema,
  moved: z.number(),
  paid: z.number(),
  sign: z.object({ amount: z.number(), price: z.number() }).nullable(),
  location: locationSchema,
});

const changeSchema: z.ZodType<Change> = z.union([
  z.object({ kind: z.literal('auctioned'), at: atSchema, auction: auctionSchema }),
  z.object({
    kind: z.literal('traded'),
    at: atSchema,
    trade: tradeSchema,
    shop: shopSchema.nullable(),
    owner: z.exactOptional(ownerSchema),
  }),
  z.object({ kind: z.literal('listed'), at: atSchema, shop: shopSchema }),
  z.object({
    kind: z.enum(['restocked', 'sold-out', 'price-changed']),
    at: atSchema,
    shop: shopSchema,
    before: shopSchema,
  }),
  z.object({ kind: z.literal('removed'), at: atSchema, before: shopSchema }),
  z.object({ kind: z.literal('banned'), at: atSchema, shop: shopSchema, canvas: z.string() }),
]);

const absentPart = z.enum(ABSENT_PARTS);

const serverState = z.enum(['up', 'slow', 'down']);

/** The unit of the stock of a change's shops. Absent in rows of 0.3.0 and earlier, which count as the wire did. */
const stockUnitSchema = z.exactOptional(z.literal('items'));

const listedWith = z.exactOptional(
  z.object({ count: z.number(), shops: z.array(shopSchema), worths: z.exactOptional(z.array(z.number())) }),
);

const turnover = {
  ...{ sales: z.number(), sold: z.number(), earned: z.number() },
  ...{ purchases: z.number(), bought: z.number(), spent: z.number() },
};

const week = z.object({
  from: atSchema,
  until: atSchema,
  total: z.object(turnover),
  best: z.array(z.object({ ...turnover, identity: identitySchema })).readonly(),
  attention: z
    .array(z.object({ kind: z.enum(ATTENTION_KINDS), shops: z.number(), goods: z.array(identitySchema).readonly() }))
    .readonly(),
  unclear: z.number(),
  downMs: z.number(),
});

/** The worth by which a deal was routed. */
const worth = z.exactOptional(z.number());

const causeSchema = z.union([
  z.object({ kind: z.enum(['change', 'sample']), change: changeSchema, stock: stockUnitSchema, listedWith, worth }),
  z.object({
    kind: z.literal('server'),
    at: atSchema,
    state: serverState,
    before: serverState,
    lastedMs: z.number(),
    isSample: z.exactOptional(z.literal(true)),
  }),
  z.object({ kind: z.literal('expiring'), at: atSchema, expiresAt: z.number() }),
  z.object({
    kind: z.literal('feeds-paused'),
    at: atSchema,
    channelId: z.string(),
    code: z.number(),
    locale: z.exactOptional(z.string()),
    place: z.exactOptional(
      z.object({
        server: z.string(),
        channel: z.exactOptional(z.string()),
        lacking: z.array(z.enum(FEED_PERMISSIONS)).readonly(),
      }),
    ),
  }),
  z.object({ kind: z.literal('absent'), at: atSchema, part: absentPart, since: atSchema }),
  z.object({
    kind: z.literal('feed-absent'),
    at: atSchema,
    part: absentPart,
    since: atSchema,
    feedId: z.string(),
    channelId: z.string(),
    name: z.string(),
    locale: z.string(),
  }),
  z.object({
    kind: z.literal('weekly'),
    at: atSchema,
    player: z.object({ name: z.string(), uuid: z.string().nullable() }),
    locale: z.string(),
    week,
  }),
  z.object({ kind: z.literal('restored'), from: atSchema, at: atSchema }),
]);

type StoredCause = z.infer<typeof causeSchema>;

const compiledCause = z.compile(causeSchema, { strict: true });

export function writeCause(cause: Cause): string {
  return JSON.stringify(withVersion(toStored(cause)));
}

function toStored(cause: Cause): StoredCause {
  if (cause.kind !== 'change' || !showsStock(cause.change)) return cause;
  const { hasOldStock, ...stored } = cause;
  return hasOldStock ? stored : { ...stored, stock: 'items' };
}

/** @throws Unreadable */
export function readCause(text: string): Cause {
  const stored = parseRecord(text, (record): record is StoredCause => z.validate(compiledCause, record));
  if (stored.kind === 'weekly') return { ...stored, week: weekUnderCurrentTypes(stored.week) };
  if (!('change' in stored)) return stored;
  const { kind } = stored;
  const change = changeUnderCurrentTypes(stored.change);
  if (kind === 'sample') return { kind, change };
  const hasOldStock = showsStock(change) && stored.stock === undefined;
  const listedWith = stored.listedWith && {
    ...stored.listedWith,
    shops: stored.listedWith.shops.map(shopUnderCurrentTypes),
  };
  const { worth } = stored;
  return {
    kind,
    change,
    ...(hasOldStock && { hasOldStock }),
    ...(listedWith && { listedWith }),
    ...(worth !== undefined && { worth }),
  };
}

function weekUnderCurrentTypes(week: OwnShopsWeek): OwnShopsWeek {
  return {
    ...week,
    best: week.best.map((one) => ({ ...one, identity: withCurrentType(one.identity) })),
    attention: week.attention.map((one) => ({ ...one, goods: one.goods.map(withCurrentType) })),
  };
}

function changeUnderCurrentTypes(change: Change): Change {
  switch (change.kind) {
    case 'auctioned':
      return { ...change, auction: { ...change.auction, item: itemUnderCurrentTypes(change.auction.item) } };
    case 'traded':
      return {
        ...change,
        trade: { ...change.trade, item: itemUnderCurrentTypes(change.trade.item) },
        shop: change.shop && shopUnderCurrentTypes(change.shop),
      };
    case 'listed':
    case 'banned':
      return { ...change, shop: shopUnderCurrentTypes(change.shop) };
    case 'restocked':
    case 'sold-out':
    case 'price-changed': {
      const before = shopUnderCurrentTypes(change.before);
      return { ...change, shop: withFirstStock(shopUnderCurrentTypes(change.shop), before), before };
    }
    case 'removed':
      return { ...change, before: shopUnderCurrentTypes(change.before) };
  }
}

/** Drops `awaitsFirstStock`, because changes in the history lack it and `explain` compares both. */
function shopUnderCurrentTypes({ awaitsFirstStock: _, ...shop }: Shop): Shop {
  return { ...shop, item: itemUnderCurrentTypes(shop.item) };
}

/** Alerts of trades and auctions show no stock. */
function showsStock({ kind }: Change): boolean {
  return kind !== 'traded' && kind !== 'auctioned';
}
