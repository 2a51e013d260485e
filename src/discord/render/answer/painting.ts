import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { bundle, whole } from '../../../language/number.ts';
import { displayName } from '../../../market/item/label.ts';
import type { PaintingSeller } from '../../../market/search/painting-sellers.ts';
import { inStock } from '../../../market/shops/unit-price.ts';
import type { BanSnapshot } from '../../../ports/bans.ts';
import { formatPlace } from '../alert/format-shop.ts';
import { code, count, fitList, safe, stamp } from '../words/text.ts';

const SHOWN = 8;
const CANVASES = 3;
const NEW_BANS = 10;
/** Leaves room for the new bans and the list's age in a description of 4,096. */
const SELLERS_CHARACTERS = 2_500;

/** One id: is it banned, and who sells it now. `sellers` null: the list of shops is not in yet. `freshness`: how old it is. */
export function renderPainting(
  id: string,
  list: BanSnapshot,
  sellers: readonly PaintingSeller[] | null,
  freshness: string,
  language: Language,
): { embeds: APIEmbed[] } {
  const ban = list.bans.find((ban) => ban.id === id);
  const since = ban?.firstSeenAt ? ` (first seen ${stamp(ban.firstSeenAt, 'd')})` : '';
  const lines = [
    code(id) + since,
    formatSellers(sellers, 'it', language),
    ...formatAge(list),
    ...(sellers ? [freshness] : []),
  ];
  return {
    embeds: [{ title: ban ? 'Banned' : 'Not banned', description: lines.join('\n'), color: ban ? 0xd9534f : 0x3ba55d }],
  };
}

/** All bans: how many, which are new, who sells one. */
export function renderBans(
  list: BanSnapshot,
  sellers: readonly PaintingSeller[] | null,
  freshness: string,
  language: Language,
): { embeds: APIEmbed[] } {
  const fresh = list.bans
    .filter((ban) => ban.firstSeenAt !== null)
    .sort((a, b) => (b.firstSeenAt ?? 0) - (a.firstSeenAt ?? 0));
  const news = fresh.slice(0, NEW_BANS).map(({ id, firstSeenAt }) => `${code(id)} ${stamp(firstSeenAt ?? 0)}`);
  const older = fresh.length > NEW_BANS ? [`… and ${whole(fresh.length - NEW_BANS, language)} more`] : [];
  const lines = [
    news.length === 0
      ? 'No new ban since I began to look.'
      : `New since I began to look (${whole(fresh.length, language)}):\n${[...news, ...older].join('\n')}`,
    formatSellers(sellers, 'one of them', language),
    [...formatAge(list), ...(sellers ? [freshness] : [])].join('\n'),
  ];
  return {
    embeds: [
      {
        title: count(list.bans.length, 'banned painting', language.tag),
        description: lines.join('\n\n'),
        color: 0xd9534f,
      },
    ],
  };
}

function formatSellers(sellers: readonly PaintingSeller[] | null, what: string, language: Language): string {
  if (!sellers) return 'Who sells it is not known yet: the list of shops is not in.';
  if (sellers.length === 0) return `No shop sells ${what} now.`;
  const able = sellers.filter(isAble);
  const shown = [...able, ...sellers.filter((seller) => !isAble(seller))].slice(0, SHOWN);
  const lines = shown.map((seller) => {
    const { shop } = seller;
    return `${safe(displayName(shop.item), 60)} · ${bundle(shop.item.quantity, shop.price, language)}${formatLack(seller)} · ${formatPlace(shop, shop.location)}${what === 'it' ? '' : ` · ${formatCanvases(seller, language)}`}`;
  });
  const more = (left: number) => `… and ${count(left, 'more shop', language.tag)}`;
  const heading = formatCounts(sellers, able.length, what, language);
  return `${heading}\n${fitList(lines, SELLERS_CHARACTERS, more, sellers.length - shown.length)}`;
}

/** `1 shop sells it now, 2 out of stock, 1 of another kind:`; what a shop of another kind does nobody knows. */
function formatCounts(sellers: readonly PaintingSeller[], able: number, what: string, language: Language): string {
  const others = sellers.filter(({ shop }) => shop.side === null).length;
  const empty = sellers.length - able - others;
  return [
    `${able === 0 ? 'No shop' : count(able, 'shop', language.tag)} ${able <= 1 ? 'sells' : 'sell'} ${what} now`,
    ...(empty > 0 ? [`, ${whole(empty, language)} out of stock`] : []),
    ...(others > 0 ? [`, ${whole(others, language)} of another kind`] : []),
    ':',
  ].join('');
}

function formatCanvases({ canvases }: PaintingSeller, language: Language): string {
  const shown = canvases.slice(0, CANVASES).map(code);
  const more = canvases.length > CANVASES ? [`and ${whole(canvases.length - CANVASES, language)} more`] : [];
  return [...shown, ...more].join(', ');
}

function isAble({ shop, remaining }: PaintingSeller): boolean {
  return shop.side === 'ask' && inStock(shop, remaining);
}

function formatLack({ shop, remaining, estimated }: PaintingSeller): string {
  if (shop.side === null) return ` · of the kind ${safe(shop.kind, 30)}`;
  return inStock(shop, remaining) ? '' : ` · ${estimated ? 'probably ' : ''}out of stock`;
}

function formatAge({ heardAt, trouble }: BanSnapshot): string[] {
  return [`-# Bans as of ${stamp(heardAt)}${trouble ? `; the last try failed: ${safe(trouble, 80)}` : ''}`];
}
