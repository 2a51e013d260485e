import type { APIEmbed } from 'discord.js';
import { type Change, shopOf } from '../../market/change.ts';
import { displayName } from '../../market/label.ts';
import type { Telling } from '../../ports/messenger.ts';
import { changeOf } from './happening.ts';
import { price, whole } from './number.ts';
import { count, fitLines, safe, stamp } from './text.ts';

interface Row {
  readonly what: string;
  readonly name: string;
  times: number;
  items: number;
  /** Diamonds in all; null: nothing was paid, as a shop's offer is none. */
  paid: number | null;
}

const ROWS = 25;

const SHOP_CHANGES = {
  listed: 'new offer',
  restocked: 'restock',
  'sold-out': 'empty shop',
  'price-changed': 'changed offer',
  removed: 'gone shop',
  banned: 'banned painting',
};

/** Many notices as one table by kind and item, the largest value first; the exact single ones stay in the history. */
export function sayDigest(tellings: readonly Telling[], locale: string, now: number): APIEmbed {
  const rows = new Map<string, Row>();
  for (const telling of tellings) add(rows, changeOf(telling));
  const sorted = [...rows.values()].sort((a, b) => (b.paid ?? 0) - (a.paid ?? 0) || b.times - a.times);
  const lines = sorted.slice(0, ROWS).map((row) => sayRow(row, locale));
  if (sorted.length > ROWS) lines.push(`… and ${count(sorted.length - ROWS, 'more item', locale)}`);
  const from = Math.min(now, ...tellings.map((telling) => changeOf(telling).at));
  return {
    title: `${count(tellings.length, 'event', locale)} in short`,
    description: fitLines([`Since ${stamp(from, 't')}, more than fits one by one:`, ...lines], 4_000),
  };
}

function sayRow({ what, name, times, items, paid }: Row, locale: string): string {
  if (paid === null) return `${count(times, what, locale)}: ${name}`;
  return `${count(times, what, locale)}: ${whole(items, locale)} × ${name} for ${price(paid, locale)} (${price(paid / items, locale)} each)`;
}

function add(rows: Map<string, Row>, change: Change): void {
  const { what, item, items, paid } = factsOf(change);
  const key = `${what} ${item.identity.key}`;
  const row = rows.get(key) ?? { what, name: safe(displayName(item)), times: 0, items: 0, paid: null };
  row.times += 1;
  row.items += items;
  if (paid !== null) row.paid = (row.paid ?? 0) + paid;
  rows.set(key, row);
}

function factsOf(change: Change) {
  if (change.kind === 'auctioned') {
    const { item, sold, finalBid } = change.auction;
    return { what: 'auction', item, items: sold, paid: finalBid };
  }
  if (change.kind === 'traded') {
    const { kind, item, moved, paid } = change.trade;
    return { what: kind, item, items: moved, paid };
  }
  const { item, side } = shopOf(change);
  const what = change.kind === 'listed' && side === 'bid' ? 'new buyer' : SHOP_CHANGES[change.kind];
  return { what, item, items: 0, paid: null };
}
