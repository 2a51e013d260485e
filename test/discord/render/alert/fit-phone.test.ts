import { expect, test } from 'vitest';
import { composeAlert } from '../../../../src/discord/render/alert/alert.ts';
import type { AlertBody } from '../../../../src/discord/render/alert/alert-body.ts';
import type { AlertParts } from '../../../../src/discord/render/alert/cards.ts';
import { estimateHeight, MOST_HEIGHT_PX } from '../../../../src/discord/render/alert/fit-phone.ts';
import type { Change } from '../../../../src/market/change.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import type { NoticeInContext } from '../../../../src/ports/delivery.ts';
import type { Watch } from '../../../../src/routing/watch.ts';
import { auction, item, shop } from '../../../market/samples.ts';
import { watch } from '../../../routing/samples.ts';
import { ALERT_PARTS } from '../alert-parts.ts';
import { BEGAN } from '../arbitraries.ts';
import { feedOf } from '../feeds.ts';

/** Checks that merged messages on a phone are complete, and at most one and a half screens high. */

const FEED = feedOf('listings');

function noticeOf(change: Change, feed = FEED): NoticeInContext {
  const target = { kind: 'channel', id: feed.channelId } as const;
  return {
    notice: { id: 1, held: null, target, cause: { kind: 'change', change }, subscriptionIds: [feed.id], dueAt: 0 },
    subscriptions: [feed],
    worth: null,
  };
}

const TYPES = ['HEAVY_CORE', 'LODESTONE', 'CONDUIT', 'TRIDENT', 'BEACON', 'ELYTRA', 'BELL', 'HOPPER', 'TNT', 'TOTEM'];
const offerOf = (type: string, at: number, more: Partial<Watch> = {}): NoticeInContext => {
  const offer = shop(at, { price: 10 + at, item: item(type), remaining: 12 });
  const asks = { item: { type }, filter: { item: { type }, containers: true } };
  return {
    ...noticeOf({ kind: 'listed', at: BEGAN, shop: offer }),
    subscriptions: [watch(`w-${type}`, { trigger: 'listed', ...asks, ...more })],
  };
};
const bodyOf = (entries: readonly NoticeInContext[], parts: AlertParts = ALERT_PARTS) =>
  composeAlert(entries, BEGAN, parts).body;
const textsOf = ({ message }: AlertBody) => (message.embeds ?? []).map(({ description = '' }) => description);

