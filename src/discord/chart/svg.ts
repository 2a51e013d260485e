import { clean } from '../render/words/text.ts';
import { FONT_FAMILY, textWidth, type Weight } from './font.ts';

/**
 * The chart draws its own card, so that it looks the same on Discord's dark and light backgrounds. Text has a contrast
 * of at least 4.5:1 on it.
 */
export const CARD_COLOUR = '#1b1e26';
export const CARD_EDGE_COLOUR = '#3a3f4b';
export const GRID_COLOUR = '#2d323d';
export const AXIS_COLOUR = '#525968';
export const TEXT_COLOUR = '#f1f3f7';
export const QUIET_TEXT_COLOUR = '#a9b0bd';

/** Okabe and Ito's palette, which colour-blind users can distinguish. */
export const MEDIAN_COLOUR = '#56b4e9';
export const ASK_COLOUR = '#e69f00';
export const VOLUME_COLOUR = '#1a9e7a';
/** A lighter volume colour for text. */
export const VOLUME_TEXT_COLOUR = '#4ec9a4';
export const TARGET_COLOUR = '#f0e442';
export const OUTAGE_COLOUR = '#98a0af';

/**
 * Formats a coordinate to a tenth of a pixel.
 *
 * @throws Error for a number that is not finite, which would break the picture
 */
export function px(n: number): string {
  if (!Number.isFinite(n)) throw new Error(`not a coordinate: ${n}`);
  return String(Math.round(n * 10) / 10 + 0);
}

/** Writes an element. Numbers in its attributes are coordinates. */
export function element(name: string, attributes: Record<string, string | number>, content = ''): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? px(value) : value}"`,
  );
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`;
}

interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  readonly fill?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** Colour of a rim that keeps the text readable over lines. */
  readonly rim?: string;
}

/** Font size of axes, legend and labels (px). Phones show the picture at less than half its logical size. */
export const SMALL_TEXT_PX = 24;

/** Limits a text before its width is measured. More characters never fit the picture. */
const MOST_TEXT_CHARACTERS = 120;

/** Writes a text, escaped, with its baseline at (x, y). */
export function drawText(x: number, y: number, words: string, style: TextStyle = {}): string {
  const { size = SMALL_TEXT_PX, weight = 400, fill = QUIET_TEXT_COLOUR, anchor = 'start', rim } = style;
  const rims = rim === undefined ? {} : { stroke: rim, 'stroke-width': '4', 'paint-order': 'stroke' };
  const font = { 'font-family': FONT_FAMILY, 'font-size': size, 'font-weight': String(weight) };
  return element('text', { x, y, 'text-anchor': anchor, fill, ...font, ...rims }, escapeXml(words));
}

/** Draws a line. `dashes` is an SVG stroke-dasharray. */
export function drawLine(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  stroke: string,
  width = 1,
  dashes?: string,
): string {
  const dashed = dashes === undefined ? {} : { 'stroke-dasharray': dashes };
  return element('path', { d: `M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}`, stroke, 'stroke-width': width, ...dashed });
}

/** Marks a span that is too short for a line. */
export function drawDot(cx: number, cy: number, fill: string): string {
  return element('circle', { cx, cy, r: 6, fill });
}

/** Marks an ask that is too short for a line. */
export function drawDiamond(cx: number, cy: number, fill: string): string {
  return element('path', { d: `M${px(cx)} ${px(cy - 8)}l8 8l-8 8l-8 -8Z`, fill });
}

/** Cuts a text to a width (px), with an ellipsis. */
export function fitText(words: string, room: number, size = SMALL_TEXT_PX, weight: Weight = 400): string {
  let fitting = clean(words, MOST_TEXT_CHARACTERS);
  for (let length = fitting.length - 1; length > 0 && textWidth(fitting, size, weight) > room; length -= 1) {
    fitting = clean(words, length);
  }
  return fitting;
}

/** Returns a path through points in their order. */
export function pathThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${px(x)} ${px(y)}`).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
