import type { Glyph, Part } from './glyphs/glyph.ts';

/** Dark enough to stand out on white, and not lost where the colours within meet a dark theme. */
const OUTLINE = '#20232b';
const OUTLINE_WIDTH = 3;

/** A glyph as SVG, 64 x 64, on nothing. The outline goes around the whole, so that the parts within stay clear when small. */
export function glyphSvg({ parts, turn = 0 }: Glyph): string {
  const drawn = parts.map(outlineOf).join('') + parts.map(inside).join('');
  const style = 'fill="none" stroke-linejoin="round" stroke-linecap="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><g ${style} transform="rotate(${turn} 32 32)">${drawn}</g></svg>`;
}

function outlineOf({ path, width }: Part): string {
  const filled = width === undefined ? ` fill="${OUTLINE}"` : '';
  return `<path d="${path}"${filled} stroke="${OUTLINE}" stroke-width="${(width ?? 0) + 2 * OUTLINE_WIDTH}"/>`;
}

function inside({ path, colour, width }: Part): string {
  const painted = width === undefined ? `fill="${colour}"` : `stroke="${colour}" stroke-width="${width}"`;
  return `<path d="${path}" ${painted}/>`;
}