test.each(['en-US', 'de', 'ja', 'ru'])(
  'ten offers of ten watches fit one and a half screens, and only the menu names the watches: %s',
  (locale) => {
    const body = bodyOf(TYPES.map((type, at) => offerOf(type, at, { locale })));
    expect(estimateHeight(body)).toBeLessThanOrEqual(MOST_HEIGHT_PX);
    const [text = '', ...others] = textsOf(body);
    expect(others).toEqual([]);
    for (const [at] of TYPES.entries()) expect(text).toContain(`**${10 + at}`);
    expect(text.match(/-# `1 64 -3` world · Ada/g)).toHaveLength(10);
    expect(body.message.embeds?.[0]?.footer).toBeUndefined();
    expect(JSON.stringify(body.message.components).match(/choose:w-/g)).toHaveLength(10);
  },
);

test('a list whose menu cannot name all of ten watches names them below', () => {
  const body = bodyOf(TYPES.map((type, at) => offerOf(type, at, at === 0 ? { repeat: 'once' } : {})));
  expect(body.message.embeds?.at(-1)?.footer?.text.split('\n')).toHaveLength(10);
});

test('too many cards of two watches are merged into one card per watch, with all facts', () => {
  const entries = Array.from({ length: 8 }, (_, at) => offerOf(at % 2 === 0 ? 'BEACON' : 'ELYTRA', at));
  const body = bodyOf(entries);
  expect(estimateHeight(body)).toBeLessThanOrEqual(MOST_HEIGHT_PX);
  expect(body.message.embeds?.map(({ footer }) => footer?.text)).toEqual([
    'Your watch: Beacon · In a new shop',
    'Your watch: Elytra · In a new shop',
  ]);
  const [beacons = ''] = textsOf(body);
  expect(beacons.split('\n').slice(0, 2)).toEqual([
    'Beacon: new offer · **10 diamonds**',
    `-# \`1 64 -3\` world · Ada · 12 in stock · <t:${BEGAN / 1_000}:R>`,
  ]);
  expect(beacons.split('\n')).toHaveLength(8);
});

test('a few offers keep a card each, and repeat no icon in succession', () => {
  const url = (name: string) => ({ name, url: `https://cdn.test/${name}.png`, emoji: '', emojiId: '' });
  const parts = { ...ALERT_PARTS, icons: { of: url } };
  const entries = ['BEACON', 'BEACON', 'ELYTRA', 'BEACON'].map((type, at) => offerOf(type, at));
  const pictures = bodyOf(entries, parts).message.embeds?.map(({ thumbnail }) => thumbnail?.url ?? null);
  expect(pictures).toEqual(['https://cdn.test/BEACON.png', null, null, 'https://cdn.test/ELYTRA.png']);
});

test.each(['en-US', 'de', 'ja', 'fr'])(
  'five paintings in a channel with several feeds keep their pictures: %s',
  (locale) => {
    const filter = { item: { type: 'PAINTING' }, containers: false };
    const all = feedOf('auctions', { id: 'all', locale, filter });
    const expensive = feedOf('auctions', { id: 'dear', locale, filter, minValue: 60 });
    const titles = ['House Colours', 'Market Day', 'The City Sleeps', 'Harbour at Dusk', 'Storm'];
    const entries = titles.map((title, at): NoticeInContext => {
      const id = `bfbd0000-0000-4000-8000-000000000001_${at}`;
      const author = 'obdrael_77';
      const snbt = `{canvas_id:"${id}",canvas_title:"${title}",canvas_author:"${author}",canvas_generation:2}`;
      const sold = { ...auction(item(identify('PAINTING', snbt))), sold: 1, finalBid: 64 - at };
      return {
        ...noticeOf({ kind: 'auctioned', at: BEGAN, auction: sold }, all),
        ...{ subscriptions: at === 0 ? [all, expensive] : [all], hasSeveralFeeds: true, cheapest: 2.8 },
        paintings: [{ id, title, author, width: 16, height: 16, isBanned: at === 4 }],
      };
    });
    const body = bodyOf(entries);
    expect(estimateHeight(body)).toBeLessThanOrEqual(MOST_HEIGHT_PX);
    expect(body.pictures).toHaveLength(4);
    expect(JSON.stringify(body.message.components)).toContain('Storm');
  },
);

test('a banned painting in a list keeps its *Show* button with its name', () => {
  const canvas = 'bfbd0000-0000-4000-8000-000000000001_1';
  const painting = { id: canvas, title: 'T', author: 'A', width: 16, height: 16, isBanned: true };
  const entries = TYPES.map((type, at): NoticeInContext => {
    const offer = shop(at, {
      price: at + 1,
      item: at === 0 ? item(identify('PAINTING', `{canvas_id:"${canvas}"}`)) : item(type),
    });
    const change =
      at === 0
        ? ({ kind: 'banned', at: BEGAN, canvas, shop: offer } as const)
        : ({ kind: 'listed', at: BEGAN, shop: offer } as const);
    return { ...noticeOf(change, feedOf(at === 0 ? 'banned-paintings' : 'listings')), paintings: [painting] };
  });
  const body = bodyOf(entries);
  expect(body.message.embeds?.length).toBeLessThan(10);
  expect(JSON.stringify(body.message.components)).toContain(canvas);
  expect(JSON.stringify(body.message.components)).toContain('"label":"Show “T” by A"');
});
