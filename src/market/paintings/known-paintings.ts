import { type Identity, traitOf } from '../item/item.ts';
import type { SearchScope } from '../search/search.ts';
import { createRanker, createTypoCounter, searchQuery, searchText } from '../search/search-text.ts';

/** A canvas that shops sell, or that trades or the item data of an event have shown. Its texts are raw player text. */
export interface KnownCanvas {
  readonly id: string;
  readonly title: string | null;
  readonly author: string | null;
  /** Number of shops that sell it now, in any generation. */
  readonly sold: number;
  /** Epoch ms of the latest event with its pixels; 0 if there was none. */
  readonly lastSeenAt: number;
  /** Identities of the canvas that players price separately, as far as the market knows them. */
  readonly identities: readonly Identity[];
}

/** The searched fields of a canvas whose pixels are stored. */
type KeptCanvas = Pick<KnownCanvas, 'id' | 'title' | 'author' | 'lastSeenAt'>;

/** Ranks worse than any matching text. */
const NO_RANK = 9;

/**
 * Finds the canvases that match a text by title, author or id. The best match comes first; ties go to the most traded,
 * then the most sold, then the last seen. An empty text matches all.
 * @param kept stored canvases that match the text; a canvas that the catalogue knows too is listed once
 * @param tradesOf number of trades by canvas id
 */
export function findPaintings(
  searched: SearchScope | null,
  kept: readonly KeptCanvas[],
  text: string,
  tradesOf: (id: string) => number,
): KnownCanvas[] {
  const query = searchQuery(text);
  const rank = createRanker([query]);
  const rankOf = ({ id, title, author }: KeptCanvas) => {
    if (query.compact === '') return 0;
    const texts = [title ?? '', `${title ?? ''} ${author ?? ''}`, author ?? '', id];
    return Math.min(...texts.map((one) => rank(searchText(one)) ?? NO_RANK));
  };
  return mergeCanvases(searched === null ? [] : catalogueCanvases(searched), kept)
    .flatMap((canvas) => {
      const rank = rankOf(canvas);
      return rank < NO_RANK ? [{ canvas, rank, trades: tradesOf(canvas.id) }] : [];
    })
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        b.trades - a.trades ||
        b.canvas.sold - a.canvas.sold ||
        b.canvas.lastSeenAt - a.canvas.lastSeenAt,
    )
    .map(({ canvas }) => canvas);
}

/**
 * Finds the canvases whose title, or a long word of it, is one or two typos away from a text. The fewest typos come
 * first, then the most traded.
 * @param kept stored canvases that may match: see `titlePartsAroundTypo`
 * @param tradesOf number of trades by canvas id
 */
export function findSimilarPaintings(
  searched: SearchScope | null,
  kept: readonly KeptCanvas[],
  text: string,
  tradesOf: (id: string) => number,
): { readonly canvas: KnownCanvas; readonly slips: number }[] {
  const countEdits = createTypoCounter(searchQuery(text));
  return mergeCanvases(searched === null ? [] : catalogueCanvases(searched), kept)
    .flatMap((canvas) => {
      const slips = canvas.title === null ? null : countEdits(searchText(canvas.title));
      return slips === null ? [] : [{ canvas, slips }];
    })
    .sort(
      (a, b) => a.slips - b.slips || tradesOf(b.canvas.id) - tradesOf(a.canvas.id) || b.canvas.sold - a.canvas.sold,
    );
}

/**
 * Splits a text into parts, of which a single typo leaves at least one intact. The store finds titles by any of these
 * parts.
 */
export function titlePartsAroundTypo(text: string): readonly string[] {
  const { spaced } = searchQuery(text);
  const part = (from: number, to: number) =>
    spaced.slice(Math.floor(from * spaced.length), Math.floor(to * spaced.length));
  // Swapped letters in the middle change both halves, so the third part skips the middle.
  return [part(0, 1 / 2), part(1 / 2, 1), `${part(0, 1 / 3)} ${part(2 / 3, 1)}`].filter((one) => one.trim() !== '');
}

/** Returns the canvas from the catalogue, or null if the catalogue does not know it. */
export function catalogueCanvas(searched: SearchScope, id: string): KnownCanvas | null {
  return catalogueCanvases(searched).find((canvas) => canvas.id === id) ?? null;
}

/** Returns titles and authors by id, for the canvases that the catalogue knows. */
export function catalogueTitles(
  searched: SearchScope,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, Pick<KnownCanvas, 'title' | 'author'>> {
  const sold = catalogueCanvases(searched).filter(({ id }) => ids.has(id));
  return new Map(sold.map(({ id, title, author }) => [id, { title, author }]));
}

function catalogueCanvases({ catalogue, sellersOf }: SearchScope): readonly KnownCanvas[] {
  const byId = new Map<string, KnownCanvas>();
  for (const entry of catalogue.variants) {
    const identity = entry.choice.key === undefined ? undefined : catalogue.identityOf(entry.choice.key);
    const id = identity?.variant?.canvas;
    if (identity === undefined || !id) continue;
    const known = byId.get(id);
    byId.set(id, {
      id,
      title: known?.title ?? traitOf(identity, 'title'),
      author: known?.author ?? traitOf(identity, 'author'),
      sold: (known?.sold ?? 0) + sellersOf(entry.choice),
      lastSeenAt: 0,
      identities: [...(known?.identities ?? []), identity],
    });
  }
  return [...byId.values()];
}

function mergeCanvases(sold: readonly KnownCanvas[], kept: readonly KeptCanvas[]): readonly KnownCanvas[] {
  const byId = new Map(sold.map((canvas) => [canvas.id, canvas] as const));
  for (const { id, title, author, lastSeenAt } of kept) {
    const known = byId.get(id);
    byId.set(id, { id, title, author, sold: known?.sold ?? 0, lastSeenAt, identities: known?.identities ?? [] });
  }
  return [...byId.values()];
}
