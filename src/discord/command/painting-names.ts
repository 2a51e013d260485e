import { soldTitles } from '../../market/paintings/known-paintings.ts';
import type { CanvasTitle } from '../../ports/pictures.ts';
import type { PaintingName, PaintingNames } from '../render/answer/painting.ts';
import type { CommandContext } from './command.ts';

type Context = Pick<CommandContext, 'journal' | 'market' | 'log'>;

/** Titles and authors of those of the canvases that the store or the market knows. */
export async function paintingNames(ids: readonly string[], context: Context): Promise<PaintingNames> {
  const market = context.market();
  const sold = market === null ? [] : soldTitles(market, new Set(ids));
  const kept = await keptTitles(ids, context);
  return new Map<string, PaintingName>([
    ...Array.from(sold, ([id, name]) => [id, { ...name, hasPicture: false }] as const),
    ...kept.map(({ id, title, author }) => [id, { title, author, hasPicture: true }] as const),
  ]);
}

/** An answer about a ban does not depend on the store. */
async function keptTitles(ids: readonly string[], { journal, log }: Context): Promise<readonly CanvasTitle[]> {
  try {
    return await journal.canvases.titles(ids);
  } catch (err) {
    log.warn({ err }, 'Could not read titles of paintings, answering without them');
    return [];
  }
}
