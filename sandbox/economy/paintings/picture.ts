/** A colour as 0xRRGGBB. */
export type Colour = number;

/** A picture to draw on, pixel by pixel. Pixels outside are cut off. */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Int32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Int32Array(width * height).fill(-1);
  }

  /** ARGB, row by row, opaque. */
  get pixels(): Int32Array {
    return this.#pixels;
  }

  dot(x: number, y: number, colour: Colour): void {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return;
    this.#pixels[row * this.width + column] = 0xff_00_00_00 | colour;
  }

  /** Colours every pixel by its place. `null` leaves it unchanged. */
  paint(colourAt: (x: number, y: number) => Colour | null): void {
    for (let y = 0; y < this.height; y += 1) {
      for (let x = 0; x < this.width; x += 1) {
        const colour = colourAt(x, y);
        if (colour !== null) this.dot(x, y, colour);
      }
    }
  }

  box(left: number, top: number, width: number, height: number, colour: Colour): void {
    for (let y = top; y < top + height; y += 1) for (let x = left; x < left + width; x += 1) this.dot(x, y, colour);
  }

  disc(centreX: number, centreY: number, radius: number, colour: Colour): void {
    this.paint((x, y) => (Math.hypot(x - centreX, y - centreY) <= radius ? colour : null));
  }
}

/** Returns a colour between two, at 0 the first and at 1 the second. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const kept = Math.min(1, Math.max(0, share));
  const channel = (shift: number) => {
    const [start, end] = [(from >> shift) & 255, (to >> shift) & 255];
    return Math.round(start + (end - start) * kept) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}
