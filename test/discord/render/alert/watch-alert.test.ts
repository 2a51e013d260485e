import { ComponentType } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { composeAlert } from '../../../../src/discord/render/alert/alert.ts';
import { alertControls, footers } from '../../../../src/discord/render/alert/asked-by.ts';
import { dealRow } from '../../../../src/discord/render/answer/deal-rows.ts';
import { renderPreview } from '../../../../src/discord/render/answer/preview.ts';
import { formatRefusal } from '../../../../src/discord/render/words/refusal.ts';
import { estimateWidth } from '../../../../src/discord/render/words/text.ts';
import { CATALOGUES } from '../../../../src/language/languages.ts';
import type { Change } from '../../../../src/market/change.ts';
import { DEFAULT_DEAL_TERMS, dealOf } from '../../../../src/market/deals/deal.ts';
import type { Watch } from '../../../../src/routing/watch.ts';
import { ENGLISH, LANGUAGES } from '../../../language/spoken.ts';
import { auction, item, shop, trade } from '../../../market/samples.ts';
import { NO_ICONS } from '../../no-icons.ts';
import { expectAccepted } from '../accepted.ts';
import { ALERT_PARTS } from '../alert-parts.ts';
import { BEGAN } from '../arbitraries.ts';
import { layoutText } from '../layout-text.ts';
import { alertText, noticeOf, watchOf } from './alert-text.ts';

/** The width of a menu's text on a phone: a line of a card is 286 px wide, the text of a menu 270. */
const PHONE_MENU_EM = 270 / 15;

const EMERALDS = watchOf('EMERALD');
const BOX = item('SHULKER_BOX', { contents: [item('EMERALD', { quantity: 64 })] });
const MIXED = item('SHULKER_BOX', { contents: [item('EMERALD', { quantity: 64 }), item('DIRT')] });

const auctioned = (of = BOX, finalBid = 32, sold = 1): Change => ({
  kind: 'auctioned',
  at: BEGAN,
  auction: { ...auction(of), finalBid, sold },
});

describe('an item found in a container', () => {
  test('is offered with the count inside', () => {
    const listed = (quantity: number): Change => ({
      kind: 'listed',
      at: BEGAN,
      shop: shop(1, { item: { ...BOX, quantity }, price: 50, remaining: 4 }),
    });
    const messageText = alertText([listed(1)], EMERALDS);
    expect(messageText).toContain(
      'Emerald in Shulker Box: new offer · 1 box of 64 for 50 diamonds · 0.78 each · 1\u00a064\u00a0-3\u00a0world\n4 in stock · <t:',
    );
    expect(alertText([listed(2)], EMERALDS)).toContain(
      '2 boxes of 64 for 50 diamonds · 0.39 each · 1\u00a064\u00a0-3\u00a0world\n4 in stock',
    );
  });

  test('is named in an auction and a trade with its unit price', () => {
    expect(alertText([auctioned()], EMERALDS)).toMatch(
      /^Shulker Box with 64 × Emerald: sold at auction · 32 diamonds\n0\.50 diamonds for one Emerald · </,
    );
    const traded: Change = { kind: 'traded', at: BEGAN, trade: trade({ item: BOX, moved: 2, paid: 64 }), shop: null };
    expect(alertText([traded], EMERALDS)).toContain(
      '2 × Shulker Box with 64 × Emerald: bought · 64 diamonds · 32 each · 1\u00a064\u00a0-3\u00a0world\n0.50 diamonds for one Emerald · ',
    );
  });

  test('has no unit price next to other items', () => {
    expect(alertText([auctioned(MIXED)], EMERALDS)).toMatch(
      /^Shulker Box with 64 × Emerald and other things: sold at auction · 32 diamonds\n</,
    );
  });

  test('is not merged with one in a box that also holds other items', () => {
    expect(alertText([auctioned(), auctioned(MIXED)], EMERALDS).match(/: sold at auction/g)).toHaveLength(2);
  });

  test('is shown in a preview with its container', () => {
    const offer = {
      shop: shop(1, { item: BOX, price: 64 }),
      match: { unitPrice: 1, contained: item('EMERALD'), held: 64 },
      remaining: 1,
      estimated: false,
      inStock: true,
      distance: null,
      hasOpenVariant: false,
    };
    const content = layoutText(
      renderPreview({
        watch: EMERALDS,
        matching: { offers: [offer], total: 1 },
        lastWeek: null,
        extreme: null,
        person: null,
        refusal: null,
        freshness: '-# now',
        stream: { state: 'live', since: BEGAN, lastFrameAt: null, lastEventAt: null, counted: {} },
        undoKey: 'k',
        unknownNames: [],
        wokeOthers: true,
        chart: null,
        now: BEGAN,
        icons: NO_ICONS,
        language: ENGLISH,
      }),
    );
    expect(content).toContain('**1 box of 64 for 64 diamonds** · 1 each · Shulker Box\n-# `1 64 -3` world · Ada');
    expect(content).toContain('Your other watches are on again too.');
  });
});

