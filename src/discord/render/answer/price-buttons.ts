import type { APIComponentInContainer } from 'discord.js';
import { identify } from '../../../market/item/identity.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { button, itemId } from '../layout/controls.ts';
import { row } from '../layout/layout.ts';
import type { PriceAnswer } from './price-answer.ts';

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
