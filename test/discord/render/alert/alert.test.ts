import type { APIEmbed } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeAlert } from '../../../../src/discord/render/alert/alert.ts';
import type { Change } from '../../../../src/market/change.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import type { Shop } from '../../../../src/market/shops/shop.ts';
import type { NoticeInContext } from '../../../../src/ports/delivery.ts';
import { auction, item, shop, trade } from '../../../market/samples.ts';
import { propertyRuns } from '../../../property-runs.ts';
import { expectAccepted, expectHarmless } from '../accepted.ts';
import { ALERT_PARTS } from '../alert-parts.ts';
import { entry as anyTelling, BEGAN } from '../arbitraries.ts';
import { feedOf } from '../feeds.ts';
import { effectsOf } from '../markdown.ts';

/** Stands on: whole messages with names by fast-check, checked against the rules of the simulated Discord. */

const FEED = feedOf('trades');

function noticeOf(change: Change, { kind = 'change' as 'change' | 'sample', feed = FEED } = {}): NoticeInContext {
  const target = { kind: 'channel', id: feed.channelId } as const;
  return {
    notice: { id: 1, held: null, target, cause: { kind, change }, subscriptionIds: [feed.id], dueAt: 0 },
    subscriptions: [feed],
    worth: null,
  };
}

const bought = (moved: number, paid: number, at = BEGAN): Change => ({
  kind: 'traded',
  at,
  trade: trade({ moved, paid, at }),
  shop: shop(1),
});

