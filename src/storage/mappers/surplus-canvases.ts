import type { CanvasLimits, IsNeeded } from '../../ports/pictures.ts';

/** One kept canvas and the bytes of its row. */
export interface CanvasSize {
  readonly id: string;
  readonly bytes: number;
}

/**
 * The canvases to drop so that the others keep to the limits: those seen longest ago first, the needed ones last.
 * @param sizes of all that are kept, the last seen first
 */
export function surplusCanvases(
  sizes: readonly CanvasSize[],
  isNeeded: IsNeeded,
  limits: CanvasLimits,
): readonly string[] {
  let count = sizes.length;
  let bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  const needed: CanvasSize[] = [];
  const surplus: string[] = [];
  const isWithin = () => count <= limits.count && bytes <= limits.bytes;
  const drop = (size: CanvasSize) => {
    surplus.push(size.id);
    count -= 1;
    bytes -= size.bytes;
  };
  for (let at = sizes.length - 1; at >= 0 && !isWithin(); at--) {
    const size = sizes[at];
    if (size === undefined) continue;
    if (isNeeded(size.id)) needed.push(size);
    else drop(size);
  }
  for (const size of needed) {
    if (isWithin()) break;
    drop(size);
  }
  return surplus;
}
