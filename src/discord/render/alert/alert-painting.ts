import { ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { type Change, changedItem, changedShop } from '../../../market/change.ts';
import { type Item, traitOf } from '../../../market/item/item.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { KnownPainting } from '../../../ports/pictures.ts';
import { canvasesIn, findNewlyBanned } from '../../../routing/shop-news.ts';
import { showButton } from '../answer/banned-picture.ts';
import { type Inside, insideEvent, insideShop } from '../words/format-offer.ts';
import { altOfPainting } from '../words/names.ts';
import type { SealedPicture } from './alert-body.ts';
import type { ControlRow } from './asked-by.ts';
import { changeOf } from './event-kinds.ts';

// Discord's limits.
const BUTTONS_PER_ROW = 5;
const MOST_ROWS = 5;

/** A painting in the goods of a notice, with the data of its item. */
export interface AlertPainting extends KnownPainting {
  /** The item's trait (original, copy, copy of a copy), or null if the item has none. */
  readonly generation: string | null;
}

/**
 * Returns the painting whose picture a notice shows: the banned one it reports, else the goods themselves, else the
 * contents that a filter asked for, else the only painting in a container.
 *
 * @returns null if there is none, or if its pixels are not stored
 */
export function paintingOf(entry: NoticeInContext): AlertPainting | null {
  if (entry.paintings === undefined) return null;
  const change = changeOf(entry);
  const goods = changedItem(change);
  const canvas =
    bannedIn(change, entry) ??
    canvasOfItem(goods) ??
    canvasOfItem(insideChange(change, entry)?.contained) ??
    onlyOne(goods);
  const painting = entry.paintings.find(({ id }) => id === canvas);
  return painting === undefined ? null : { ...painting, generation: generationOf(goods, painting.id) };
}

/** Returns the pictures of a message's embeds: each canvas once, in whichever generation, and no banned ones. */
export function picturesOf(shown: readonly (AlertPainting | null)[], language: Language): readonly SealedPicture[] {
  const pictures = new Map<string, SealedPicture>();
  for (const [embed, painting] of shown.entries()) {
    if (painting === null || painting.isBanned) continue;
    const { id: canvas, generation, width, height } = painting;
    const embeds = [...(pictures.get(canvas)?.embeds ?? []), embed];
    const description = altOfPainting(painting, language);
    pictures.set(canvas, { canvas, generation, width, height, name: `canvas-${canvas}.png`, description, embeds });
  }
  return [...pictures.values()];
}

/**
 * Returns a *Show* button for each banned painting of a message in a channel. A press shows it privately, and only to
 * moderators.
 *
 * @param isAlone whether the message is about a single item, so that the button needs no name
 */
export function showButtons(
  shown: readonly (AlertPainting | null)[],
  isAlone: boolean,
  language: Language,
): readonly ControlRow[] {
  const banned = new Map(shown.flatMap((painting) => (painting?.isBanned ? [[painting.id, painting] as const] : [])));
  const buttons = [...banned.values()].map((painting) => showButton(painting.id, isAlone ? null : painting, language));
  const rows = Array.from({ length: Math.min(MOST_ROWS, Math.ceil(buttons.length / BUTTONS_PER_ROW)) }, (_, row) =>
    buttons.slice(row * BUTTONS_PER_ROW, (row + 1) * BUTTONS_PER_ROW),
  );
  return rows.map((components) => ({ type: ComponentType.ActionRow, components }));
}

function bannedIn(change: Change, { paintings = [] }: NoticeInContext): string | null {
  const banned = findNewlyBanned(change, (canvas) => paintings.some(({ id, isBanned }) => isBanned && id === canvas));
  return banned[0] ?? null;
}

function insideChange(change: Change, { subscriptions }: NoticeInContext): Inside | null {
  const filters = subscriptions.map(({ filter }) => filter);
  if (change.kind === 'auctioned') return insideEvent(change.auction, filters);
  return change.kind === 'traded' ? insideEvent(change.trade, filters) : insideShop(changedShop(change), filters);
}

function canvasOfItem(item: Item | undefined): string | null {
  return item?.identity.variant?.canvas ?? null;
}

function onlyOne(goods: Item): string | null {
  const [only, ...others] = canvasesIn(goods);
  return others.length === 0 ? (only ?? null) : null;
}

function generationOf(item: Item, canvas: string): string | null {
  if (canvasOfItem(item) === canvas) return traitOf(item.identity, 'generation');
  for (const inside of item.contents) {
    const generation = generationOf(inside, canvas);
    if (generation !== null) return generation;
  }
  return null;
}