/** Removes the channel mention of paused feeds, which Crier writes itself. */
const withoutChannels = (embeds: readonly APIEmbed[]) =>
  embeds.map((embed) => ({ ...embed, description: (embed.description ?? '').replace(/<#\d+>/, '') }));

const contentOf = (entries: readonly NoticeInContext[]): string | undefined =>
  composeAlert(entries, BEGAN, ALERT_PARTS).body.message.content;
const embedsOf = (entries: readonly NoticeInContext[]): readonly APIEmbed[] =>
  composeAlert(entries, BEGAN, ALERT_PARTS).body.message.embeds ?? [];

describe('alerts of any content', () => {
  test('faults 65, 66, 67, 68, 69: are accepted by Discord, and players’ texts never affect their form', () => {
    fc.assert(
      fc.property(fc.array(anyTelling, { minLength: 1, maxLength: 30 }), (entries) => {
        const { body, taken } = composeAlert(entries, BEGAN, ALERT_PARTS);
        expect(taken).toBeGreaterThanOrEqual(1);
        expect(taken).toBeLessThanOrEqual(entries.length);
        expectAccepted(body.message);
        const lists = entries[0]?.notice.cause.kind === 'weekly' ? ['list'] : [];
        expectHarmless({ embeds: withoutChannels(body.message.embeds ?? []) }, lists);
        // Crier mentions the channel of a paused feed, while players cannot write mentions.
        expect(effectsOf((body.message.content ?? '').replace(/<#\d+>/, ''))).toEqual([]);
        expect(body.message.content).not.toMatch(/\\/);
        expectAccepted({ content: body.plain });
        expectHarmless({ content: body.plain.replaceAll(/<#\d+>/g, '') }, lists);
      }),
      { numRuns: propertyRuns(1 / 4) },
    );
  });

  test('report all notices in order, message after message', () => {
    fc.assert(
      fc.property(fc.array(anyTelling, { minLength: 1, maxLength: 40 }), (entries) => {
        let rest: readonly NoticeInContext[] = entries;
        for (let messages = 0; rest.length > 0; messages += 1) {
          expect(messages).toBeLessThan(entries.length);
          rest = rest.slice(composeAlert(rest, BEGAN, ALERT_PARTS).taken);
        }
      }),
      { numRuns: propertyRuns(1 / 4) },
    );
  });
});

test.each<[string, (shop: Shop) => Change]>([
  ['listings', (shop) => ({ kind: 'listed', at: BEGAN, shop })],
  ['restocks', (shop) => ({ kind: 'restocked', at: BEGAN, shop, before: { ...shop, remaining: 0 } })],
  ['price drops', (shop) => ({ kind: 'price-changed', at: BEGAN, shop, before: { ...shop, price: 2 * shop.price } })],
])('fault 48: ten %s of maximal length exceed one message, and the rest is left for the next', (_, changed) => {
  const long = '*_~`|>[]()'.repeat(25);
  const entries = Array.from({ length: 10 }, (_, n) => {
    const of = item(identify(`${'PAPER'.repeat(50)}_${n}`), { name: long });
    const location = { x: n - Number.MAX_SAFE_INTEGER, y: 64, z: -Number.MAX_SAFE_INTEGER, world: long };
    const rest = { kind: long, side: null, price: 4e15 + n, remaining: Number.MAX_SAFE_INTEGER };
    const change = changed(shop(n, { ...rest, item: of, owner: { name: long, uuid: String(n) }, location }));
    const entry = noticeOf(change, { feed: feedOf('listings', { locale: 'ru' }) });
    return { ...entry, worth: 4e15, undercuts: 1, gaps: [{ from: BEGAN - 1_000, until: BEGAN, why: 'closed-1006' }] };
  });
  const { body, taken } = composeAlert(entries, BEGAN, ALERT_PARTS);
  expectAccepted(body.message);
  expect(taken).toBeGreaterThan(1);
  expect(taken).toBeLessThan(entries.length);
});

test('equal trades are merged, with their sums', () => {
  const [embed, ...others] = embedsOf([noticeOf(bought(3, 12)), noticeOf(bought(1, 4)), noticeOf(bought(60, 240))]);
  expect(others).toEqual([]);
  expect(contentOf([noticeOf(bought(3, 12)), noticeOf(bought(1, 4)), noticeOf(bought(60, 240))])).toBe(
    '64 × Slime Block: 3 purchases · 256 diamonds · 4 each',
  );
  expect(embed?.title).toBeUndefined();
  expect(embed?.description).toMatch(/\n`1 64 -3` world · Ada$/);
});

test('the sums of merged trades are exact', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 60 }), (bundles) => {
      const content = contentOf(bundles.map((n) => noticeOf(bought(4 * n, 3 * n))));
      const sum = bundles.reduce((total, n) => total + n, 0);
      expect(content).toContain(`${(4 * sum).toLocaleString('en-US')} × Slime Block: `);
      expect(content).toContain(` · ${(3 * sum).toLocaleString('en-US')} diamonds · 0.75 each`);
    }),
  );
});

test('trades at different prices or places are not merged', () => {
  const elsewhere: Change = {
    ...bought(3, 12),
    kind: 'traded',
    trade: trade({ location: { x: 9, y: 9, z: 9, world: 'w' } }),
    shop: null,
  };
  const three = [noticeOf(bought(3, 12)), noticeOf(bought(3, 13)), noticeOf(elsewhere)];
  expect(contentOf(three)).toBe('9 × Slime Block bought for 37 diamonds');
  expect(embedsOf(three).map(({ title }) => title)).toEqual([
    '3 × Slime Block: bought · 12 diamonds · 4 each',
    '3 × Slime Block: bought · 13 diamonds · 4.33 each',
    '3 × Slime Block: bought · 12 diamonds · 4 each',
  ]);
});

test('an auction shows its exact final bid', () => {
  const of = { ...auction(item('ELYTRA')), finalBid: 7_000_001, sold: 3 };
  expect(contentOf([noticeOf({ kind: 'auctioned', at: BEGAN, auction: of })])).toBe(
    '3 × Elytra: sold at auction · 7,000,001 diamonds · 2,333,333.67 each',
  );
});

test('an auction’s bid keeps all its decimals', () => {
  const of = { ...auction(item('ELYTRA')), finalBid: 1_200.125 };
  expect(contentOf([noticeOf({ kind: 'auctioned', at: BEGAN, auction: of })])).toBe(
    'Elytra: sold at auction · 1,200.125 diamonds',
  );
});

test('a price of 0 is displayed as a price', () => {
  expect(contentOf([noticeOf(bought(3, 0))])).toBe('3 × Slime Block: bought · 0 diamonds · 0 each');
});

test('two changes of one shop are reported as its latest state', () => {
  const restocked = (remaining: number, at: number): Change => ({
    kind: 'restocked',
    at,
    shop: shop(1, { remaining }),
    before: shop(1, { remaining: 0 }),
  });
  const [embed] = embedsOf([noticeOf(restocked(10, BEGAN)), noticeOf(restocked(70, BEGAN + 120_000))]);
  expect(embed?.description).toContain('70 in stock');
});

test('samples of two feeds are shown separately, without a sum', () => {
  const samples = [1, 2].map((id) => {
    const entry = noticeOf(bought(1, 1), { kind: 'sample' });
    return { ...entry, notice: { ...entry.notice, id } };
  });
  expect(embedsOf(samples).map(({ title }) => title)).toEqual(Array(2).fill('Sample: Slime Block: bought · 1 diamond'));
});

test('a sample is labelled as such, and never merged with real events', () => {
  const entries = [noticeOf(bought(1, 1), { kind: 'sample' }), noticeOf(bought(1, 1))];
  expect(composeAlert(entries, BEGAN, ALERT_PARTS).taken).toBe(1);
  expect(contentOf(entries)).toBe('Sample: Slime Block: bought · 1 diamond');
});

test('a compact feed gets one list instead of cards', () => {
  const feed = { ...FEED, style: 'compact' as const };
  const [embed, ...others] = embedsOf([noticeOf(bought(3, 12), { feed }), noticeOf(bought(3, 13), { feed })]);
  expect(others).toEqual([]);
  expect(embed?.description?.split('\n').map((line) => line.replace(/<.*>/, ''))).toEqual([
    '3 × Slime Block: bought · **12 diamonds** · 4 each ·  · `1 64 -3` world · Ada',
    '3 × Slime Block: bought · **13 diamonds** · 4.33 each ·  · `1 64 -3` world · Ada',
  ]);
});

test('the only post of a compact feed has its details without an icon', () => {
  const icons = { of: () => ({ emojiId: '1', name: 'crier', emoji: '', url: 'https://cdn.example/icon.png' }) };
  const embed = (style: 'cards' | 'compact') =>
    composeAlert([noticeOf(bought(3, 12), { feed: { ...FEED, style } })], BEGAN, { ...ALERT_PARTS, icons }).body.message
      .embeds?.[0];
  expect(embed('cards')?.thumbnail?.url).toBe('https://cdn.example/icon.png');
  expect(embed('compact')?.thumbnail).toBeUndefined();
  expect(embed('compact')?.description).toBe(embed('cards')?.description);
});

test('the creator of a paused feed is notified of the reason in a separate message', () => {
  const cause = { kind: 'feeds-paused', at: BEGAN, channelId: FEED.channelId, code: 50013 } as const;
  const paused: NoticeInContext = { ...noticeOf(bought(1, 1)), notice: { ...noticeOf(bought(1, 1)).notice, cause } };
  const { body, taken } = composeAlert([paused, noticeOf(bought(1, 1))], BEGAN, ALERT_PARTS);
  expect(taken).toBe(1);
  expect(body.message.content).toBe(
    `Your feeds in <#${FEED.channelId}> are paused: Discord does not take my messages there`,
  );
  expect(body.message.embeds?.[0]?.description).toContain(`<#${FEED.channelId}>: I may not write in that channel`);
  expect(composeAlert([noticeOf(bought(1, 1)), paused], BEGAN, ALERT_PARTS).taken).toBe(1);
});

test('the creator of a paused feed reads its channel, server and missing permissions in the push', () => {
  const place = { server: 'Town_*', channel: 'market', lacking: ['send', 'embed'] } as const;
  const cause = {
    kind: 'feeds-paused',
    at: BEGAN,
    channelId: FEED.channelId,
    code: 50013,
    locale: 'de',
    place,
  } as const;
  const paused: NoticeInContext = {
    ...noticeOf(bought(1, 1)),
    subscriptions: [],
    notice: { ...noticeOf(bought(1, 1)).notice, cause },
  };
  const { message } = composeAlert([paused], BEGAN, ALERT_PARTS).body;
  expect(message.content).toBe(
    'Deine Feeds in #market (Townˍ∗) sind pausiert: Discord nimmt meine Nachrichten dort nicht an',
  );
  expect(message.embeds?.[0]?.description).toContain(
    `<#${FEED.channelId}>: In diesem Kanal brauche ich noch **Nachrichten senden** und **Links einbetten**.`,
  );
});

test('the creator of a feed in a deleted channel gets a message with the next step', () => {
  const cause = { kind: 'feeds-paused', at: BEGAN, channelId: FEED.channelId, code: 10003 } as const;
  const gone: NoticeInContext = { ...noticeOf(bought(1, 1)), notice: { ...noticeOf(bought(1, 1)).notice, cause } };
  expect(embedsOf([gone])[0]?.description).toBe(
    `<#${FEED.channelId}>: that channel no longer exists.\n` +
      '`/feed edit` moves them to another channel, `/feed remove` deletes them.',
  );
});

test('composing an alert without notices throws', () => {
  expect(() => composeAlert([], BEGAN, ALERT_PARTS)).toThrow(RangeError);
});
