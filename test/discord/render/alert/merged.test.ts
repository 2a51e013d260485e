import { describe, expect, test } from 'vitest';
import { composeAlert } from '../../../../src/discord/render/alert/alert.ts';
import type { Change } from '../../../../src/market/change.ts';
import { DEFAULT_DEAL_TERMS, dealOf } from '../../../../src/market/deals/deal.ts';
import type { ItemCondition } from '../../../../src/market/item/item.ts';
import type { Shop } from '../../../../src/market/shops/shop.ts';
import type { NoticeInContext } from '../../../../src/ports/delivery.ts';
import { auction, item, shop, trade } from '../../../market/samples.ts';
import { watch } from '../../../routing/samples.ts';
import { ALERT_PARTS } from '../alert-parts.ts';
import { BEGAN } from '../arbitraries.ts';
import { feedOf } from '../feeds.ts';

/** Stands on: example messages of several events, of a single auction and of a deal. */

const FEED = feedOf('trades');

function noticeOf(change: Change, { kind = 'change' as 'change' | 'sample', feed = FEED } = {}): NoticeInContext {
  const target = { kind: 'channel', id: feed.channelId } as const;
  return {
    notice: { id: 1, held: null, target, cause: { kind, change }, subscriptionIds: [feed.id], dueAt: 0 },
    subscriptions: [feed],
    worth: null,
  };
}

const bought = (moved: number, paid: number): Change => ({
  kind: 'traded',
  at: BEGAN,
  trade: trade({ moved, paid, at: BEGAN }),
  shop: shop(1),
});

const messageOf = (entries: readonly NoticeInContext[]) => composeAlert(entries, BEGAN, ALERT_PARTS).body.message;
const contentOf = (entries: readonly NoticeInContext[]) => messageOf(entries).content;
const embedsOf = (entries: readonly NoticeInContext[]) => messageOf(entries).embeds ?? [];

const BOBS = feedOf('purchases', { filter: { owner: 'Bob_*_', containers: true } });

test('the plain text for a rejected message names its feeds too, escaped', () => {
  const entry = { ...noticeOf(bought(3, 12)), subscriptions: [FEED, BOBS], hasSeveralFeeds: true };
  const { plain } = composeAlert([entry], BEGAN, ALERT_PARTS).body;
  expect(plain.split('\n').slice(-2)).toEqual([
    '-# Feed: Purchases and sales',
    '-# Feed: Purchases, only shops of Bob\\_\\*\\_',
  ]);
});

describe('the feed names below a card', () => {
  const footersOf = (entries: readonly NoticeInContext[]) =>
    embedsOf(entries).map(({ footer }) => footer?.text ?? null);

  test('are omitted for the only feed of a channel, even with filters or for a sample', () => {
    expect(footersOf([noticeOf(bought(3, 12), { feed: BOBS })])).toEqual([null]);
    expect(footersOf([noticeOf(bought(3, 12), { feed: BOBS, kind: 'sample' })])).toEqual([null]);
  });

  test('list both feeds of a channel that match the same event', () => {
    const both = { ...noticeOf(bought(3, 12)), subscriptions: [FEED, BOBS], hasSeveralFeeds: true };
    expect(footersOf([both])).toEqual(['Feed: Purchases and sales\nFeed: Purchases, only shops of Bob_*_']);
  });

  test('list the feeds that match the card', () => {
    const [trades, bobs] = [noticeOf(bought(3, 12)), noticeOf(bought(3, 13), { feed: BOBS })];
    const entries = [trades, bobs].map((entry) => ({ ...entry, hasSeveralFeeds: true }));
    expect(footersOf(entries)).toEqual(['Feed: Purchases and sales', 'Feed: Purchases, only shops of Bob_*_']);
  });

  test('consist of the selection, without role, publishing, language and style', () => {
    const feed = feedOf('trades', {
      ...{ roleId: '7', publishes: true, hasOwnLanguage: true, everyMinutes: 5, style: 'cards' },
      quiet: { from: 0, to: 60, timeZone: 'UTC' },
    });
    expect(footersOf([{ ...noticeOf(bought(3, 12), { feed }), hasSeveralFeeds: true }])).toEqual([
      'Feed: Purchases and sales',
    ]);
  });

  test('are below the last card if they are the same for all', () => {
    const entries = [12, 13].map((paid) => ({ ...noticeOf(bought(3, paid)), hasSeveralFeeds: true }));
    expect(footersOf(entries)).toEqual([null, 'Feed: Purchases and sales']);
  });
});

