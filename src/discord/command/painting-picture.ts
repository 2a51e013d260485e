import type { Language } from '../../language/language.ts';
import type { ItemChoice } from '../../market/item/item.ts';
import type { Picture } from '../chart/picture/picture.ts';
import type { Thumbnail } from '../render/layout/layout.ts';
import { altOfPainting } from '../render/words/painting-alt.ts';
import type { CommandContext } from './command.ts';

/** Discord's limit: files of one message. */
const MOST_FILES = 10;

type Context = Pick<CommandContext, 'market' | 'bans' | 'drawCanvas' | 'log'>;

/** The picture of a painting as a file of a message, and the thumbnail that shows it. */
export interface PaintingPicture {
  readonly file: Picture;
  readonly thumbnail: Thumbnail;
}

/**
 * The picture of the painting that was asked for. Null if the item is none, its pixels are not kept, or it is banned or
 * may be, so that nobody draws it in public.
 */
export async function paintingPicture(
  { key }: ItemChoice,
  context: Context,
  language: Language,
): Promise<PaintingPicture | null> {
  const canvas = key === undefined ? null : context.market()?.catalogue.identityOf(key)?.variant?.canvas;
  if (!canvas) return null;
  return (await paintingPictures([canvas], context, language)).get(canvas) ?? null;
}

/** The pictures of those of the canvases that may be drawn in public, by canvas, as many as a message takes. */
export async function paintingPictures(
  canvases: readonly string[],
  { bans, drawCanvas, log }: Omit<Context, 'market'>,
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
