import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOfBans, renderBans, renderPaintingBan } from '../../../src/discord/render/answer/banned-paintings.ts';
import { renderHealth } from '../../../src/discord/render/answer/health.ts';
import { renderPreview } from '../../../src/discord/render/answer/preview.ts';
import { renderPrice } from '../../../src/discord/render/answer/price.ts';
import { renderShops } from '../../../src/discord/render/answer/shops.ts';
import type { Quote } from '../../../src/market/prices/quotes.ts';
import type { TradeSummary } from '../../../src/market/prices/summary.ts';
import type { Offer } from '../../../src/market/search/offer.ts';
import type { Outage } from '../../../src/ports/journal.ts';
import { propertyRuns } from '../../property-runs.ts';
import { NO_ICONS } from '../no-icons.ts';
import { expectAccepted, expectHarmless } from './accepted.ts';
import { filter, icons, item, language, moment, quiet, shop, stream, watch } from './arbitraries.ts';
import { hostileText } from './hostile.ts';
import { layoutText } from './layout-text.ts';
import { priceMarks } from './price-marks.ts';

/** Stands on: whole messages with names by fast-check, checked against the rules of the simulated Discord. */

const amount = fc.oneof(fc.nat(50), fc.maxSafeNat());
const unitPrice = fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 2 ** 53, noNaN: true }));
const stock = { remaining: fc.oneof(fc.constant(0), fc.maxSafeNat()), estimated: fc.boolean() };

const offer: fc.Arbitrary<Offer> = fc.record({
  ...stock,
  shop,
  inStock: fc.boolean(),
  match: fc.record({ unitPrice: fc.option(unitPrice), contained: fc.option(item), held: fc.option(fc.nat()) }),
  distance: fc.option(fc.double({ min: 0, max: 6e7, noNaN: true })),
  hasOpenVariant: fc.boolean(),
});

const quote: fc.Arbitrary<Quote> = fc.record({
  ...stock,
  shop,
  unitPrice,
  shops: fc.integer({ min: 1, max: 100_000 }),
});

const summary: fc.Arbitrary<TradeSummary> = fc.record({
  median: unitPrice,
  p10: unitPrice,
  p90: unitPrice,
  volume: amount,
  trades: fc.integer({ min: 1, max: 1_000_000 }),
  shops: fc.nat(1_000),
  lastAt: moment,
});

const outages: fc.Arbitrary<Outage[]> = fc.array(
  fc.record({ from: moment, until: fc.option(moment.map((at) => at + 86_400_000)), why: hostileText }),
);

const asked = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(
    value.map((one) => ({ ok: true as const, value: one })),
    hostileText.map((why) => ({ ok: false as const, why })),
  );

const snapshot = fc.record({
  takenAt: fc.option(moment),
  records: fc.nat(1_000_000),
  duplicates: fc.nat(1_000),
  quarantined: fc.nat(1_000),
  trouble: fc.option(hostileText),
  failedAt: fc.option(moment),
  nextAt: fc.option(moment),
  refreshStartedAt: fc.option(moment),
});

function expectGood(reply: Parameters<typeof expectHarmless>[0]): void {
  expectAccepted(reply);
  expectHarmless(reply);
}

