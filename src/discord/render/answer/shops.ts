import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import { displayName, itemName } from '../../../market/item/label.ts';
import { MOST_LISTED, type Offer, type Offers } from '../../../market/search/offer.ts';
import type { ShopQuery } from '../../../ports/queries.ts';
import { formatPlace, formatRoom } from '../alert/format-shop.ts';
import { describeFilter, describeItem } from '../words/describe.ts';
import { bundleOf, formatUnit } from '../words/found-inside.ts';
import { clip, count, safe } from '../words/text.ts';

const SHOPS_A_PAGE = 6;

/** How many offers must be found at least to show a page, counted from 0. */
export function offersUpTo(page: number): number {
  return Math.min(MOST_LISTED, (page + 1) * SHOPS_A_PAGE);
}

export interface ShopPage {
  readonly query: ShopQuery;
  /** Of its offers those up to the page, or more. */
  readonly found: Offers;
  /** From 0; beyond the last it is the last. */
  readonly page: number;
  readonly freshness: string;
  /** The key of the kept query; null: it could not be kept, so that there are no buttons. */
  readonly key: string | null;
  readonly language: Language;
}

/** The answer of `/shop`: one page of offers and the buttons to turn it. */
export function renderShops({ query, found, page: wanted, freshness, key, language }: ShopPage) {
  const listed = Math.min(found.total, MOST_LISTED);
  const pages = Math.max(1, Math.ceil((listed + found.others.length) / SHOPS_A_PAGE));
  const page = Math.min(Math.max(0, wanted), pages - 1);
  const first = page * SHOPS_A_PAGE;
  const others = found.others.slice(Math.max(0, first - listed), Math.max(0, first + SHOPS_A_PAGE - listed));
  const shown = [...found.offers.slice(first, first + SHOPS_A_PAGE), ...others];
  const lines = shown.map((offer, i) => formatOffer(offer, first + i + 1, query, language));
  const pageLine = pages > 1 ? `-# Page ${page + 1} of ${pages}\n` : '';
  const body = lines.length > 0 ? lines.join('\n') : formatNothing(query, found, language);
  const embed: APIEmbed = {
    title: formatTitle(query, found, language),
    description: `${body}\n${pageLine}${formatWorlds(shown)}${freshness}`,
    color: 0x3ba55d,
  };
  return { embeds: [embed], components: key === null ? [] : controls(query, key, page, pages, shown.length > 0) };
}

/** Nobody tells in which world the asker is. */
function formatWorlds(shown: readonly Offer[]): string {
  const worlds = new Set(shown.flatMap(({ distance, shop }) => (distance === null ? [] : [shop.location.world])));
  return worlds.size > 1 ? '-# Blocks are counted in each shop’s own world: `world` keeps to one\n' : '';
}

function formatTitle(query: ShopQuery, found: Offers, language: Language): string {
  const { filter } = query;
  const what = filter.item ? describeItem(filter.item, language) : 'Shops';
  const many = filter.item
    ? formatMany(query, found, language)
    : count(found.total + found.others.length, 'match', language.tag, 'matches');
  return clip([`${what}: ${many}`, ...describeFilter(filter, language)].join(', '), 256);
}

/** `12 shops sell it now, 1 out of stock`: the empty ones do not sell it. */
function formatMany({ side, outOfStock }: ShopQuery, { total, empty, emptied }: Offers, language: Language): string {
  const able = outOfStock ? total - empty : total;
  const verb = side === 'buy' ? 'sell' : 'buy';
  const shops = able > 0 ? count(able, 'shop', language.tag) : emptied > 0 ? 'probably no shop' : 'no shop';
  const listed = outOfStock && empty > 0 ? `, ${whole(empty, language)} out of stock` : '';
  return `${shops} ${able <= 1 ? `${verb}s` : verb} it now${listed}`;
}

function formatNothing({ outOfStock }: ShopQuery, { empty }: Offers, language: Language): string {
  if (outOfStock || empty === 0) return 'Try again after the next refresh.';
  return `With \`out-of-stock\` I also show ${count(empty, 'empty shop', language.tag)}.`;
}

function formatOffer(offer: Offer, rank: number, { filter, side }: ShopQuery, language: Language): string {
  const { shop, match, distance } = offer;
  const away = distance === null ? [] : [`${whole(Math.round(distance), language)} blocks`];
  const facts = [
    `**${rank}.** ${formatUnit(match, language)}${formatName(offer, filter)}`,
    bundleOf(shop, match.contained?.identity ?? null, language),
    ...(side === 'buy' ? [formatStock(offer, language)] : []),
    ...(shop.side === null ? [`of the kind ${safe(shop.kind, 30)}`] : []),
  ].join(' · ');
  return `${facts}${formatRoom(shop, offer.remaining, language)}\n-# ${[formatPlace(shop, shop.location), ...away].join(' · ')}`;
}

function formatStock({ inStock, estimated, remaining }: Offer, language: Language): string {
  if (inStock) return `${estimated ? 'about ' : ''}${whole(remaining, language)} in stock`;
  return `${estimated ? 'probably ' : ''}out of stock`;
}

/** What the title has not said: the container, or which variant it is. */
function formatName({ shop, match, hasOpenVariant }: Offer, { item }: ShopQuery['filter']): string {
  const name = displayName(shop.item, hasOpenVariant);
  if (match.contained) return ` in ${safe(name, 60)}`;
  return item && (item.key !== undefined || name === itemName(item.type)) ? '' : ` · ${safe(name, 60)}`;
}

function controls(query: ShopQuery, key: string, page: number, pages: number, found: boolean) {
  const button = (label: string, id: string, disabled = false) =>
    ({ type: ComponentType.Button, style: ButtonStyle.Secondary, label, custom_id: id, disabled }) as const;
  const item = query.filter.item !== undefined;
  const buttons = [
    ...(pages > 1
      ? [
          button('◀ Back', `shop:page:${key}:${page - 1}`, page === 0),
          button('Next ▶', `shop:page:${key}:${page + 1}`, page === pages - 1),
        ]
      : []),
    ...(item ? [button('Watch this', `shop:watch:${key}`), button('History', `shop:history:${key}`)] : []),
  ];
  const rows: APIActionRowComponent<APIComponentInMessageActionRow>[] = [];
  if (buttons.length > 0) rows.push({ type: ComponentType.ActionRow, components: buttons });
  if (found && pages > 1) rows.push({ type: ComponentType.ActionRow, components: [sortMenu(query, key)] });
  return rows;
}

function sortMenu({ sort, filter }: ShopQuery, key: string): APIStringSelectComponent {
  const option = (value: ShopQuery['sort'], label: string) => ({ value, label, default: sort === value });
  const nearest = filter.x === undefined ? [] : [option('distance', 'Nearest first')];
  return {
    type: ComponentType.StringSelect,
    custom_id: `shop:sort:${key}`,
    options: [option('price', 'Best price first'), option('stock', 'Largest stock first'), ...nearest],
  };
}
