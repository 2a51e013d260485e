import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderDeals, renderSpreads } from '../../../src/discord/render/answer/deals.ts';
import { HELP_TOPICS, renderHelp } from '../../../src/discord/render/answer/help.ts';
import {
  renderChange,
  renderChosen,
  renderWatchList,
  WATCHES_A_PAGE,
} from '../../../src/discord/render/answer/watches.ts';
import type { Layout } from '../../../src/discord/render/layout.ts';
import { describeWatch } from '../../../src/discord/render/words/describe.ts';
import { DEAL_ORDERS } from '../../../src/market/deals/deals.ts';
import type { NoWorth } from '../../../src/market/prices/worth.ts';
import { LANGUAGES } from '../../language/spoken.ts';
import { propertyRuns } from '../../property-runs.ts';
import { watch as WATCH } from '../../storage/sqlite/samples.ts';
import { expectAccepted, expectHarmless } from './accepted.ts';
import { BEGAN, filter, icons, item, language, moment, shop, watch } from './arbitraries.ts';
import { layoutText } from './layout-text.ts';

/** Stands on: whole messages with names by fast-check, checked against the rules of the simulated Discord. */

const price = fc.oneof(fc.constant(0), fc.nat(50), fc.double({ min: 1e-9, max: 2 ** 53, noNaN: true }));
const remarks = fc.subarray([
  '⏸ Discord refuses your messages.',
  '⚠️ The live stream is down.',
  '-# Shops as of a minute ago',
]);

function expectGood(reply: Layout): void {
  expectAccepted(reply);
  expectHarmless(reply);
}

const nearest = fc.oneof(price, fc.constantFrom(null, undefined));
const listed = fc.record({ watch, nearest });
const chosen = fc.record({ watch, lastDeliveredAt: fc.option(moment), price: fc.option(price) });
const watches = fc
  .array(listed, { minLength: 1, maxLength: WATCHES_A_PAGE, size: 'max' })
  .map((all) => all.map((one, n) => ({ ...one, watch: { ...one.watch, id: `w${n}` } })));

test('faults 65, 66, 67, 68, 69: /watch list of any watches is accepted by Discord, and each can be chosen', () => {
  const list = fc.record({
    watches,
    page: fc.nat(9),
    pages: fc.integer({ min: 1, max: 10 }),
    above: remarks,
    below: remarks,
    isRefused: fc.boolean(),
    now: fc.constant(BEGAN),
    language,
  });
  fc.assert(
    fc.property(list, (one) => {
      const reply = renderWatchList(one);
      expectGood(reply);
      for (const { watch: shown } of one.watches) expect(JSON.stringify(reply)).toContain(`"value":"${shown.id}"`);
    }),
    { numRuns: propertyRuns(1 / 2) },
  );
});

test.each(['_*'.repeat(50), 'Sharpness V, Unbreaking III, Mending, Looting III, Fire Aspect II, Sweeping Edge III'])(
  '/watch list fits a page of watches with many conditions and the longest names: %s',
  (label) => {
    const filters = { owner: 'x'.repeat(60), notOwner: '_'.repeat(60), world: '*'.repeat(60), minStock: 64 };
    const watched = (n: number) => {
      const choice = { type: 'ENCHANTED_BOOK', key: String(n).padStart(16, '0'), label };
      return { ...WATCH, id: `w${n}`, item: choice, filter: { item: choice, containers: false, ...filters } };
    };
    const listed = Array.from({ length: WATCHES_A_PAGE }, (_, n) => ({ watch: watched(n), nearest: 123_456.25 }));
    const [above, below] = [['x'.repeat(300)], ['x'.repeat(100)]];
    for (const locale of ['de', 'es-ES', 'fr', 'en-XA']) {
      const list = { watches: listed, page: 0, pages: 2, above, below, isRefused: true, now: BEGAN };
      const reply = renderWatchList({ ...list, language: LANGUAGES.of(locale) });
      expectAccepted(reply);
      expect(layoutText(reply).match(/^\*\*/gm)).toHaveLength(WATCHES_A_PAGE);
    }
  },
);

test('a chosen watch and a changed watch are accepted by Discord', () => {
  fc.assert(
    fc.property(chosen, icons, language, fc.option(fc.constant('key')), (one, drawn, drawnLanguage, undoKey) => {
      expectGood(renderChosen(one, BEGAN, drawn, drawnLanguage));
      const done = drawnLanguage.say('watch.paused', { watch: describeWatch(one.watch, drawnLanguage) });
      expectGood(
        renderChange(
          Array.from({ length: 10 }, () => done),
          undoKey,
          drawnLanguage,
        ),
      );
    }),
    { numRuns: propertyRuns(1 / 2) },
  );
});

const noWorth = fc.record({
  worth: fc.constant(null),
  why: fc.constantFrom<NoWorth['why']>('few-trades', 'few-sellers', 'scattered'),
  sellers: fc.nat(),
  trades: fc.nat(),
  outliers: fc.nat(),
});
const asked = fc.record({
  filter,
  page: fc.nat(30),
  key: fc.option(fc.constant('k'.repeat(24))),
  known: fc.record({ items: fc.nat(1_000), why: fc.option(noWorth) }),
  freshness: fc.constant('-# shops as of <t:1700000000:R> (100,000 shops)'),
  icons,
  language,
});
const amount = fc.maxSafeNat();
const blocks = fc.option(fc.double({ min: 0, max: 6e7, noNaN: true }));

test('faults 65, 66, 67, 68, 69: /deals with any names of shops is accepted by Discord', () => {
  const deal = fc.record({
    shop,
    identity: item.map(({ identity }) => identity),
    contained: fc.boolean(),
    unitPrice: price,
    worth: price,
    percent: fc.double({ min: 1, max: 100, noNaN: true }),
    items: amount,
    saving: price,
    remaining: amount,
    estimated: fc.boolean(),
    distance: fc.constant(null),
    more: fc.nat(2),
  });
  const deals = fc.array(deal, { maxLength: 20 }).map((shown) => ({ shown, total: shown.length }));
  const term = fc.record({ discount: fc.integer({ min: 1, max: 99 }), minSaving: price });
  const terms = fc.tuple(term, fc.option(term));
  fc.assert(
    fc.property(asked, deals, terms, fc.constantFrom(...DEAL_ORDERS), (one, found, [asks, nearest], order) => {
      const lowest = new Map(found.shown.slice(0, 2).map((each) => [each.shop, 30]));
      expectGood(renderDeals({ ...one, deals: found, terms: asks, nearest, order, lowest }));
    }),
    { numRuns: propertyRuns(1 / 2) },
  );
});

test('/deals with spreads is accepted by Discord', () => {
  const spread = fc.record({
    identity: item.map(({ identity }) => identity),
    ask: shop,
    bid: shop,
    worth: fc.option(price),
    unitProfit: price,
    profit: price,
    bought: amount,
    paid: price,
    sold: amount,
    received: price,
    estimated: fc.boolean(),
    distance: blocks,
    distanceToAsk: blocks,
  });
  fc.assert(
    fc.property(asked, fc.array(spread, { maxLength: 20 }), (one, spreads) =>
      expectGood(renderSpreads({ ...one, spreads })),
    ),
    { numRuns: propertyRuns(1 / 2) },
  );
});

test('/help is accepted by Discord in every language', () => {
  fc.assert(
    fc.property(fc.constantFrom(null, ...HELP_TOPICS), language, (topic, drawnLanguage) => {
      expectAccepted(renderHelp(topic, HELP_TOPICS, drawnLanguage));
    }),
  );
});
