import type { CanvasLimits } from '../ports/canvases.ts';

/** One kept canvas and what its row takes. */
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
  needed: ReadonlySet<string>,
  limits: CanvasLimits,
): readonly string[] {
  let count = sizes.length;
  let bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  const oldestFirst = sizes.toReversed();
  const inTurn = [
    ...oldestFirst.filter(({ id }) => !needed.has(id)),
    ...oldestFirst.filter(({ id }) => needed.has(id)),
  ];
  const surplus: string[] = [];
  for (const size of inTurn) {
    if (count <= limits.count && bytes <= limits.bytes) break;
    surplus.push(size.id);
    count -= 1;
    bytes -= size.bytes;
  }
  return surplus;
}
