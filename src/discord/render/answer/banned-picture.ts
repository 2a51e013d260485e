import type { APIButtonComponentWithCustomId } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { CanvasPicture } from '../../../ports/pictures.ts';
import { BUTTON_LABEL_CHARACTERS } from '../component-limits.ts';
import { button, COLOURS, card, gallery, type Layout, text } from '../layout.ts';
import { altOfPainting, titleOfPainting } from '../words/names.ts';
import { clip, safe } from '../words/text.ts';

const PICTURE_TITLE_CHARACTERS = 200;

/**
 * Returns *Show* for a public card, which must not show a banned painting. A press shows it to moderators in private.
 *
 * @param painting the name on the button if a message has several, else null
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
  return button(clip(label, BUTTON_LABEL_CHARACTERS), `painting-banned:show:${canvas}`);
}

/** Renders a painting for a moderator in private. `isBanned` says whether it is still banned. */
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
        safe(titleOfPainting(picture, language), PICTURE_TITLE_CHARACTERS),
      ),
      gallery({ url: `attachment://${name}`, alt }),
    ),
    files: [{ attachment, name, description: alt }],
  };
}

/** A picture as an attachment of a reply. */
interface CanvasFile {
  readonly attachment: Buffer;
  readonly name: string;
  readonly description: string;
}
