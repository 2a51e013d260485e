import type { APIComponentInContainer } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { identify } from '../../../market/item/identity.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import type { KindCounts } from '../../../market/prices/kind-counts.ts';
import type { Icons } from '../../../ports/pictures.ts';
import type { PriceFacts, VariantQuotes } from '../../../ports/prices.ts';
import { button, itemId } from '../layout/controls.ts';
import { row, type Thumbnail } from '../layout/layout.ts';

/**
 * Two views of an answer, each short enough for a phone.
 * - `chart`: the headline and the chart
 * - `details`: the headline, and all that it rests on
 */
export type PriceView = 'chart' | 'details';

/** What is known of an item over so many days. */
export interface PriceAnswer extends Omit<PriceFacts, 'since' | 'points' | 'asks'>, VariantQuotes {
  readonly item: ItemChoice;
  readonly days: number;
  readonly view: PriceView;
  readonly freshness: string;
  /** What the chart shows, in words; null: there is none. */
  readonly chart: string | null;
  /** Whether there should be a chart, but it could not be drawn in time. */
  readonly lacksChart: boolean;
  /** Whether a list of shops is in at all. */
  readonly hasShops: boolean;
  readonly counts: KindCounts;
  /** Whether the market does not know the variant any more, so that its name is lost. */
  readonly isGone: boolean;
  /** The picture of the painting that was asked for, in place of the type's icon; null or absent if there is none. */
  readonly thumbnail?: Thumbnail | null;
  readonly icons: Icons;
  readonly language: Language;
}

const PRICE_PERIODS = [7, 30, 90] as const;

/**
 * The item as the answer's buttons name it. Where the type is traded in several kinds, the plain one goes by its key,
 * so that a button neither asks for a kind again nor shows shops of all kinds.
 */
function pricedItem({ item, counts }: Pick<PriceAnswer, 'item' | 'counts'>): ItemChoice {
  const isOnlyKind = counts.others.sellers + counts.others.buyers + counts.filled === 0;
  return item.key === undefined && !isOnlyKind ? { type: item.type, key: identify(item.type).key } : item;
}

/**
 * A row of other spans of days, of which the shown one cannot be pressed, and a row of the other view, the watch and
 * the shops. No rows for a type that no custom id takes.
 */
export function priceButtons(answer: PriceAnswer): (APIComponentInContainer | null)[] {
  const { days, view, counts, hasShops, language } = answer;
  const item = pricedItem(answer);
  const period = view === 'details' ? 'details' : 'days';
  const periods = PRICE_PERIODS.map((n) => ({
    label: language.say('price.period', { n }),
    id: itemId(`price:${period}:${n}`, item),
    disabled: n === days,
  }));
  const other =
    view === 'details'
      ? { label: language.say('price.back'), id: itemId(`price:days:${days}`, item) }
      : { label: language.say('price.details'), id: itemId(`price:details:${days}`, item) };
  const { sellers, empty, buyers } = counts.own;
  const shops = { label: language.say('price.show-shops'), id: itemId('shop:item', item) };
  // *Show them* of the chart's view opens the same shops where the others are containers alone.
  const isShown = view === 'chart' && counts.containers > 0 && shops.id === restId(answer);
  const more = [
    other,
    { label: language.say('shop.watch'), id: itemId('price:watch', item) },
    ...(hasShops && sellers + empty + buyers > 0 && !isShown ? [shops] : []),
  ].map((one) => ({ ...one, disabled: false }));
  return [periods, more].flatMap((wanted) => {
    const buttons = wanted.flatMap(({ label, id, disabled }) => (id === null ? [] : [button(label, id, { disabled })]));
    return buttons.length === wanted.length ? [row(...buttons)] : [];
  });
}

/** The custom id of *Show them*: the shops of every kind of the type, or of the item and its containers. */
export function restId(answer: Pick<PriceAnswer, 'item' | 'counts'>): string | null {
  const { others, filled } = answer.counts;
  const hasKinds = others.sellers + others.buyers + filled > 0;
  return itemId('shop:item', hasKinds ? { type: answer.item.type } : pricedItem(answer));
}
