/**
 * Measures rendering a page of `/shop`, an answer of `/price` and a message of a feed, relative to JSON.stringify of
 * the same.
 */

import { composeAlert } from '../src/discord/render/alert/alert.ts';
import { renderPrice } from '../src/discord/render/answer/price.ts';
import { renderShops } from '../src/discord/render/answer/shops.ts';
import { Languages } from '../src/language/languages.ts';
import { NO_KIND_COUNTS } from '../src/market/prices/kind-counts.ts';
import { bestAsk, bestBid } from '../src/market/prices/quotes.ts';
import { findOffers } from '../src/market/search/offers.ts';
import type { NoticeInContext } from '../src/ports/delivery.ts';
import type { Feed } from '../src/routing/feed.ts';
import { inSlices } from '../src/time/cooperate.ts';
import { NO_ICONS } from '../test/discord/no-icons.ts';
import { busiest, ENDED, marketOf } from './trading.ts';

const ROUNDS = 20_000;

const languages = new Languages();
const language = languages.of('en-GB');
const market = marketOf(20_000);
const item = { type: busiest.identity.type };
const filter = { item, containers: true };
const query = { userId: '1', side: 'buy', sort: 'price', outOfStock: false, filter } as const;
const found = await inSlices(findOffers(market, query));
const page = { query, found, page: 0, freshness: '-# fresh', key: 'key', icons: NO_ICONS, language };

const summary = { median: 4, p10: 3, p90: 5, volume: 900, trades: 90, shops: 9, lastAt: ENDED };
const answer = {
  ...{ item, days: 30, freshness: '-# fresh', chart: 'rose from 3 to 4', lacksChart: false, hasShops: true },
  ...{ ask: bestAsk(market, item), bid: bestBid(market, item), unpricedBids: 0, isSoldOut: false, full: null },
  ...{ purchases: summary, sales: summary, auctions: summary, medianBefore: 3, boxes: null, variants: [], outages: [] },
  ...{
    worth: { worth: 4, sellers: 9, trades: 90, outliers: 1 },
    knownSince: null,
    mixed: null,
    hasEarlierTrades: false,
    now: ENDED,
    trend: null,
  },
  ...({ view: 'chart', isGone: false } as const),
  ...{ counts: { ...NO_KIND_COUNTS, own: { sellers: 19, empty: 6, buyers: 4 } }, icons: NO_ICONS, language },
};

const feed: Feed = {
  ...{
    kind: 'auctions',
    id: 'feed',
    guildId: '1',
    channelId: '2',
    type: 'feed',
    makerId: '3',
    createdAt: 0,
    locale: 'en-GB',
    hasOwnLanguage: false,
  },
  ...{ filter: { containers: true }, style: 'cards', minValue: 0, everyMinutes: 0, quiet: null, paused: false },
};
const auction = { kind: 'auction', at: ENDED, item: { ...busiest, quantity: 12 }, sold: 12, finalBid: 42 } as const;
const entry: NoticeInContext = {
  notice: {
    ...{ id: 1, held: null, target: { kind: 'channel', id: '2' }, subscriptionIds: ['feed'], dueAt: 0 },
    cause: { kind: 'change', change: { kind: 'auctioned', at: ENDED, auction } },
  },
  subscriptions: [feed],
  worth: 3.5,
};

report('/shop', () => renderShops(page));
report('/price', () => renderPrice(answer));
report('a feed message', () => composeAlert([entry], ENDED, { languages, icons: NO_ICONS }));

function report(name: string, render: () => unknown): void {
  const rendered = render();
  const rendering = microsecondsOf(render);
  const ratio = rendering / microsecondsOf(() => JSON.stringify(rendered));
  process.stdout.write(`${name}: ${rendering.toFixed(1)} us, ${ratio.toFixed(1)} times its JSON.stringify\n`);
}

/** Mean duration, without the first calls. */
function microsecondsOf(work: () => unknown): number {
  for (let round = 0; round < ROUNDS / 4; round += 1) work();
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) work();
  return ((performance.now() - began) / ROUNDS) * 1_000;
}
