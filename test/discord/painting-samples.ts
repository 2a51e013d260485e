import { identify } from '../../src/market/item/identity.ts';
import type { Item } from '../../src/market/item/item.ts';
import type { KnownPainting } from '../../src/ports/pictures.ts';
import { item } from '../market/samples.ts';

export const canvasId = (n: number): string => `22222222-0000-4000-8000-00000000000a_${n}`;

/** Returns a painting of this canvas as an item. */
export function painting(n: number, type = 'PAPER'): Item {
  return item(identify(type, `{canvas:"${canvasId(n)}"}`));
}

/** Returns the known facts of its canvas: “Harbour at Dusk” by Ariane, 32 × 16 pixels. */
export function knownPainting(n: number, more: Partial<KnownPainting> = {}): KnownPainting {
  return {
    id: canvasId(n),
    title: 'Harbour at Dusk',
    author: 'Ariane',
    width: 32,
    height: 16,
    isBanned: false,
    ...more,
  };
}
