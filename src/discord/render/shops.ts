import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { displayName, itemName } from '../../market/label.ts';
import type { Offer } from '../../market/offers.ts';
import type { ShopQuery } from '../../ports/queries.ts';
import { describeFilter, describeItem } from './describe.ts';
import { bundle, price, whole } from './number.ts';
import { sayPlace } from './say-shop.ts';
import { clip, count, safe } from './text.ts';

export const SHOPS_A_PAGE = 6;

export interface ShopPage {
  readonly query: ShopQuery;
  /** The best that match, in their order. */
  readonly offers: readonly Offer[];
  /** How many match in all. */
  readonly total: number;
  /** From 0; beyond the last it is the last. */
  readonly page: number;
  readonly freshness: string;
  /** The key of the kept query; null: it could not be kept, so that there are no buttons. */
  readonly key: string | null;
  readonly locale: string;
}

/** The answer of `/shop`: one page of offers and the buttons to turn it. */
export function renderShops({ query, offers, total, page: wanted, freshness, key, locale }: ShopPage) {
  const pages = Math.max(1, Math.ceil(offers.length / SHOPS_A_PAGE));
  const page = Math.min(Math.max(0, wanted), pages - 1);
  const first = page * SHOPS_A_PAGE;
  const shown = offers.slice(first, first + SHOPS_A_PAGE);
  const lines = shown.map((offer, i) => sayOffer(offer, first + i + 1, query, locale));
  const pageLine = pages > 1 ? `-# Page ${page + 1} of ${pages}\n` : '';
  const body = lines.length > 0 ? lines.join('\n') : sayNothing(query);
  const embed: APIEmbed = {
    title: sayTitle(query, total, locale),
    description: `${body}\n${pageLine}${freshness}`,
    color: 0x3ba55d,
  };
  return { embeds: [embed], components: key === null ? [] : controls(query, key, page, pages, shown.length > 0) };
}

function sayTitle({ filter, side }: ShopQuery, total: number, locale: string): string {
  const what = filter.item ? describeItem(filter.item) : 'Shops';
  const verb = side === 'buy' ? 'sell' : 'buy';
  const shops = total === 0 ? 'no shop' : count(total, 'shop', locale);
  const many = `${shops} ${total <= 1 ? `${verb}s` : verb} it now`;
  const parts = describeFilter(filter, locale);
  return clip([`${what}: ${filter.item ? many : count(total, 'match', locale, 'matches')}`, ...parts].join(', '), 256);
}

function sayNothing({ side, outOfStock }: ShopQuery): string {
  return side === 'buy' && !outOfStock
    ? 'With `out-of-stock` I also show the empty ones.'
    : 'Try again after the next refresh.';
}

function sayOffer(offer: Offer, rank: number, { filter, side }: ShopQuery, locale: string): string {
  const { shop, match, remaining, estimated, inStock, distance } = offer;
  const unit = match.unitPrice === null ? '**mixed contents**' : `**${price(match.unitPrice, locale)}** each`;
  const about = estimated ? 'about ' : '';
  const stock = inStock ? `${about}${whole(remaining, locale)} in stock` : 'out of stock';
  const stockPart = side === 'buy' ? [stock] : [];
  const away = distance === null ? [] : [`${whole(Math.round(distance), locale)} blocks`];
  const facts = [
    `**${rank}.** ${unit}${sayName(offer, filter)}`,
    bundle(shop.item.quantity, shop.price, locale),
    ...stockPart,
  ].join(' · ');
  return `${facts}\n-# ${[sayPlace(shop, shop.location), ...away].join(' · ')}`;
}

/** What the title has not said: the container, or which variant it is. */
function sayName({ shop, match }: Offer, { item }: ShopQuery['filter']): string {
  const name = displayName(shop.item);
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
    ...(item && query.side === 'buy' ? [button('Watch this', `shop:watch:${key}`)] : []),
    ...(item ? [button('History', `shop:history:${key}`)] : []),
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
