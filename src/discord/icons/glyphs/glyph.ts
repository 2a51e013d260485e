/** A part of a glyph on a grid of 64 x 64: a filled path, or, with `width`, a line along one. */
export interface Part {
  readonly path: string;
  readonly colour: string;
  readonly width?: number;
}

/** Parts from back to front. All of them together get one dark outline; `turn`: the whole, clockwise, in degrees. */
export interface Glyph {
  readonly parts: readonly Part[];
  readonly turn?: number;
}

export function fill(colour: string, path: string): Part {
  return { colour, path };
}

/** With round ends. */
export function line(colour: string, width: number, path: string): Part {
  return { colour, path, width };
}

export function circle(x: number, y: number, radius: number): string {
  return ellipse(x, y, radius, radius);
}

export function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
}

/** A cube seen from above: its top, left and right side. */
export function cube(top: string, left: string, right: string): readonly Part[] {
  return [
    fill(top, 'M32 5L57 18L32 31L7 18Z'),
    fill(left, 'M7 18L32 31V59L7 46Z'),
    fill(right, 'M57 18L32 31V59L57 46Z'),
  ];
}