describe('a single auction of a feed', () => {
  const sold = auction(item('CREEPER_BANNER_PATTERN'));
  const auctioned: Change = { kind: 'auctioned', at: BEGAN, auction: { ...sold, sold: 12, finalBid: 42 } };
  const single = { ...noticeOf(auctioned, { feed: feedOf('auctions') }) };
  const shown = (entry: NoticeInContext, now = BEGAN) => {
    const { content, embeds } = composeAlert([entry], now, ALERT_PARTS).body.message;
    return [content, ...(embeds ?? []).map(({ title = '', description = '' }) => title + description)];
  };
  const content = '12 × Creeper Charge Banner Pattern: sold at auction · 42 diamonds · 3.50 each';

  test('has one line with its worth and the cheapest shop', () => {
    expect(shown({ ...single, worth: 3.37, cheapest: 3.2 })).toEqual([
      content,
      '4% over worth (3.37 each) · Cheapest shop: 3.20 each',
    ]);
    expect(shown({ ...single, cheapest: 3.2 })).toEqual([content, 'Cheapest shop: 3.20 each']);
  });

  test('has no card if it has no worth and no shop sells the item', () => {
    expect(shown(single)).toEqual([content]);
  });

  test('is dated if it is sent late', () => {
    const stamp = `<t:${BEGAN / 1_000}:R>`;
    expect(shown(single, BEGAN + 120_000)).toEqual([content, stamp]);
    expect(shown({ ...single, worth: 3.5 }, BEGAN + 120_000)).toEqual([content, `at worth (3.50 each) · ${stamp}`]);
  });

  test('keeps a card for an outage of the stream, and for the feed names among several', () => {
    const stamp = `<t:${BEGAN / 1_000}:R>`;
    expect(shown({ ...single, hasSeveralFeeds: true })).toEqual([content, stamp]);
    const gaps = [{ from: BEGAN - 60_000, until: BEGAN, why: 'closed-1006' }];
    expect(shown({ ...single, gaps })).toEqual([content, stamp]);
  });
});

