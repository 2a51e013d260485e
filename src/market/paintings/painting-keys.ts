import { identifyCanvas } from '../item/identity.ts';
import type { Identity } from '../item/item.ts';

const GENERATIONS = [null, 'original', 'copy', 'copy-of-copy'] as const;

/** What players price separately of one canvas: the painting whose item does not say, the original, the copies. */
export function identitiesOfCanvas(canvas: string): readonly Identity[] {
  return GENERATIONS.map((generation) => identifyCanvas(canvas, generation));
}