test('faults 65, 66, 67, 68, 69: a page of /shop with its buttons and menu is accepted for any names of shops', () => {
  const page = fc.record({
    query: fc.record({
      userId: fc.constant('80351110224678912'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      sort: fc.constantFrom('price' as const, 'distance' as const, 'stock' as const),
      outOfStock: fc.boolean(),
      filter,
    }),
    found: fc.record({
      offers: fc.array(offer, { maxLength: 20 }),
      others: fc.array(offer, { maxLength: 3 }),
      total: fc.nat(100_000),
      empty: fc.nat(100),
      emptied: fc.nat(2),
    }),
    page: fc.integer({ min: -5, max: 2_000 }),
    freshness: fc.constant('-# shops as of <t:1700000000:R> (100,000 shops)'),
    key: fc.option(fc.constant('k'.repeat(24))),
    icons,
    language,
  });
  fc.assert(
    fc.property(page, (answer) => expectGood(renderShops(answer))),
    { numRuns: propertyRuns(1 / 2) },
  );
});

const basis = {
  sellers: amount,
  trades: amount,
  outliers: amount,
};

test('faults 65, 66, 67, 68, 69: /price is accepted for any quotes, also with more variants than fit', () => {
  const answer = fc.record({
    item: fc.record({ type: fc.constant('PAPER'), label: hostileText }),
    ask: fc.option(quote),
    bid: fc.option(quote),
    unpricedBids: fc.nat(2),
    isSoldOut: fc.boolean(),
    full: fc.option(fc.record({ shop, unitPrice, count: fc.nat(), shops: fc.integer({ min: 1, max: 9 }) })),
    knownSince: fc.option(moment),
    mixed: fc.option(fc.record({ until: moment, points: fc.constant([]) })),
    hasEarlierTrades: fc.boolean(),
    now: moment,
    days: fc.integer({ min: 1, max: 90 }),
    purchases: fc.option(summary),
    sales: fc.option(summary),
    auctions: fc.option(summary),
    medianBefore: fc.option(unitPrice),
    worth: fc.oneof(
      fc.record({ ...basis, worth: unitPrice }),
      fc.record({
        ...basis,
        worth: fc.constant(null),
        why: fc.constantFrom('few-trades' as const, 'few-sellers' as const, 'scattered' as const),
      }),
    ),
    boxes: fc.option(
      fc.record({
        quotes: fc.array(
          fc.record({ identity: item.map((one) => one.identity), shop, unitPrice, count: fc.nat(), shops: fc.nat() }),
          { maxLength: 15 },
        ),
        mixed: fc.nat(9),
      }),
    ),
    chart: fc.option(fc.constant('rose from 1 to 2')),
    lacksChart: fc.boolean(),
    hasShops: fc.boolean(),
    ...priceMarks,
    view: fc.constantFrom('chart' as const, 'details' as const),
    isGone: fc.boolean(),
    icons,
    variants: fc.array(fc.record({ identity: item.map((one) => one.identity), shop, unitPrice }), {
      maxLength: 15,
      size: 'max',
    }),
    outages,
    freshness: fc.constant('-# shops as of <t:1700000000:R> (100,000 shops)'),
    language,
  });
  fc.assert(
    fc.property(answer, (one) => expectGood(renderPrice(one))),
    { numRuns: propertyRuns(1 / 2) },
  );
});

test('faults 65, 66, 67, 68, 69: /health is accepted for any status, with text in every field', () => {
  const number = fc.double({ min: 0, max: 1e15, noNaN: true });
  const report = fc.record({
    tick: fc.record({ last: number, latest: number, gap: number, healthy: fc.boolean() }),
    memory: fc.record({ free: number, allocated: number, max: number }),
    ping: fc.record({
      players: fc.nat(1_000),
      highLatencySamples: fc.array(number),
      minPing: number,
      maxPing: number,
      avgPing: number,
      medianPing: number,
    }),
  });
  const answer = fc.record({
    service: fc.record({
      askedAt: moment,
      up: asked(fc.constant(true as const)),
      report: asked(report),
      lastReport: fc.option(fc.record({ askedAt: moment, value: report })),
    }),
    stream,
    outages,
    unreportedShops: fc.array(moment.map((from) => ({ from, until: from + 60_000 }))),
    snapshot,
    beganAt: moment,
    tradesKnownSince: fc.option(moment),
    now: moment,
    trouble: fc.option(hostileText),
    queue: fc.option(
      fc.record({
        depth: fc.nat(),
        waitingSince: fc.option(moment),
        later: fc.nat(),
        refused: fc.nat(),
        lastDeliveryAt: fc.option(moment),
      }),
    ),
    landmarks: fc.option(fc.record({ count: fc.nat(), readAt: fc.constant(null), trouble: fc.option(fc.string()) })),
    lack: fc.option(
      fc.record({
        quarantinedAt: fc.option(moment),
        unreadable: fc.record({ feeds: fc.nat(), watches: fc.nat(), people: fc.nat() }),
      }),
    ),
    language,
  });
  fc.assert(fc.property(answer, (one) => expectGood(renderHealth(one))));
});

test('faults 65, 66, 67, 68, 69: /painting-banned is accepted for any ids, lists and sellers', () => {
  const painted = '0a1b2c3d-0000-4000-8000-00000000000a_12';
  const id = fc.oneof(hostileText, fc.constant(painted));
  const ban = fc.record({ id, firstSeenAt: fc.option(moment) });
  const list = fc.record({
    bans: fc.uniqueArray(ban, { maxLength: 20, selector: (one) => one.id }),
    heardAt: moment,
    trouble: fc.option(hostileText),
  });
  const sellers = fc.option(
    fc.array(fc.record({ canvases: fc.array(id, { minLength: 1, maxLength: 6 }), shop, ...stock }), { maxLength: 15 }),
  );
  const name = fc.record({ title: fc.option(hostileText), author: fc.option(hostileText) });
  fc.assert(
    fc.property(id, list, sellers, name, fc.nat(9), language, (asks, bans, who, called, page, where) => {
      const freshness = '-# shops as of <t:1700000000:R>';
      const named = [asks, ...bans.bans.map((one) => one.id)];
      const names = new Map(named.map((one) => [one, { ...called, hasPicture: one === painted }]));
      const one = renderPaintingBan({
        id: asks,
        list: bans,
        sellers: who,
        names,
        buttons: [],
        freshness,
        language: where,
      });
      expectGood(one);
      expectGood(renderBans(pageOfBans(bans, who, page), names, freshness, where));
      const verdict = bans.bans.some((ban) => ban.id === asks) ? 'painting.banned' : 'painting.not-banned';
      expect(layoutText(one)).toContain(`## ${where.say(verdict)}\n`);
    }),
    { numRuns: propertyRuns(1 / 2) },
  );
});

test('faults 65, 66, 67, 68, 69: the preview of /watch add is accepted for any watch and offers', () => {
  const matching = fc.option(fc.record({ offers: fc.array(offer, { maxLength: 5 }), total: fc.nat(100_000) }));
  const preview = fc.record({
    watch,
    matching,
    lastWeek: fc.option(fc.record({ times: fc.nat(), since: fc.option(moment) })),
    extreme: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
    person: fc.option(fc.record({ id: fc.constant('80351110224678912'), quiet: fc.option(quiet) })),
    stream,
    undoKey: fc.constant('abcdefgh'),
    unknownNames: fc.array(
      fc.oneof(
        fc.record({
          what: fc.constant('item' as const),
          name: hostileText,
          didYouMean: fc.array(fc.record({ type: hostileText, key: fc.constant('k'), label: hostileText }), {
            maxLength: 3,
          }),
        }),
        fc.record({
          what: fc.constantFrom('owner' as const, 'world' as const, 'enchantment' as const),
          name: hostileText,
          didYouMean: fc.array(hostileText, { maxLength: 3 }),
        }),
      ),
      { maxLength: 3 },
    ),
    droppedPrice: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
    wokeOthers: fc.boolean(),
    isKept: fc.boolean(),
    refusal: fc.constantFrom(null, 50007, 99999),
    freshness: fc.constant('-# shops as of <t:1700000000:R> (100,000 shops)'),
    chart: fc.option(fc.constant('Slime Block, 30 days')),
    now: moment,
    icons: fc.constant(NO_ICONS),
    language,
  });
  fc.assert(
    fc.property(preview, (one) => expectGood(renderPreview(one))),
    { numRuns: propertyRuns(1 / 2) },
  );
});
