import type { Change } from '../market/change.ts';
import { contentsOf } from '../market/item/contents.ts';
import type { Item } from '../market/item/item.ts';

/** Tells whether a painting's canvas id is banned. */
export type IsBanned = (canvas: string) => boolean;

/** The banned paintings that the change brought to a shop: those it offers now and did not before. */
export function findNewlyBanned(change: Change, isBanned: IsBanned): readonly string[] {
  if (change.kind === 'banned') return [change.canvas];
  if (change.kind !== 'listed' && change.kind !== 'price-changed') return [];
  // The shop is reported with its first stock, as listed.
  if (change.shop.awaitsFirstStock) return [];
  const banned = canvasesIn(change.shop.item).filter(isBanned);
  if (banned.length === 0 || change.kind === 'listed') return banned;
  const before = canvasesIn(change.before.item);
  return banned.filter((canvas) => !before.includes(canvas));
}

/** The canvases of an item and its contents, each once. */
export function canvasesIn(item: Item): readonly string[] {
  const own = item.identity.variant?.canvas;
  if (item.contents.length === 0) return own ? [own] : [];
  const within = contentsOf(item).flatMap(({ identity }) => identity.variant?.canvas ?? []);
  return [...new Set(own ? [own, ...within] : within)];
}
