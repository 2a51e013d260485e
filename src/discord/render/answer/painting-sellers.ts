import type { Language } from '../../../language/language.ts';
import { type PaintingSeller, sellsNow } from '../../../market/search/current-sellers.ts';
import { inStock, unitPriceOf } from '../../../market/shops/unit-price.ts';
import { asMarkdown, listInDiamonds, type OfferListFormat, placeFirst, sayOffer } from '../words/format-offer.ts';
import { formatLandmark } from '../words/format-place.ts';
import { nameOfItem } from '../words/names.ts';
import { fitList, safe } from '../words/text.ts';

/** Formats `**Sold now** · prices in diamonds`, or returns null if there are no sellers. */
export function formatSellersHeading(sellers: readonly PaintingSeller[] | null, language: Language): string | null {
  if (sellers === null || sellers.length === 0) return null;
  return `**${language.say('painting.sellers')}** · ${language.say('common.in-diamonds')}`;
}

/**
 * Formats the shops and the number of further ones. Shops in stock come first, then those without containers, then the
 * cheapest. The heading above them names the unit.
 *
 * @param details returns further facts for a shop's line
 */
export function formatSellers(
  sellers: readonly PaintingSeller[] | null,
  most: number,
  characters: number,
  language: Language,
  details: (seller: PaintingSeller) => readonly string[] = () => [],
): string[] {
  if (!sellers) return [language.say('painting.no-shops-yet')];
  if (sellers.length === 0) return [language.say('painting.not-sold')];
  const sorted = sellers.toSorted(
    (a, b) =>
      rankSeller(a) - rankSeller(b) ||
      Number(isContainer(a)) - Number(isContainer(b)) ||
      unitPriceOf(a.shop) - unitPriceOf(b.shop),
  );
  const shown = sorted.slice(0, most);
  const list = listInDiamonds(
    shown.map(({ shop }) => unitPriceOf(shop)),
    language,
  );
  const lines = shown.map((seller) => formatSeller(seller, details(seller), list, language));
  const more = (left: number) => language.say('painting.more-shops', { n: left });
  return [fitList(lines, characters, more, sellers.length - lines.length)];
}

function rankSeller(seller: PaintingSeller): number {
  if (sellsNow(seller)) return 0;
  return seller.shop.side === null ? 2 : 1;
}

/** Returns whether the shop sells the painting inside a container. */
function isContainer({ shop, canvases }: PaintingSeller): boolean {
  const { canvas } = shop.item.identity.variant ?? {};
  return !(canvas && canvases.includes(canvas)) && shop.item.contents.length > 0;
}

function formatSeller(
  seller: PaintingSeller,
  details: readonly string[],
  list: OfferListFormat,
  language: Language,
): string {
  const { shop } = seller;
  const offer = asMarkdown(sayOffer(shop, null, language, list));
  const facts = [offer, ...details, ...formatInside(seller, language), ...formatStockLack(seller, language)];
  return `▸ ${facts.join(' · ')}\n-# ${[placeFirst(shop, language), ...formatLandmark(shop.location, language)].join(' · ')}`;
}

/** Names the container that the price is for. */
function formatInside(seller: PaintingSeller, language: Language): string[] {
  if (!isContainer(seller)) return [];
  const container = safe(nameOfItem(seller.shop.item, language), 60);
  return [language.say('painting.whole-container', { container })];
}

function formatStockLack({ shop, remaining, estimated }: PaintingSeller, language: Language): string[] {
  if (shop.side === null) return [language.say('painting.kind', { kind: safe(shop.kind, 30) })];
  if (inStock(shop, remaining)) return [];
  return [language.say(estimated ? 'painting.probably-empty' : 'painting.empty')];
}
