import { identifyCanvas } from '../item/identity.ts';
import type { Identity } from '../item/item.ts';

const GENERATIONS = [null, 'original', 'copy', 'copy-of-copy'] as const;

/**
 * The kinds of one canvas that players price separately: the painting without a generation, the original, the copies.
 */
export function identitiesOfCanvas(canvas: string): readonly Identity[] {
  return GENERATIONS.map((generation) => identifyCanvas(canvas, generation));
}
