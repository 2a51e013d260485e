import type { APIEmbed } from 'discord.js';
import { estimateWidth, PHONE_LINE_EM } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';

/** Limits a message to one and a half screens of a phone of 390 x 844 px. A higher one hides the start of its news. */
export const MOST_HEIGHT_PX = 1_266;

/** Heights measured on the sandbox's page. */
const LINE_PX = 22;
const SMALL_LINE_PX = 18;
const HEADER_PX = 24;
const BUTTON_ROW_PX = 56;
const CARD_PX = 28;
const GAP_PX = 8;
const THUMBNAIL_PX = 80;

const LETTER_PX = 15;
const SMALL_LETTER_PX = 12;
const CARD_WIDTH_PX = PHONE_LINE_EM * LETTER_PX;
/** The content is wider than a card by the card's border and padding. */
const CONTENT_WIDTH_PX = CARD_WIDTH_PX + 34;
const TEXT_BESIDE_THUMBNAIL_PX = CARD_WIDTH_PX - THUMBNAIL_PX - GAP_PX;
/** Factor for the unfilled ends of lines. */
const RAGGED_FACTOR = 1.1;
/** Discord replaces timestamps with texts such as `11 seconds ago`. */
const STAMP = /<t:\d+:\w>/g;
const STAMP_TEXT = 'vor 12 Minuten';

/** Returns the first form of a message that is low enough, or the lowest one. `forms` start with the fullest. */
export function fitPhone(forms: readonly [() => AlertBody, ...(() => AlertBody)[]]): AlertBody {
  const [fullest, ...others] = forms;
  let lowest = fullest();
  let heightPx = estimateHeight(lowest);
  for (const form of others) {
    if (heightPx <= MOST_HEIGHT_PX) break;
    const body = form();
    const itsHeightPx = estimateHeight(body);
    if (itsHeightPx < heightPx) [lowest, heightPx] = [body, itsHeightPx];
  }
  return lowest;
}

/** Estimates the height of a message on a phone (px), rather too high than too low. */
export function estimateHeight({ message, pictures = [] }: AlertBody): number {
  const { content = '', embeds = [], components = [] } = message;
  const withPicture = new Set(pictures.flatMap((picture) => picture.embeds));
  const cards = embeds.map((embed, at) => heightOfCard(embed, embed.thumbnail !== undefined || withPicture.has(at)));
  const heights = [HEADER_PX, textHeight(content, CONTENT_WIDTH_PX), ...cards, components.length * BUTTON_ROW_PX];
  return heights.reduce((sum, px) => sum + px, 0);
}

function heightOfCard({ title, description, footer, fields = [] }: APIEmbed, hasPicture: boolean): number {
  const widthPx = hasPicture ? TEXT_BESIDE_THUMBNAIL_PX : CARD_WIDTH_PX;
  const texts = [...(title ? [`**${title}**`] : []), ...(description ? [description] : [])];
  const textHeights = texts.map((text) => textHeight(text, widthPx));
  const below = [
    ...fields.map(({ name, value }) => textHeight(`**${name}**\n${value}`, CARD_WIDTH_PX)),
    ...(footer ? [textHeight(footer.text, CARD_WIDTH_PX, { letterPx: SMALL_LETTER_PX, linePx: SMALL_LINE_PX })] : []),
  ];
  const textPx = withGaps(textHeights);
  return CARD_PX + withGaps([hasPicture ? Math.max(THUMBNAIL_PX, textPx) : textPx, ...below]);
}

function withGaps(heights: readonly number[]): number {
  return heights.reduce((sum, px) => sum + px, GAP_PX * Math.max(0, heights.length - 1));
}

function textHeight(text: string, widthPx: number, { letterPx = LETTER_PX, linePx = LINE_PX } = {}): number {
  const heights = text.split('\n').map((line) => {
    const isSmall = line.startsWith('-# ');
    const words = (isSmall ? line.slice(3) : line).replace(STAMP, STAMP_TEXT);
    const widthOfLinePx = estimateWidth(words) * (isSmall ? SMALL_LETTER_PX : letterPx) * RAGGED_FACTOR;
    return Math.max(1, Math.ceil(widthOfLinePx / widthPx)) * (isSmall ? SMALL_LINE_PX : linePx);
  });
  return heights.reduce((sum, px) => sum + px, 0);
}
