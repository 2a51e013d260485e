import { Locale } from 'discord.js';
import fc from 'fast-check';
import type { Change } from '../../../src/market/change.ts';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import type { Item, ItemChoice } from '../../../src/market/item/item.ts';
import { ATTENTION_KINDS } from '../../../src/market/my-shops/report.ts';
import type { OwnShopsWeek } from '../../../src/market/my-shops/week.ts';
import type { Filter } from '../../../src/market/search/filter.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import type { NoticeInContext } from '../../../src/ports/delivery.ts';
import type { Icons } from '../../../src/ports/pictures.ts';
import type { StreamStatus } from '../../../src/ports/status.ts';
import { FEED_KINDS, FEED_STYLES, type Feed } from '../../../src/routing/feed.ts';
import type { QuietHours } from '../../../src/routing/quiet.ts';
import { WATCH_TRIGGERS, type Watch } from '../../../src/routing/watch.ts';
import { LANGUAGES } from '../../language/spoken.ts';
import { hostileText } from './hostile.ts';

/**
 * The first time of every generated story. It is not 0, so that a player's `<t:0:R>` differs from Crier's timestamps.
 */
export const BEGAN = 1_700_000_000_000;

/** Includes the pseudo-language. */
export const locale = fc.constantFrom<string>(...Object.values(Locale), 'en-XA');
export const language = locale.map((one) => LANGUAGES.of(one));
/** Icons for every type, or for none. */
export const icons = fc.constantFrom<Icons>(
  { of: () => null },
  { of: () => ({ emoji: '<:crier_item:1>', emojiId: '1', name: 'icon', url: 'https://cdn.example/1.png' }) },
);
export const moment = fc.integer({ min: BEGAN, max: BEGAN + 86_400_000 });
const id = fc.integer({ min: 0, max: 99_999_999 }).map((n) => n.toString(16).padStart(8, '0'));
const snowflake = fc.constantFrom('80351110224678912', '1100000000000000001');
const diamonds = fc.oneof(fc.nat(50), fc.maxSafeNat());
const items = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
const coordinate = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.maxSafeInteger());

/** Item types as the service may send them: 1 to 256 UTF-16 units. */
const type = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('PAPER', 'SHULKER_BOX') },
  { weight: 1, arbitrary: fc.constantFrom('_', ' ', '\u200b', 'minecraft:paper', 'PAPER'.repeat(51)) },
  { weight: 2, arbitrary: hostileText.map((text) => text.slice(0, 256) || '_') },
);

const identity = fc.oneof(
  fc.constantFrom('{}', '{Enchantments:[{id:"sharpness",lvl:5s}]}').map((snbt) => identify('DIAMOND_SWORD', snbt)),
  fc.constant(unknownVariant('POTION')),
  fc.record({ customName: fc.option(hostileText), type, potion: fc.option(hostileText) }).map((one) => {
    const variant = { enchantments: [], canvas: null, customName: one.customName, potion: one.potion };
    return { key: 'ffffffffffffffff', type: one.type, variant };
  }),
);

const plain: fc.Arbitrary<Item> = fc.record({
  identity,
  quantity: items,
  name: hostileText,
  contents: fc.constant([]),
});

/** Includes boxes with contents. */
export const item: fc.Arbitrary<Item> = fc.record({
  identity,
  quantity: items,
  name: hostileText,
  contents: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(plain, { maxLength: 2 })),
});

export const location = fc.record({ x: coordinate, y: coordinate, z: coordinate, world: hostileText });

export const shop: fc.Arbitrary<Shop> = fc.record({
  id: fc.nat(20),
  owner: fc.record({ name: hostileText, uuid: fc.constant('0a1b2c3d-0000-4000-8000-00000000000a') }),
  location,
  side: fc.constantFrom<Shop['side'][]>('ask', 'bid', null),
  kind: hostileText,
  price: diamonds,
  remaining: fc.maxSafeNat(),
  item,
});

const auctioned: fc.Arbitrary<Change> = fc
  .record({ at: moment, item, sold: items, finalBid: diamonds })
  .map(({ at, ...more }) => ({ kind: 'auctioned', at, auction: { kind: 'auction', at, ...more } }));

const traded: fc.Arbitrary<Change> = fc
  .record({
    kind: fc.constantFrom('purchase' as const, 'sale' as const),
    at: moment,
    item,
    moved: items,
    paid: diamonds,
    location,
    shop: fc.option(shop),
  })
  .map(({ shop: at, ...trade }) => ({ kind: 'traded', at: trade.at, trade: { ...trade, sign: null }, shop: at }));

const differing: fc.Arbitrary<Change> = fc
  .record({
    kind: fc.constantFrom('listed' as const, 'restocked' as const, 'sold-out' as const, 'price-changed' as const),
    at: moment,
    shop,
    before: shop,
  })
  .map(({ kind, at, shop: now, before }) =>
    kind === 'listed' ? { kind, at, shop: now } : { kind, at, shop: now, before },
  );

const removed: fc.Arbitrary<Change> = fc.record({ kind: fc.constant('removed'), at: moment, before: shop });

const banned: fc.Arbitrary<Change> = fc.record({ kind: fc.constant('banned'), at: moment, shop, canvas: hostileText });

export const change: fc.Arbitrary<Change> = fc.oneof(auctioned, traded, differing, removed, banned);

/** The label is shown for a single variant. The key is that of the arbitrary items. */
export const choice: fc.Arbitrary<ItemChoice> = fc.record(
  { type, key: fc.constant('ffffffffffffffff'), label: hostileText },
  { requiredKeys: ['type'] },
);

