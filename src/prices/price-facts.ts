import type { PriceChart } from '../discord/chart/price-chart.ts';
import type { CommandContext } from '../discord/command/command.ts';
import type { WorkQueue } from '../discord/command/work-queue.ts';
import { tellable } from '../discord/render/words/freshness.ts';
import { identify } from '../market/item/identity.ts';
import type { ItemChoice } from '../market/item/item.ts';
import { itemName } from '../market/item/label.ts';
import type { Market } from '../market/market.ts';
import { unpricedBids } from '../market/prices/bids.ts';
import { cheapestInContainers } from '../market/prices/container-quotes.ts';
import { bestAsk, bestBid, isSoldOutSince } from '../market/prices/quotes.ts';
import { seriesOf, stepFor } from '../market/prices/series.ts';
import { countTrades, FEW_TRADES, medianOf, summarise } from '../market/prices/summary.ts';
import type { PriceSample } from '../market/prices/trade-group.ts';
import { worthOf } from '../market/prices/worth.ts';
import { yieldToEventLoop } from '../time/cooperate.ts';

const DAY_MS = 24 * 60 * 60_000;

type Facts = Awaited<ReturnType<typeof gatherFacts>>;

type FactsDesk = Pick<CommandContext, 'journal' | 'market' | 'now'>;

/** What each queue's waiting and present work gives, by item and days. */
const underWay = new WeakMap<WorkQueue, Map<string, Promise<Facts>>>();

/** `gatherFacts` in its turn. Who asks for the same while it waits or goes on is given the same. */
export function shareFacts(
  item: ItemChoice,
  days: number,
  context: FactsDesk & Pick<CommandContext, 'work'>,
): Promise<Facts> {
  const known = underWay.get(context.work) ?? new Map<string, Promise<Facts>>();
  underWay.set(context.work, known);
  const key = `${item.type} ${item.key} ${days}`;
  const found = known.get(key);
  if (found) return found;
  const facts = context.work.run(() => gatherFacts(item, days, context));
  known.set(key, facts);
  const end = () => void known.delete(key);
  facts.then(end, end);
  return facts;
}

/** What is known of an item's price over so many days: quotes of the market now, history from the journal. */
export async function gatherFacts(item: ItemChoice, days: number, context: FactsDesk) {
  const now = context.now();
  const stepMs = stepFor(days);
  const since = now - days * DAY_MS;
  // A bare type is priced as the plain item: mixed with its variants, a price would mean nothing.
  const priced = { ...item, key: item.key ?? identify(item.type).key };
  const { journal } = context;
  const [lately, before, samples, outages] = await Promise.all([
    journal.history(priced, since, now + 1),
    journal.pricesPaid(priced, since - days * DAY_MS, since),
    journal.priceSamples(priced.key, since, now + 1),
    journal.outages(since),
  ]);
  const market = context.market();
  const ask = market && bestAsk(market, priced);
  const ofKind = Map.groupBy(lately, ({ kind }) => kind);
  const purchases = ofKind.get('purchase') ?? [];
  // A busy item's worth and its steps take some ms each: others have their turn in between.
  await yieldToEventLoop();
  const worth = worthOf(purchases, (location) => market?.soleOwnerAt(location) ?? null);
  await yieldToEventLoop();
  const points = seriesOf(purchases, since, now, stepMs);
  await yieldToEventLoop();
  return {
    ask,
    bid: market && bestBid(market, priced),
    unpricedBids: market && item.key === undefined ? unpricedBids(market, item.type).length : 0,
    isSoldOut: market !== null && isSoldOutSince(market, priced),
    full: market && cheapestInContainers(market, priced),
    purchases: summarise(purchases),
    sales: summarise(ofKind.get('sale') ?? []),
    auctions: summarise(ofKind.get('auction') ?? []),
    medianBefore: countTrades(before) < FEW_TRADES ? null : medianOf(before),
    worth,
    outages: tellable(outages),
    firstAt: lately.reduce((first, { lastAt }) => Math.min(first, lastAt), now),
    points,
    asks: withQuote(samples, ask?.unitPrice ?? null, market),
    since,
    now,
  };
}

/** Whether there is anything to draw. */
export function hasHistory({ purchases, asks }: Facts): boolean {
  return purchases !== null || asks.some(({ ask }) => ask !== null);
}

/** The chart of these facts; `target`: a watch's price. */
export function chartOf(
  item: ItemChoice,
  { points, asks, outages, since, now }: Facts,
  target: number | null,
  locale: string,
): PriceChart {
  const typeName = itemName(item.type);
  return { title: item.label ?? typeName, typeName, from: since, to: now, points, asks, outages, target, now, locale };
}

/** Best asks of each day, and what is asked now. */
function withQuote(samples: readonly PriceSample[], ask: number | null, market: Market | null) {
  const known = samples.map((sample) => ({ at: sample.at, ask: sample.ask }));
  const last = known.at(-1);
  if (market === null || (last && last.at >= market.takenAt)) return known;
  return [...known, { at: market.takenAt, ask }];
}
