import { identify } from '../item/identity.ts';
import type { Identity } from '../item/item.ts';

/** Of a painting: original, copy, copy of a copy. */
export const GENERATIONS = [1, 2, 3] as const;

/** The type of a painting's item. */
const TYPE = 'PAINTING';

/**
 * What players price separately of one canvas: the original, the copies, and the painting whose item does not say. Title and
 * author are not part of an identity's key, so that the id alone gives it.
 */
export function identitiesOfCanvas(canvas: string): readonly Identity[] {
  return [null, ...GENERATIONS].map((generation) => {
    const fields = [
      `"xercapaint:canvas_id":"${canvas}"`,
      ...(generation === null ? [] : [`"xercapaint:canvas_generation":${generation}`]),
    ];
    return identify(TYPE, `{"minecraft:custom_data":{PublicBukkitValues:{${fields}}}}`);
  });
}