export const filter: fc.Arbitrary<Filter> = fc.record(
  {
    item: choice,
    enchantments: fc.array(
      fc.record({
        id: hostileText,
        comparison: fc.constantFrom('at-least' as const, 'exactly' as const),
        level: fc.integer({ min: 1, max: 255 }),
      }),
      { maxLength: 8 },
    ),
    owner: hostileText,
    notOwner: hostileText,
    world: hostileText,
    x: coordinate,
    z: coordinate,
    near: hostileText,
    nearWorld: hostileText,
    within: fc.maxSafeNat(),
    maxPrice: fc.double({ min: 0, max: 1e15, noNaN: true }),
    minPrice: fc.double({ min: 0, max: 1e15, noNaN: true }),
    minStock: fc.maxSafeNat(),
    containers: fc.boolean(),
  },
  { requiredKeys: ['containers'] },
);

export const quiet: fc.Arbitrary<QuietHours> = fc.record({
  from: fc.nat(1_439),
  to: fc.nat(1_439),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/Argentina/ComodRivadavia'),
});

export const feed: fc.Arbitrary<Feed> = fc.record({
  type: fc.constant('feed'),
  id,
  guildId: snowflake,
  channelId: snowflake,
  makerId: snowflake,
  kind: fc.constantFrom(...FEED_KINDS),
  style: fc.constantFrom(...FEED_STYLES),
  filter,
  minValue: diamonds,
  everyMinutes: fc.nat(1_440),
  quiet: fc.option(quiet),
  locale,
  hasOwnLanguage: fc.boolean(),
  createdAt: moment,
  paused: fc.boolean(),
});

export const watch: fc.Arbitrary<Watch> = fc.record({
  type: fc.constant('watch'),
  id,
  userId: snowflake,
  item: fc.option(choice),
  trigger: fc.constantFrom(...WATCH_TRIGGERS, 'my-shop' as const),
  price: fc.option(diamonds),
  filter,
  repeat: fc.constantFrom('recurring' as const, 'once' as const),
  cooldownMinutes: fc.nat(10_000),
  expiresAt: fc.option(moment),
  snoozedUntil: fc.option(moment),
  locale,
  createdAt: moment,
  paused: fc.boolean(),
});

const turnover = {
  sales: fc.nat(),
  sold: fc.nat(),
  earned: diamonds,
  purchases: fc.nat(),
  bought: fc.nat(),
  spent: diamonds,
};

const week: fc.Arbitrary<OwnShopsWeek> = fc.record({
  from: moment,
  until: moment,
  total: fc.record(turnover),
  best: fc.array(fc.record({ ...turnover, identity }), { maxLength: 5 }),
  attention: fc.array(
    fc.record({
      kind: fc.constantFrom(...ATTENTION_KINDS),
      shops: fc.nat(),
      goods: fc.array(identity, { maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
  unclear: fc.nat(),
  downMs: fc.nat(),
});

const cause: fc.Arbitrary<NoticeInContext['notice']['cause']> = fc.oneof(
  { weight: 12, arbitrary: change.map((one) => ({ kind: 'change' as const, change: one })) },
  { weight: 2, arbitrary: change.map((one) => ({ kind: 'sample' as const, change: one })) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('server' as const),
      at: moment,
      state: fc.constantFrom('up' as const, 'slow' as const, 'down' as const),
      before: fc.constantFrom('up' as const, 'slow' as const, 'down' as const),
      lastedMs: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expiring' as const), at: moment, expiresAt: moment }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('weekly' as const),
      at: moment,
      player: fc.record({ name: hostileText, uuid: fc.constant(null) }),
      locale,
      week,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restored' as const), from: moment, at: moment }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('feeds-paused' as const),
      at: moment,
      channelId: snowflake,
      code: fc.constantFrom(10003, 50001, 50013, 99999),
      place: fc.record({
        server: fc.string({ unit: 'grapheme' }),
        channel: fc.string({ unit: 'grapheme' }),
        lacking: fc.subarray(['view', 'send', 'embed'] as const),
      }),
    }),
  },
);

/** A notice for a channel or a user, some with several feeds or watches. */
export const entry: fc.Arbitrary<NoticeInContext> = fc
  .record({
    cause,
    subscriptions: fc.oneof<fc.Arbitrary<(Feed | Watch)[]>[]>(
      fc.array(feed, { maxLength: 3 }),
      fc.array(watch, { maxLength: 3 }),
    ),
    ending: watch,
    at: moment,
    worth: fc.option(diamonds),
    gaps: fc.array(fc.record({ from: moment, until: fc.option(moment), why: fc.constant('closed-1006') }), {
      maxLength: 5,
    }),
    held: fc.constantFrom(null, 'quiet' as const, 'cooling' as const, 'snoozed' as const),
  })
  .map(({ cause: of, subscriptions: asked, ending, at, held, worth, gaps }) => {
    const subscriptions = of.kind === 'expiring' ? [ending] : asked;
    const subscriptionIds = subscriptions.map((subscription) => subscription.id);
    const target = { kind: 'channel', id: '80351110224678912' } as const;
    return { notice: { id: at, held, target, cause: of, subscriptionIds, dueAt: at }, subscriptions, worth, gaps };
  });

export const stream: fc.Arbitrary<StreamStatus> = fc.record({
  state: fc.constantFrom('connecting' as const, 'live' as const, 'down' as const, 'stopped' as const),
  since: moment,
  lastFrameAt: fc.option(moment),
  lastEventAt: fc.option(moment),
  counted: fc.constant({}),
});
