import type { Language } from '../../language/language.ts';
import type { ItemChoice } from '../../market/item/item.ts';
import type { Picture } from '../chart/picture/picture.ts';
import type { Thumbnail } from '../render/layout/layout.ts';
import { altOfPainting } from '../render/words/painting-alt.ts';
import type { CommandContext } from './command.ts';

/** The picture of a painting as a file of a message, and the thumbnail that shows it. */
export interface PaintingPicture {
  readonly file: Picture;
  readonly thumbnail: Thumbnail;
}

/**
 * The picture of the painting that was asked for. null: the item is none, its pixels are not kept, or it is banned or may be,
 * so that nobody draws it in public.
 */
export async function paintingPicture(
  { key }: ItemChoice,
  { market, bans, drawCanvas, log }: Pick<CommandContext, 'market' | 'bans' | 'drawCanvas' | 'log'>,
  language: Language,
): Promise<PaintingPicture | null> {
  const canvas = key === undefined ? null : market()?.catalogue.identityOf(key)?.variant?.canvas;
  if (!canvas) return null;
  try {
    const list = await bans.list();
    if (list === null || list.bans.some(({ id }) => id === canvas)) return null;
    const picture = await drawCanvas(canvas);
    if (picture === null) return null;
    const { name, attachment } = picture;
    const description = altOfPainting(picture, language);
    return { file: { name, attachment, description }, thumbnail: { url: `attachment://${name}`, alt: description } };
  } catch (error) {
    log.warn({ err: error }, 'Painting not drawn, the answer goes without its picture');
    return null;
  }
}
