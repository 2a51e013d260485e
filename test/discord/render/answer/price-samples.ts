import { renderPrice } from '../../../../src/discord/render/answer/price.ts';
import type { PriceAnswer } from '../../../../src/discord/render/answer/price-answer.ts';
import { type KindCounts, NO_KIND_COUNTS } from '../../../../src/market/prices/kind-counts.ts';
import { bestAsk, bestBid, cheapestInContainers } from '../../../../src/market/prices/quotes.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { item, marketOf, shop } from '../../../market/samples.ts';
import { NO_ICONS } from '../../no-icons.ts';
import { layoutText } from '../layout-text.ts';

export const NOW = 1_700_000_000_000;
export const few = { worth: null, why: 'few-trades', sellers: 0, trades: 0, outliers: 0 } as const;
/** An answer for slime blocks without any known data. */
export const nothing: PriceAnswer = {
  item: { type: 'SLIME_BLOCK' },
  ...{ ask: null, bid: null, unpricedBids: 0, isSoldOut: false, full: null, mixed: null, trend: null },
  ...{ purchases: null, sales: null, auctions: null, medianBefore: null },
  ...{ days: 30, view: 'chart', worth: few, boxes: null, variants: [], outages: [], knownSince: null, isGone: false },
  ...{ hasEarlierTrades: false, now: NOW, counts: NO_KIND_COUNTS },
  ...{ freshness: '-# fresh', chart: null, lacksChart: false, hasShops: true, icons: NO_ICONS, language: ENGLISH },
};
export const read = (more: Partial<PriceAnswer>) => layoutText(renderPrice({ ...nothing, ...more }));
export const readDetails = (more: Partial<PriceAnswer>) => read({ view: 'details', ...more });
export const worthOf = (worth: number) => ({ worth, sellers: 4, trades: 9, outliers: 0 });
export const slime = { type: 'SLIME_BLOCK' };
export const askOf = (price: number, quantity = 1) =>
  bestAsk(marketOf(shop(1, { price, remaining: quantity, item: item('SLIME_BLOCK', { quantity }) })), slime);
export const bidOf = (price: number, quantity = 1) => {
  const of = item('SLIME_BLOCK', { quantity });
  return bestBid(marketOf(shop(1, { price, remaining: quantity, side: 'bid', item: of })), slime);
};
export const counted = (more: Partial<KindCounts>) => ({ counts: { ...NO_KIND_COUNTS, ...more } });

export function containerOf() {
  const box = item('SHULKER_BOX', { contents: [item('SLIME_BLOCK', { quantity: 64 })] });
  return cheapestInContainers(marketOf(shop(1, { price: 8, item: box })), slime);
}
