import type { Language } from '../../language/language.ts';
import { contentsOf } from '../../market/item/contents.ts';
import { type Identity, type ItemChoice, traitOf } from '../../market/item/item.ts';
import { labelOf } from '../../market/item/label.ts';
import { identitiesOfCanvas } from '../../market/paintings/canvas.ts';
import { catalogueTitles, type KnownCanvas } from '../../market/paintings/known-paintings.ts';
import { summariseTrades } from '../../market/prices/summary.ts';
import type { PaintingSeller } from '../../market/search/current-sellers.ts';
import type { CanvasTitle } from '../../ports/pictures.ts';
import { DAY_MS } from '../../time/durations.ts';
import type { Picture } from '../chart/picture.ts';
import type { PaintingName, PaintingNames } from '../render/answer/banned-paintings.ts';
import type { PaintingKind } from '../render/answer/painting-card.ts';
import type { Thumbnail } from '../render/layout.ts';
import { altOfPainting } from '../render/words/names.ts';
import { saveQuery } from './answer.ts';
import type { CommandContext } from './command.ts';

/** Discord's limit for the files of one message. */
const MOST_FILES = 10;

/** The file of a painting's picture, and the thumbnail that shows it. */
export interface PaintingPicture {
  readonly file: Picture;
  readonly thumbnail: Thumbnail;
}

/**
 * Draws the painting that an item is.
 *
 * @returns null if the item is no painting, its pixels are not stored, or it is banned or the bans are unknown
 */
export async function paintingPicture(
  { key }: ItemChoice,
  context: Pick<CommandContext, 'market' | 'bans' | 'drawCanvas' | 'log'>,
  language: Language,
): Promise<PaintingPicture | null> {
  const canvas = key === undefined ? null : context.market()?.catalogue.identityOf(key)?.variant?.canvas;
  if (!canvas) return null;
  return (await paintingPictures([canvas], context, language)).get(canvas) ?? null;
}

/** Draws the canvases that may be shown in public, as many as fit a message. Returns the pictures by canvas. */
export async function paintingPictures(
  canvases: readonly string[],
  { bans, drawCanvas, log }: Pick<CommandContext, 'bans' | 'drawCanvas' | 'log'>,
  language: Language,
): Promise<ReadonlyMap<string, PaintingPicture>> {
  const pictures = new Map<string, PaintingPicture>();
  if (canvases.length === 0) return pictures;
  try {
    const list = await bans.list();
    const banned = new Set(list?.bans.map(({ id }) => id));
    const shown = list === null ? [] : [...new Set(canvases)].filter((canvas) => !banned.has(canvas));
    for (const canvas of shown.slice(0, MOST_FILES)) {
      const picture = await drawCanvas(canvas);
      if (picture === null) continue;
      const { name, attachment } = picture;
      const description = altOfPainting(picture, language);
      const thumbnail = { url: `attachment://${name}`, alt: description };
      pictures.set(canvas, { file: { name, attachment, description }, thumbnail });
    }
  } catch (error) {
    log.warn({ err: error }, 'Could not draw paintings, answering without their pictures');
  }
  return pictures;
}

/** Days of paid prices in an answer about a painting. */
export const PAID_DAYS = 90;

/** Returns the kinds of a canvas that the market knows, and those that an earlier run may have seen in trades. */
export function identitiesOf(canvas: string, known: KnownCanvas | null): readonly Identity[] {
  const identities = [...(known?.identities ?? []), ...identitiesOfCanvas(canvas)];
  return [...new Map(identities.toReversed().map((identity) => [identity.key, identity] as const)).values()];
}

/** Returns whether an item is of this identity or contains an item of it. */
export function offersKey(item: PaintingSeller['shop']['item'], key: string): boolean {
  return [item, ...contentsOf(item)].some(({ identity }) => identity.key === key);
}

/** Returns the kinds of a painting that are for sale or were bought, ordered by generation. */
export async function kindsOfPainting(
  identities: readonly Identity[],
  sellers: readonly PaintingSeller[],
  userId: string,
  context: Pick<CommandContext, 'journal' | 'queries' | 'log' | 'now'>,
): Promise<readonly PaintingKind[]> {
  const now = context.now();
  const kinds: PaintingKind[] = [];
  for (const identity of identities) {
    const item = { type: identity.type, key: identity.key, label: labelOf(identity) };
    const groups = await context.journal.history(item, now - PAID_DAYS * DAY_MS, now + 1);
    const paid = summariseTrades(groups.filter(({ kind }) => kind !== 'sale'));
    if (paid === null && identities.length > 1 && !sellers.some(({ shop }) => offersKey(shop.item, item.key))) continue;
    const filter = { item, containers: true };
    const query = { userId, side: 'buy', sort: 'price', outOfStock: false, filter } as const;
    kinds.push({ item, identity, paid, query: await saveQuery(query, context) });
  }
  return kinds.toSorted((a, b) => generationRank(a.identity) - generationRank(b.identity));
}

function generationRank(identity: Identity): number {
  return ['original', 'copy', 'copy-of-copy'].indexOf(traitOf(identity, 'generation') ?? '');
}

/** Returns titles and authors of the canvases, as far as the store or the market knows them. */
export async function paintingNames(
  ids: readonly string[],
  context: Pick<CommandContext, 'journal' | 'market' | 'log'>,
): Promise<PaintingNames> {
  const market = context.market();
  const sold = market === null ? [] : catalogueTitles(market, new Set(ids));
  const kept = await keptTitles(ids, context);
  return new Map<string, PaintingName>([
    ...Array.from(sold, ([id, name]) => [id, { ...name, hasPicture: false }] as const),
    ...kept.map(({ id, title, author }) => [id, { title, author, hasPicture: true }] as const),
  ]);
}

/** Returns no titles if the store fails, because an answer about a ban must not depend on it. */
async function keptTitles(
  ids: readonly string[],
  { journal, log }: Pick<CommandContext, 'journal' | 'log'>,
): Promise<readonly CanvasTitle[]> {
  try {
    return await journal.canvases.titles(ids);
  } catch (err) {
    log.warn({ err }, 'Could not read titles of paintings, answering without them');
    return [];
  }
}
