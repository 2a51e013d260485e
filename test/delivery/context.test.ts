import { expect, test } from 'vitest';
import { dealWorthsFor, lowestFor, withContext } from '../../src/delivery/context.ts';
import type { Deliverable } from '../../src/delivery/recheck.ts';
import { MARKDOWN_VOICE, PUSH_VOICE } from '../../src/discord/render/alert/format-goods.ts';
import { formatShopChange } from '../../src/discord/render/alert/format-shop.ts';
import { identify, unknownVariant } from '../../src/market/item/identity.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { ENGLISH } from '../language/spoken.ts';
import { item, marketOf, shop } from '../market/samples.ts';
import { feed } from '../routing/samples.ts';
import { begun, CHANNEL, sale } from './samples.ts';

const SHARP = '{Enchantments:[{id:"sharpness",lvl:5}]}';
const buyer = shop(1, { side: 'bid', remaining: 0, item: item(unknownVariant('SLIME_BLOCK')) });
const change = { kind: 'listed', at: 0, shop: buyer } as const;

const NO_FACTS = {
  ...{ worths: new Map(), lowest: new Map(), paintings: new Map() },
  ...{ gaps: [], home: null, dealWorthOf: null, hasSeveralFeeds: false, mentionedRoles: new Set<string>() },
};

function titleAmong(...shops: readonly Shop[]): string | undefined {
  const cause = { kind: 'change', change } as const;
  const notice = { id: 1, held: null, target: CHANNEL, cause, subscriptionIds: ['f1'], dueAt: 0 };
  const entry = { notice, subscriptions: [feed('f1', { kind: 'listings' })] };
  const deliverable: Deliverable = { entry, startsCooldown: notice, waiting: notice };
  const [deliveries] = withContext([deliverable], NO_FACTS, marketOf(buyer, ...shops));
  return deliveries && formatShopChange(change, deliveries, ENGLISH).say(PUSH_VOICE);
}

test('a buying shop’s unknown variant is mentioned only if the item is traded in variants', () => {
  expect(titleAmong(shop(2))).toBe('Slime Block: a shop buys it · 4 diamonds');
  const sharp = shop(2, { item: item(identify('SLIME_BLOCK', SHARP)) });
  expect(titleAmong(sharp)).toBe('Slime Block (variant unknown): a shop buys it · 4 diamonds');
});

test.each([
  ['sound', {}, 5],
  ['damaged', { condition: { damaged: true } }, null],
  ['signed', { condition: { signedBy: 'Ada' } }, null],
] as const)('a notice of a %s item is compared with the worth only if the item is undamaged', (_, condition, worth) => {
  const goods = item('SLIME_BLOCK', condition);
  const worths = new Map([[goods.identity.key, 5]]);
  const cause = { kind: 'change', change: { kind: 'listed', at: 0, shop: shop(1, { item: goods }) } } as const;
  const notice = { id: 1, held: null, target: CHANNEL, cause, subscriptionIds: ['f1'], dueAt: 0 };
  const entry = { notice, subscriptions: [feed('f1', { kind: 'listings' })] };
  expect(withContext([{ entry, startsCooldown: notice, waiting: notice }], { ...NO_FACTS, worths }, null)).toEqual([
    { ...entry, worth },
  ]);
});

test('an alert says “lowest in 30 days” in its push and details if the offer’s price is that low', async () => {
  const [low, usual, empty] = [shop(1, { price: 3 }), shop(2), shop(3, { price: 1, remaining: 0 })];
  const notices = [low, usual, empty].map((each, at) => {
    const cause = { kind: 'change', change: { kind: 'listed', at: 0, shop: each } } as const;
    return { id: at, held: null, target: CHANNEL, cause, subscriptionIds: ['f1'], dueAt: 0 } as const;
  });
  const log = { warn: () => expect.fail('a lookup failed') } as never;
  const lowest = await lowestFor(notices, { lowestInDays: async (each) => (each === usual ? null : 30), log });
  expect([...lowest]).toEqual([[low, 30]]);
  const deliverable = notices.map((notice): Deliverable => {
    const entry = { notice, subscriptions: [feed('f1', { kind: 'listings' })] };
    return { entry, startsCooldown: notice, waiting: notice };
  });
  const entries = withContext(deliverable, { ...NO_FACTS, lowest }, null).map((entry, at) =>
    formatShopChange(notices[at]?.cause.change ?? expect.fail(), entry, ENGLISH),
  );
  expect(entries.map(({ say }) => say(PUSH_VOICE))).toEqual([
    'Slime Block: new offer · 3 diamonds · lowest in 30 days',
    'Slime Block: new offer · 4 diamonds',
    'Slime Block: new offer · 1 diamond',
  ]);
  expect(entries[0]?.say(MARKDOWN_VOICE)).toBe('Slime Block: new offer · 3 diamonds');
  expect(entries.map(({ lines }) => lines[0]?.endsWith(' · **lowest in 30 days**'))).toEqual([true, false, false]);
});

test('a failed lookup of lowest prices is logged, and the message is sent without them', async () => {
  const cause = { kind: 'change', change: { kind: 'listed', at: 0, shop: shop(1) } } as const;
  const notice = { id: 1, held: null, target: CHANNEL, cause, subscriptionIds: ['f1'], dueAt: 0 };
  const warned: unknown[] = [];
  const log = { warn: (...facts: unknown[]) => warned.push(facts) } as never;
  const broken = { lowestInDays: () => Promise.reject(new Error('disk full')), log };
  expect(await lowestFor([notice], broken)).toEqual(new Map());
  expect(warned).toHaveLength(1);
});

test('a channel counts as having several feeds only if several are active', async () => {
  const harness = await begun();
  harness.put(feed('f1'), feed('f2', { kind: 'auctions', paused: true }));
  await harness.ingest(sale());
  await harness.time.run();
  harness.put(feed('f2', { kind: 'auctions' }));
  await harness.ingest(sale());
  await harness.time.run();
  expect(harness.discord.posts.map(({ body }) => body.hasSeveralFeeds)).toEqual([false, true]);
});

test('the worths of up to 100 kinds of deals are read again, and others keep the worths of their notices', async () => {
  const notices = Array.from({ length: 101 }, (_, n) => {
    const change = { kind: 'listed', at: 0, shop: shop(n, { item: item(`THING_${n}`) }) } as const;
    const cause = { kind: 'change', change, worth: 10 } as const;
    return { id: n, held: null, target: CHANNEL, cause, subscriptionIds: ['f1'], dueAt: 0 } as const;
  });
  let asked = 0;
  const worthOf = async () => {
    asked += 1;
    return 10;
  };
  const log = { warn: () => expect.fail('a lookup failed') } as never;
  expect(await dealWorthsFor(notices, { worthOf, log })).toBeNull();
  expect(asked).toBe(0);
  expect(await dealWorthsFor(notices.slice(1), { worthOf, log })).not.toBeNull();
  expect(asked).toBe(100);
});
