import type { Language } from '../../../language/language.ts';
import { bundle, price, whole } from '../../../language/number.ts';
import type { Offer } from '../../../market/search/offer.ts';
import type { Stop } from '../../../market/search/plan-count.ts';
import type { ShopQuery } from '../../../ports/queries.ts';
import { asMarkdown, formatInStock, formatRoomLeft, type OfferList, sayFound } from '../words/format-offer.ts';
import { nameOfItem, nameOfType } from '../words/item-name.ts';
import { formatDistance, placeFirst } from '../words/place.ts';
import { safe } from '../words/text.ts';

/** `32 for 3 · 0.094 each · 640 in stock`, and below it the place. `lead`: what stands before it. */
export function formatOffer(
  offer: Offer,
  lead: string,
  { filter, side }: Pick<ShopQuery, 'filter' | 'side'>,
  list: OfferList,
  language: Language,
): string {
  const { shop, match } = offer;
  const facts = [
    `${lead}${asMarkdown(sayFound(shop, match, language, list))}`,
    ...formatName(offer, filter, language),
    ...(side === 'buy' ? [formatStock(offer, language)] : []),
    ...(shop.side === null ? [language.say('shop.of-kind', { kind: safe(shop.kind, 30) })] : []),
  ].join(' · ');
  return `${facts}${formatRoomLeft(shop, offer.remaining, language)}\n${formatWhere(offer, filter, language)}`;
}

function formatStock({ inStock, estimated, remaining }: Offer, language: Language): string {
  if (!inStock) return language.say(estimated ? 'offer.probably-out-of-stock' : 'offer.out-of-stock');
  return formatInStock(remaining, estimated, language);
}

/** Names the goods as far as the heading does not: the container, or the variant. */
function formatName(
  { shop, match, hasOpenVariant }: Offer,
  { item }: ShopQuery['filter'],
  language: Language,
): readonly string[] {
  const name = nameOfItem(shop.item, language, hasOpenVariant);
  if (match.contained) return [language.say('offer.in-container', { container: safe(name, 60) })];
  return item && (item.key !== undefined || name === nameOfType(item.type, language)) ? [] : [safe(name, 60)];
}

/** `64 for 6 · 0.094 each · 2 × (32 for 3)`: what to trade at one shop, and below it the place. */
export function formatStop(
  { offer, bundles, items, diamonds: paid }: Stop,
  rank: number,
  { filter, side }: ShopQuery,
  list: OfferList,
  language: Language,
): string {
  const { shop, match, estimated, remaining } = offer;
  const amount = price(paid, language);
  const lead =
    side === 'buy'
      ? bundle(items, amount, language)
      : language.say('offer.pays', { price: amount, quantity: whole(items, language) });
  const { bundle: sign, unit } = sayFound(shop, match, language, { ...list, saysPays: false });
  const facts = [
    `\`#${rank}\` **${lead}**`,
    ...(items > 1 ? [unit ?? language.say('offer.unit', { price: sign })] : []),
    ...(bundles > 1 && unit !== null ? [`${whole(bundles, language)} × (${sign})`.replaceAll(' ', '\u00a0')] : []),
    ...formatName(offer, filter, language),
    ...(side === 'buy' ? [formatInStock(remaining, estimated, language)] : []),
  ].join(' · ');
  return `${facts}\n${formatWhere(offer, filter, language)}`;
}

function formatWhere({ shop }: Offer, filter: ShopQuery['filter'], language: Language): string {
  return `-# ${[placeFirst(shop, language), ...formatDistance(filter, shop.location, language)].join(' · ')}`;
}
