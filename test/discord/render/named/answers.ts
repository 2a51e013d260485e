import { renderSample } from '../../../../commands/feed/sample.ts';
import { pageOfBans, renderBans, renderPaintingBan } from '../../../../src/discord/render/answer/banned-paintings.ts';
import { renderDeals, renderSpreads } from '../../../../src/discord/render/answer/deals.ts';
import { renderExplanation } from '../../../../src/discord/render/answer/explain.ts';
import { renderFeed } from '../../../../src/discord/render/answer/feed.ts';
import { renderChosenFeed, renderFeedCheck, renderFeedList } from '../../../../src/discord/render/answer/feed-list.ts';
import { renderHealth } from '../../../../src/discord/render/answer/health.ts';
import { renderPreview } from '../../../../src/discord/render/answer/preview.ts';
import { renderPrice } from '../../../../src/discord/render/answer/price.ts';
import { renderSetUp } from '../../../../src/discord/render/answer/set-up.ts';
import { renderShops } from '../../../../src/discord/render/answer/shops.ts';
import {
  renderChange,
  renderChosen,
  renderWatchList,
  WATCHES_A_PAGE,
} from '../../../../src/discord/render/answer/watches.ts';
import type { Layout } from '../../../../src/discord/render/layout.ts';
import { describeWatch } from '../../../../src/discord/render/words/describe.ts';
import type { Language } from '../../../../src/language/language.ts';
import type { Icons } from '../../../../src/ports/pictures.ts';
import { BEGAN } from '../arbitraries.ts';
import type { NamedWorld, Names } from './world.ts';

const freshness = '-# shops as of <t:1700000000:R> (100,000 shops)';
const channelId = '80351110224678913';
const key = 'k'.repeat(24);
const stream = { state: 'live', since: BEGAN, lastFrameAt: BEGAN, lastEventAt: BEGAN, counted: {} } as const;

/** Renders each of Crier's answers with these names in one language. */
export function everyAnswer(names: Names, world: NamedWorld, language: Language, icons: Icons): Layout[] {
  const shared = { icons, language };
  return [...ofFeeds(names, world, language), ...ofWatches(names, world, shared), ...ofMarket(names, world, shared)];
}

interface Shared {
  readonly icons: Icons;
  readonly language: Language;
}

function ofFeeds({ why }: Names, { feeds, changes }: NamedWorld, language: Language): Layout[] {
  const refusal = { at: BEGAN, code: 50_013, isOver: true };
  const standing = { now: { kind: 'seen', lacking: ['send'] }, stopped: null, retried: null } as const;
  const checked = feeds.map((feed) => ({ feed, refusal }));
  const listed = changes.flatMap((change) =>
    feeds.map((feed) => ({
      feed: { ...feed, id: `${feed.id} ${changes.indexOf(change)}` },
      channel: 'market',
      last: { at: BEGAN, cause: { kind: 'change' as const, change } },
      refusal,
      standing,
    })),
  );
  return [
    ...feeds.map((feed) => renderFeed({ deed: 'added', feed, standing }, language)),
    renderFeedList(listed, [], language),
    ...listed.slice(0, 2).map((one) => renderChosenFeed(one, language)),
    renderFeedCheck([{ channelId, standing, feeds: checked }], [], language),
    renderSetUp(
      {
        channels: [{ channelId, feeds: feeds.map((feed) => ({ feed, forecast: null })), lacking: ['send'] }],
        minValue: 50,
        isIncomplete: true,
        most: 50,
      },
      language,
    ),
    renderSample('the channel', { kind: 'refused', code: null, why }, language),
  ];
}

function ofWatches(
  { enchantment, typed, type }: Names,
  { watches, offer, changes }: NamedWorld,
  shared: Shared,
): Layout[] {
  const { language } = shared;
  const listed = watches.map((watch) => ({ watch, nearest: 4 }));
  const list = { page: 0, pages: 2, above: [], below: [], isRefused: true, now: BEGAN, ...shared };
  const unknownWords = (['owner', 'world', 'enchantment'] as const).map((what) => ({
    what,
    name: enchantment,
    didYouMean: [typed],
  }));
  const unknownItem = { what: 'item', name: type, didYouMean: [{ type, key, label: typed }] } as const;
  const unknownNames = [unknownItem, ...unknownWords];
  const preview = {
    matching: { offers: [offer], total: 1 },
    lastWeek: null,
    extreme: 1,
    person: null,
    refusal: null,
    freshness,
    stream,
    undoKey: key,
    unknownNames,
    wokeOthers: true,
    isKept: true,
    chart: null,
    now: BEGAN,
  };
  const seen = { state: [], earlier: 0, since: BEGAN, outages: [], unreportedShops: [], now: BEGAN };
  const evaluations = changes.map((change) => ({ change, notice: null, mismatches: ['max-price' as const] }));
  return [
    renderWatchList({ watches: listed.slice(0, WATCHES_A_PAGE), ...list }),
    renderWatchList({ watches: listed.slice(-2), ...list }),
    ...[...watches.slice(0, 1), ...watches.slice(-2)].flatMap((watch) => [
      renderChosen({ watch, lastDeliveredAt: null, price: null }, BEGAN, shared.icons, language),
      renderChange([language.say('watch.paused', { watch: describeWatch(watch, language) })], key, language),
      renderExplanation({ watch, evaluations, ...seen, ...shared }),
      renderPreview({ watch, ...preview, ...shared }),
    ]),
  ];
}

