import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import { type PaintingSeller, sellsNow } from '../../../market/search/painting-sellers.ts';
import { inStock } from '../../../market/shops/unit-price.ts';
import type { BanSnapshot } from '../../../ports/bans.ts';
import { button } from '../layout/button.ts';
import { card, type Layout, row, separator, text } from '../layout/layout.ts';
import { COLOURS } from '../layout/theme.ts';
import { asMarkdown, sayOffer } from '../words/format-offer.ts';
import { nameOfItem } from '../words/item-name.ts';
import { placeFirst } from '../words/place.ts';
import { code, fitList, safe, stamp } from '../words/text.ts';

const SHOPS_OF_ONE = 8;
const SHOPS_OF_ONE_CHARACTERS = 2_500;
/** A page of all bans: so many paintings, each with its first shops. */
const PAINTINGS = 4;
const SHOPS = 3;
const SHOPS_CHARACTERS = 650;

/** A painting on the list of all bans. `firstSeenAt`: when its ban came, epoch ms; null: before Crier first looked. */
interface Painting {
  readonly id: string;
  readonly firstSeenAt: number | null;
  readonly sellers: readonly PaintingSeller[];
}

/** One id: is it banned, and who sells it now. `sellers` null: the list of shops is not in yet. `freshness`: how old it is. */
export function renderPainting(
  id: string,
  list: BanSnapshot,
  sellers: readonly PaintingSeller[] | null,
  freshness: string,
  language: Language,
): Layout {
  const ban = list.bans.find((one) => one.id === id);
  return card(
    ban ? COLOURS.bad : COLOURS.good,
    text(
      `## ${language.say(ban ? 'painting.banned' : 'painting.not-banned')}`,
      ...formatHead(id, ban?.firstSeenAt, language),
    ),
    separator(),
    text(...formatSellers(sellers, SHOPS_OF_ONE, SHOPS_OF_ONE_CHARACTERS, language)),
    text(formatBansAge(list, language), sellers !== null && freshness),
  );
}

/** All bans by painting: those that a shop has in stock, those in other shops, then the new ones. `page` from 0. */
export function renderBans(
  list: BanSnapshot,
  sellers: readonly PaintingSeller[] | null,
  freshness: string,
  page: number,
  language: Language,
): Layout {
  const paintings = paintingsOf(list, sellers ?? []);
  const pages = Math.max(1, Math.ceil(paintings.length / PAINTINGS));
  const at = Math.min(Math.max(0, page), pages - 1);
  const shown = paintings.slice(at * PAINTINGS, (at + 1) * PAINTINGS);
  const blocks = shown.flatMap(({ id, firstSeenAt, sellers: of }) => [
    separator(),
    text(...formatHead(id, firstSeenAt, language), ...formatSellers(sellers && of, SHOPS, SHOPS_CHARACTERS, language)),
  ]);
  const where = { page: whole(at + 1, language), pages: whole(pages, language) };
  return card(
    COLOURS.bad,
    text(
      `## ${language.say('painting.count', { n: list.bans.length })}`,
      ...formatSummary(list, sellers, paintings, language),
    ),
    ...blocks,
    separator(),
    text(
      pages > 1 && `-# ${language.say('painting.page', where)}`,
      formatBansAge(list, language),
      sellers !== null && freshness,
    ),
    pages > 1 ? pageButtons(at, pages, language) : null,
  );
}

/** The paintings that there is something to say of. */
function paintingsOf({ bans }: BanSnapshot, sellers: readonly PaintingSeller[]): Painting[] {
  const bySeller = sellers.flatMap((seller) => seller.canvases.map((canvas) => ({ canvas, seller })));
  const byCanvas = Map.groupBy(bySeller, ({ canvas }) => canvas);
  const paintings = bans.map(({ id, firstSeenAt }) => ({
    id,
    firstSeenAt,
    sellers: (byCanvas.get(id) ?? []).map(({ seller }) => seller),
  }));
  return paintings
    .filter(({ firstSeenAt, sellers: of }) => of.length > 0 || firstSeenAt !== null)
    .sort((a, b) => rankOf(b) - rankOf(a) || (b.firstSeenAt ?? 0) - (a.firstSeenAt ?? 0));
}

function rankOf({ sellers }: Painting): number {
  if (sellers.some(sellsNow)) return 2;
  return sellers.length > 0 ? 1 : 0;
}

function formatSummary(
  { bans }: BanSnapshot,
  sellers: readonly PaintingSeller[] | null,
  paintings: readonly Painting[],
  language: Language,
): string[] {
  const sold = paintings.filter((painting) => rankOf(painting) > 0).length;
  const able = whole(paintings.filter((painting) => rankOf(painting) === 2).length, language);
  const fresh = bans.filter(({ firstSeenAt }) => firstSeenAt !== null).length;
  const onSale =
    sold === 0 ? language.say('painting.none-on-sale') : language.say('painting.on-sale', { n: sold, able });
  return [
    sellers === null ? language.say('painting.no-shops-yet') : onSale,
    fresh === 0 ? language.say('painting.no-new') : language.say('painting.new', { n: fresh }),
  ];
}

function formatHead(id: string, firstSeenAt: number | null | undefined, language: Language): string[] {
  const seen =
    firstSeenAt == null ? [] : [`-# ${language.say('painting.first-seen', { when: stamp(firstSeenAt, 'd') })}`];
  return [code(id), ...seen];
}

/**
 * The shops, those that have it in stock first, and how many more there are.
 * @param details further facts of a shop's line
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
  const sorted = sellers.toSorted((a, b) => Number(sellsNow(b)) - Number(sellsNow(a)));
  const lines = sorted.slice(0, most).map((seller) => formatSeller(seller, details(seller), language));
  const more = (left: number) => language.say('painting.more-shops', { n: left });
  return [fitList(lines, characters, more, sellers.length - lines.length)];
}

function formatSeller(seller: PaintingSeller, details: readonly string[], language: Language): string {
  const { shop } = seller;
  const offer = asMarkdown(sayOffer(shop, null, language));
  const facts = [offer, ...details, ...formatInside(seller, language), ...formatLack(seller, language)];
  return `▸ ${facts.join(' · ')}\n-# ${placeFirst(shop, language)}`;
}

/** The container that holds it. */
function formatInside({ shop, canvases }: PaintingSeller, language: Language): string[] {
  const { canvas } = shop.item.identity.variant ?? {};
  if (canvas && canvases.includes(canvas)) return [];
  if (shop.item.contents.length === 0) return [];
  return [language.say('offer.in-container', { container: safe(nameOfItem(shop.item, language), 60) })];
}

function formatLack({ shop, remaining, estimated }: PaintingSeller, language: Language): string[] {
  if (shop.side === null) return [language.say('painting.kind', { kind: safe(shop.kind, 30) })];
  if (inStock(shop, remaining)) return [];
  return [language.say(estimated ? 'painting.probably-empty' : 'painting.empty')];
}

/** How old the list of bans is. */
export function formatBansAge({ heardAt, trouble }: BanSnapshot, language: Language): string {
  const when = stamp(heardAt);
  const said =
    trouble === null
      ? language.say('painting.as-of', { when })
      : language.say('painting.as-of-failed', { when, why: safe(trouble, 80) });
  return `-# ${said}`;
}

function pageButtons(page: number, pages: number, language: Language) {
  const turn = (key: 'painting.previous' | 'painting.next', to: number) =>
    button(language.say(key), `painting-banned:page:${to}`, { disabled: to < 0 || to >= pages });
  return row(turn('painting.previous', page - 1), turn('painting.next', page + 1));
}
