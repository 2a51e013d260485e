import { drawSvg } from '../chart/picture/draw-svg.ts';
import { shortHash } from './emoji-name.ts';
import { glyphSvg } from './glyph-svg.ts';
import { GLYPHS, type Kind, kinds } from './kind.ts';

/** A picture to upload. `stem`: its own part of the emoji's name (see `stemOf`); `hash`: of what it shows. */
export interface IconPicture {
  readonly stem: string;
  readonly hash: string;
  /** The PNG; rejects where it cannot be had. */
  load(): Promise<Uint8Array>;
}

const PIXELS = 128;

export function kindStem(kind: Kind): string {
  return `kind_${kind}`;
}

/** Our own pictures of the kinds of things; drawn when they are loaded, in the thread that draws charts. */
export function drawnPictures(): readonly IconPicture[] {
  return kinds().map((kind) => {
    const svg = glyphSvg(GLYPHS[kind]);
    return { stem: kindStem(kind), hash: shortHash(svg), load: () => drawSvg(svg, PIXELS) };
  });
}