test.each([
  [64, 50, '192 × Diamond: 3 auctions · 150 diamonds · 0.78 each\n50 diamonds each time · <'],
  [1, 9, '3 × Diamond: 3 auctions · 27 diamonds · 9 each\n<'],
])('equal auctions of %d for %d are merged, with their sums and the single bid', (sold, bid, words) => {
  const thrice = Array.from({ length: 3 }, () => auctioned(item('DIAMOND'), bid, sold));
  expect(alertText(thrice, watchOf('DIAMOND'))).toContain(words);
});

test('equal auctions of full boxes are merged too', () => {
  expect(alertText([auctioned(), auctioned()], EMERALDS)).toContain(
    '2 × Shulker Box with 64 × Emerald: 2 auctions · 64 diamonds · 32 each\n' +
      '32 diamonds each time · 0.50 diamonds for one Emerald · <t:',
  );
});

test.each([
  [BEGAN + 1, 'Your watch on Dirt ends soon'],
  [BEGAN, 'Your watch on Dirt has ended'],
])('a delayed notice of a watch’s end states whether the end has passed', (expiresAt, words) => {
  const ending = noticeOf({ kind: 'expiring', at: BEGAN, expiresAt }, watchOf('DIRT', { expiresAt }));
  expect(composeAlert([ending], BEGAN, ALERT_PARTS).body.message.content).toBe(words);
});

describe('an event that matches many watches', () => {
  const many = Array.from({ length: 50 }, (_, n) =>
    watchOf('EMERALD', {
      id: `w${n}`,
      filter: { item: { type: 'EMERALD' }, x: n, z: 0, within: 100, containers: true },
    }),
  );

  test('has a footer that counts the watches without room, and shows no markup', () => {
    const { body } = composeAlert([noticeOf({ kind: 'change', change: auctioned() }, ...many)], BEGAN, ALERT_PARTS);
    const footer = body.message.embeds?.at(-1)?.footer?.text ?? '';
    const [first, ...others] = footer.split('\n');
    expect(first).toBe('Your watch: Emerald · In a new shop, wi…');
    expect(others.at(-1)).toBe(`… and ${50 - others.length} more`);
    expect(footer.length).toBeLessThanOrEqual(600);
    expectAccepted(body.message);
  });

  test('without room for a footer per card lists the watches once, and never as “…” alone', () => {
    const cards = many.slice(0, 10).map((one) => [noticeOf({ kind: 'change', change: auctioned() }, one)]);
    const texts = (room: number) => footers(cards, room, ENGLISH).map(({ footer }) => footer?.text ?? null);
    expect(texts(4_000).every((text) => text?.startsWith('Your watch: Emerald'))).toBe(true);
    const [last, ...others] = texts(400).toReversed();
    expect(others).toEqual(Array(9).fill(null));
    expect(last).toMatch(/^Your watch: Emerald · In a new shop, wi…\n(?:.*\n)+… and \d more$/);
    expect(last?.length).toBeLessThanOrEqual(400);
    expect(texts(60)).toEqual(Array(10).fill(null));
  });

  test('has a menu of up to 25 watches that states their number', () => {
    const menuOf = (watches: readonly Watch[]) => {
      const [menu] = alertControls(watches, ENGLISH)?.components ?? [];
      if (menu?.type !== ComponentType.StringSelect) throw new Error('no menu');
      return menu;
    };
    expect(menuOf(many.slice(0, 2)).options.map(({ value }) => value)).toEqual(['choose:w0', 'choose:w1']);
    expect(menuOf(many).options).toHaveLength(25);
    expect(menuOf(many).options[3]?.label).toBe('Emerald · In a new shop, within 100 blocks of 3 0 in the Overworld');
    expect(menuOf(many).placeholder).toBe('Choose a watch (25 of 50)');
  });
});

test.each(Object.keys(CATALOGUES))('a phone shows the whole placeholder of the menu: %s', (tag) => {
  const language = LANGUAGES.of(tag);
  const watches = Array.from({ length: 30 }, (_, n) => watchOf('DIRT', { id: `w${n}` }));
  for (const count of [2, 30]) {
    const [menu] = alertControls(watches.slice(0, count), language)?.components ?? [];
    const placeholder = menu?.type === ComponentType.StringSelect ? (menu.placeholder ?? '') : expect.fail('no menu');
    expect(estimateWidth(placeholder)).toBeLessThanOrEqual(PHONE_MENU_EM);
  }
});