describe('the push of a merged message', () => {
  const listed = (type: string, price: number, more: Partial<Shop> = {}, id = price): Change => {
    return { kind: 'listed', at: BEGAN, shop: shop(id, { price, item: item(type), ...more }) };
  };
  const pushOf = (...things: readonly [Change, Partial<NoticeInContext>?][]) =>
    contentOf(things.map(([change, more = {}]) => ({ ...noticeOf(change, { feed: feedOf('listings') }), ...more })));

  test('names the first three items by saving and counts the others', () => {
    const push = pushOf(
      [listed('BEACON', 9), { worth: 10 }],
      [listed('DIRT', 1)],
      [listed('ELYTRA', 5), { worth: 20 }],
      [listed('HOPPER', 3)],
      [listed('BELL', 2), { worth: 2 }],
    );
    expect(push).toBe('Elytra for 5 diamonds, Beacon for 9 diamonds, Hopper for 3 diamonds and 2 more');
  });

  test('names the deal with the largest saving first, and a deal in a container by its contents', () => {
    const dealAt = (change: Change, worth: number): [Change, Partial<NoticeInContext>] => {
      const sold = change.kind === 'listed' ? change.shop : expect.fail('no offer');
      return [
        change,
        { deal: dealOf(sold, sold.remaining, () => worth, DEFAULT_DEAL_TERMS) ?? expect.fail('no deal') },
      ];
    };
    const box = item('SHULKER_BOX', { contents: [item('EMERALD', { quantity: 64 })] });
    expect(
      pushOf(
        dealAt(listed('BEACON', 90), 130),
        dealAt(listed('ELYTRA', 30), 60),
        dealAt(listed('HOPPER', 20), 50),
        dealAt(listed('DIRT', 1), 60),
      ),
    ).toMatch(/^Dirt for 1 diamond, /);
    const inBox = dealAt(listed('', 10, { item: box, remaining: 1 }), 1);
    expect(pushOf(inBox, [listed('DIRT', 1)])).toBe(
      'Shulker Box with 64 × Emerald for 10 diamonds, Dirt for 1 diamond',
    );
  });

  test('names all items if there are at most three', () => {
    expect(pushOf([listed('ELYTRA', 5), { worth: 9 }], [listed('BEACON', 9)])).toBe(
      'Elytra for 5 diamonds, Beacon for 9 diamonds',
    );
  });

  test('without a worth, first names the item closest to the price of its watch', () => {
    const at = (price: number, type: string) => ({
      subscriptions: [watch('w', { price, item: { type }, filter: { item: { type }, containers: true } })],
    });
    expect(pushOf([listed('BEACON', 6), at(9, 'BEACON')], [listed('ELYTRA', 5), at(5, 'ELYTRA')])).toBe(
      'Elytra for 5 diamonds, Beacon for 6 diamonds',
    );
  });

  test('merges shops of one item, with the best of their latest prices', () => {
    const changed: Change = {
      kind: 'price-changed',
      at: BEGAN + 1,
      shop: shop(7, { price: 8, item: item('ELYTRA') }),
      before: shop(7, { price: 3, item: item('ELYTRA') }),
    };
    expect(pushOf([listed('ELYTRA', 3, {}, 7)], [listed('ELYTRA', 6)], [listed('BEACON', 2)], [changed])).toBe(
      'Elytra from 6 diamonds (2 shops), Beacon for 2 diamonds',
    );
  });

  test('gives the best price of several shops as a range, unless all ask the same', () => {
    const offers = (prices: readonly number[], more: Partial<Shop> = {}) =>
      pushOf(...prices.map((price, id): [Change] => [listed('TRIDENT', price, more, id + 1)]));
    expect(offers([31, 28])).toBe('Trident from 28 diamonds (2 shops)');
    expect(offers([28, 28])).toBe('Trident for 28 diamonds (2 shops)');
    expect(offers([28, 31], { side: 'bid' })).toBe('Trident wanted for up to 31 diamonds (2 shops)');
  });

  test('names items in the order of the cards, the best price of an item first', () => {
    const entries = [listed('CONDUIT', 9), listed('TRIDENT', 31), listed('TRIDENT', 28)].map((change) =>
      noticeOf(change, { feed: feedOf('listings') }),
    );
    expect(contentOf(entries)).toBe('Trident from 28 diamonds (2 shops), Conduit for 9 diamonds');
    const compact = entries.map((entry) => ({ ...entry, subscriptions: [feedOf('listings', { style: 'compact' })] }));
    for (const embeds of [embedsOf(entries), embedsOf(compact)]) {
      const text = embeds.map(({ title = '', description = '' }) => `${title}\n${description}`).join('\n');
      expect(text.match(/(?:Trident|Conduit): new offer · \D*\d+/g)?.map((row) => row.match(/\d+$/)?.[0])).toEqual([
        '28',
        '31',
        '9',
      ]);
    }
  });

  const won = (sold: number, finalBid: number, condition?: ItemCondition): Change => {
    const diamonds = { ...item('DIAMOND'), ...(condition && { condition }) };
    return { kind: 'auctioned', at: BEGAN, auction: { ...auction(diamonds), sold, finalBid } };
  };

  test('separates 16 plain diamonds from a signed one auctioned with them', () => {
    const signed = won(1, 1, { signedBy: 'romcel, Drabe' });
    expect(pushOf([signed], [won(16, 140)])).toBe(
      '16 × Diamond sold at auction for 140 diamonds, Diamond (signed by romcel, Drabe) sold at auction for 1 diamond',
    );
    const same = [signed, won(1, 1)].map((change) => noticeOf(change, { feed: feedOf('auctions') }));
    expect(embedsOf(same)).toHaveLength(2);
  });

  test('words a purchase differently from an offer', () => {
    expect(pushOf([bought(3, 12)], [listed('BEACON', 9)])).toBe(
      '3 × Slime Block bought for 12 diamonds, Beacon for 9 diamonds',
    );
  });

  test('states the price that buying shops pay, and names empty shops last', () => {
    const emptied = shop(3, { item: item('DIRT'), remaining: 0 });
    const soldOut: Change = { kind: 'sold-out', at: BEGAN, shop: emptied, before: { ...emptied, remaining: 64 } };
    expect(pushOf([soldOut], [listed('BEACON', 50, { side: 'bid' })])).toBe(
      'Beacon wanted for 50 diamonds, Dirt out of stock',
    );
  });
});

test('the saving of a large stock mentions the limit of a stack or 100 diamonds, a large bundle does not', () => {
  const savingText = (price: number, quantity: number, remaining: number) => {
    const offer = shop(1, { price, item: item('SLIME_BLOCK', { quantity }), remaining });
    const deal = dealOf(offer, remaining, () => 24, DEFAULT_DEAL_TERMS) ?? expect.fail('no deal');
    const entry = { ...noticeOf({ kind: 'listed', at: BEGAN, shop: offer }, { feed: feedOf('deals') }), deal };
    return embedsOf([entry])[0]?.description ?? '';
  };
  expect(savingText(9, 1, 64)).toMatch(/^saves 165 diamonds on 11 \(a stack or 100 diamonds at most\) · 64 in stock/);
  expect(savingText(9, 1, 11)).toMatch(/^saves 165 diamonds on 11 · 11 in stock/);
  expect(savingText(128, 128, 1_280)).toMatch(/^saves 2,944 diamonds on 128 · 1,280 in stock/);
});