function ofMarket({ custom, why }: Names, world: NamedWorld, shared: Shared): Layout[] {
  const { inner, item, shop, choice, filter, offer } = world;
  const { language } = shared;
  const query = { userId: '1', sort: 'price', outOfStock: true, filter } as const;
  const found = { offers: [offer], others: [offer], total: 2, empty: 0, emptied: 0 };
  const amounts = { remaining: 9, estimated: false };
  const deal = { shop, unitPrice: 1, worth: 4, percent: 75, items: 9, saving: 27, ...amounts, distance: null, more: 1 };
  const deals = [true, false].map((contained) => ({ ...deal, contained, identity: inner.identity }));
  const spread = { ask: shop, bid: { ...shop, side: 'bid' as const }, worth: 4, unitProfit: 1, profit: 9, ...amounts };
  const ends = { bought: 9, paid: 9, sold: 9, received: 18, distance: 3, distanceToAsk: 5 };
  const asked = { page: 0, key, known: { items: 3, why: null }, freshness, ...shared };
  const minimum = { discount: 25, minSaving: 5 };
  const terms = { terms: minimum, order: 'saved', nearest: null, lowest: new Map([[shop, 30]]) } as const;
  const everything = { ...asked, filter: { containers: true } };
  const outages = [{ from: BEGAN, until: null, why }];
  const bans = { bans: [{ id: custom, firstSeenAt: BEGAN }], heardAt: BEGAN, trouble: why };
  const sellers = [{ canvases: [custom], shop, ...amounts }];
  const names = new Map([[custom, { title: custom, author: custom, hasPicture: false }]]);
  const quote = { shop, unitPrice: 1, shops: 3, ...amounts };
  const refused = { ok: false, why } as const;
  return [
    ...(['buy', 'sell'] as const).map((side) =>
      renderShops({ query: { ...query, side }, found, page: 0, freshness, key, ...shared }),
    ),
    renderDeals({ ...asked, filter, deals: { shown: deals, total: 2 }, ...terms }),
    renderDeals({ ...everything, deals: { shown: deals, total: 2 }, ...terms }),
    renderSpreads({ ...everything, spreads: [{ ...spread, ...ends, identity: item.identity }] }),
    renderPaintingBan({ id: custom, list: bans, sellers, names, buttons: [], freshness, language }),
    renderBans(pageOfBans(bans, sellers, 0), names, freshness, language),
    renderPrice({
      item: choice,
      ask: quote,
      bid: quote,
      unpricedBids: 1,
      isSoldOut: false,
      full: { shop, unitPrice: 1, count: 2, shops: 2 },
      knownSince: BEGAN,
      hasEarlierTrades: true,
      now: BEGAN,
      days: 30,
      mixed: null,
      purchases: null,
      sales: null,
      auctions: null,
      medianBefore: null,
      worth: { worth: 1, sellers: 3, trades: 5, outliers: 0 },
      boxes: { quotes: [{ identity: item.identity, shop, unitPrice: 1, count: 3, shops: 3 }], mixed: 1 },
      chart: null,
      lacksChart: true,
      hasShops: true,
      counts: {
        own: { sellers: 1, empty: 1, buyers: 1 },
        others: { sellers: 1, buyers: 1, areEnchanted: false },
        filled: 1,
        containers: 1,
      },
      trend: null,
      view: 'details',
      isGone: true,
      variants: [inner, item].map(({ identity }) => ({ identity, shop, unitPrice: 1 })),
      outages,
      freshness,
      ...shared,
    }),
    renderHealth({
      landmarks: { count: 2, readAt: BEGAN, trouble: 'status 503' },
      service: { askedAt: BEGAN, up: refused, report: refused, lastReport: null },
      stream,
      outages,
      unreportedShops: [],
      snapshot: {
        takenAt: BEGAN,
        records: 1,
        duplicates: 0,
        quarantined: 0,
        trouble: why,
        failedAt: BEGAN,
        nextAt: BEGAN,
        refreshStartedAt: null,
      },
      beganAt: BEGAN,
      tradesKnownSince: BEGAN,
      now: BEGAN,
      trouble: why,
      queue: null,
      lack: null,
      language,
    }),
  ];
}
