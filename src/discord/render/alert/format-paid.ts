import type { Language } from '../../../language/language.ts';
import { diamonds, givenDiamonds, price, whole } from '../../../language/number.ts';
import { asMarkdown, asPlainText } from '../words/format-offer.ts';
import type { Voice } from './voice.ts';

/** What changed hands in so many trades or auctions: `count` items for `paid` diamonds in all. */
interface Deal {
  readonly times: number;
  readonly count: number;
  readonly paid: number;
}

type PaidKind = 'auction' | 'purchase' | 'sale';

/** `12 × Slime Block: bought · 42 diamonds · 3.50 each` */
export function formatPaid(kind: PaidKind, name: string, deal: Deal, voice: Voice, language: Language): string {
  const { times } = deal;
  const item = formatGoods(name, deal, language);
  const price = formatTotal(deal, { isExact: kind === 'auction', isBold: voice.isBold }, language);
  if (times === 1) return language.say(`alert.${kind}`, { item, price });
  return language.say('alert.merged', { item, times: language.say(`alert.n-${kind}`, { n: times }), price });
}

/** A trade as the owner of the shop sees it: `Sold in your shop: 12 × Slime Block · 42 diamonds · 3.50 each`. */
export function formatOwnTrade(
  kind: 'purchase' | 'sale',
  name: string,
  deal: Deal,
  { isBold }: Voice,
  language: Language,
): string {
  const price = formatTotal(deal, { isExact: false, isBold }, language);
  return language.say(`alert.own-${kind}`, { item: formatGoods(name, deal, language), price });
}

/** `12 × Slime Block`; one of it by its name alone. */
export function formatGoods(item: string, { count }: Pick<Deal, 'count'>, language: Language): string {
  return count === 1 ? item : language.say('offer.goods', { count: whole(count, language), item });
}

/** `42 diamonds · 3.50 each`. @param style `isExact`: no decimal of the total is rounded, as of an auction's bid */
export function formatTotal(
  { count, paid }: Pick<Deal, 'count' | 'paid'>,
  { isExact, isBold }: { readonly isExact: boolean; readonly isBold: boolean },
  language: Language,
): string {
  const bundle = isExact ? givenDiamonds(paid, language) : diamonds(paid, language);
  const unit = count === 1 ? null : language.say('offer.unit', { price: price(paid / count, language) });
  return isBold ? asMarkdown({ bundle, unit }) : asPlainText({ bundle, unit });
}