test('each card names exactly the watches that match it', () => {
  const [diamonds, dirt] = [watchOf('DIAMOND'), { ...watchOf('DIRT'), id: 'w2' }];
  const entries = [
    noticeOf({ kind: 'change', change: auctioned(item('DIAMOND')) }, diamonds),
    noticeOf({ kind: 'change', change: auctioned(item('DIRT')) }, dirt),
  ];
  const { embeds } = composeAlert(entries, BEGAN, ALERT_PARTS).body.message;
  expect(embeds?.map(({ footer }) => footer?.text)).toEqual([
    'Your watch: Diamond · In a new shop',
    'Your watch: Dirt · In a new shop',
  ]);
});

test.each([10003, 50001, 50013])('the refusal %i refers to a channel, or for a user to direct messages', (code) => {
  expect(formatRefusal(code, ENGLISH)).toMatch(/channel/);
  expect(formatRefusal(code, ENGLISH, 'user')).toBe('Discord does not let me write to you');
});

test('an offer has the same percentage in `/deals` and in its alert, rounded down', () => {
  const offer = shop(1, { price: 62.4, item: item('HOPPER'), remaining: 9 });
  const deal = dealOf(offer, offer.remaining, () => 100, DEFAULT_DEAL_TERMS) ?? expect.fail('no deal');
  const deals = watchOf('HOPPER', { trigger: 'under-worth', item: null });
  const entry = { ...noticeOf({ kind: 'change', change: { kind: 'listed', at: BEGAN, shop: offer } }, deals), deal };
  expect(composeAlert([entry], BEGAN, ALERT_PARTS).body.message.content).toContain('Hopper: 37% under worth');
  const shown = { ...deal, remaining: 9, estimated: false, distance: null, more: 0 };
  const filter = { containers: true };
  expect(dealRow(shown, { filter, lowest: new Map(), language: ENGLISH }).offer).toContain('−37%');
});

test('a deal states its percentage below worth, the worth, and the saving', () => {
  const sold = shop(1, { price: 8, item: item('SLIME_BLOCK', { quantity: 4 }), remaining: 16 });
  const box = shop(2, { price: 32, item: BOX, remaining: 2 });
  const worthText = (offer: typeof sold, worth: number) => {
    const deal = dealOf(offer, offer.remaining, () => worth, DEFAULT_DEAL_TERMS);
    if (deal === null) throw new Error('no deal');
    const deals = watchOf('SLIME_BLOCK', { trigger: 'under-worth', item: null });
    const entry = { ...noticeOf({ kind: 'change', change: { kind: 'listed', at: BEGAN, shop: offer } }, deals), deal };
    return JSON.stringify(composeAlert([entry], BEGAN, ALERT_PARTS).body.message);
  };
  expect(worthText(sold, 4)).toContain('Slime Block: 50% under worth · 4 for 8 diamonds · 2 each');
  expect(worthText(sold, 4)).toContain('saves 32 diamonds on 16');
  expect(worthText(sold, 4)).toContain('worth 4 each');
  expect(worthText(sold, 4)).toContain('Any item · 25% or more under its worth');
  expect(worthText(box, 1)).toContain(
    'Emerald in Shulker Box: 50% under worth · 1 box of 64 for 32 diamonds · 0.50 each',
  );
  expect(worthText(box, 1)).toContain('worth 1 each');
  expect(worthText(sold, 4).match(/under worth/g)).toHaveLength(1);
});

test('the push of a watch states place and lowest price, and the card repeats the latter only if needed', () => {
  const messageText = (type: string) => {
    const change = { kind: 'listed', at: BEGAN, shop: shop(1, { item: item(type) }) } as const;
    const entry = { ...noticeOf({ kind: 'change', change }, watchOf(type)), lowestInDays: 30 };
    const { content, embeds } = composeAlert([entry], BEGAN, ALERT_PARTS).body.message;
    return [content, embeds?.[0]?.description?.split('\n')[0]];
  };
  const [push, facts] = messageText('SLIME_BLOCK');
  expect(push).toBe('Slime Block: new offer · 4 diamonds · lowest in 30 days · 1\u00a064\u00a0-3\u00a0world');
  expect(facts).not.toContain('lowest');
  expect(messageText(`LONG_${'X'.repeat(70)}`)).toEqual([
    expect.not.stringContaining('lowest'),
    expect.stringMatching(/ · \*\*lowest in 30 days\*\*$/),
  ]);
});
