import type { APIButtonComponentWithCustomId } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { CanvasPicture } from '../../../ports/pictures.ts';
import { button, COLOURS, card, gallery, type Layout, text } from '../layout.ts';
import { altOfPainting, titleOfPainting } from '../words/names.ts';
import { clip, safe } from '../words/text.ts';

const TITLE_LENGTH = 200;

/**
 * *Show*, on a card that everybody sees and that draws no banned painting. It answers moderators in private.
 * @param painting named on the button, where a message has several
 */
export function showButton(
  canvas: string,
  painting: Parameters<typeof titleOfPainting>[0] | null,
  language: Language,
): APIButtonComponentWithCustomId {
  const label =
    painting === null
      ? language.say('painting.show')
      : language.say('painting.show-of', { painting: titleOfPainting(painting, language) });
  return button(clip(label, 80), `painting-banned:show:${canvas}`);
}

/** A banned painting, as a moderator alone sees it. `isBanned`: whether it still is. */
export function renderBannedPicture(
  picture: CanvasPicture,
  isBanned: boolean,
  language: Language,
): Layout & { readonly files: CanvasFile[] } {
  const { name, attachment } = picture;
  const alt = altOfPainting(picture, language);
  return {
    ...card(
      isBanned ? COLOURS.bad : COLOURS.good,
      text(
        `## ${language.say(isBanned ? 'painting.banned' : 'painting.not-banned')}`,
        safe(titleOfPainting(picture, language), TITLE_LENGTH),
      ),
      gallery({ url: `attachment://${name}`, alt }),
    ),
    files: [{ attachment, name, description: alt }],
  };
}

/** A picture as a reply takes it. */
interface CanvasFile {
  readonly attachment: Buffer;
  readonly name: string;
  readonly description: string;
}
