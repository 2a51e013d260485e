import { z } from 'zod';
import { identify, unknownVariant } from '../../market/identity.ts';
import type { Item } from '../../market/item.ts';
import { itemName } from '../../market/label.ts';
import { count, firstFault } from './fields.ts';
import { textOnce } from './once.ts';

/** Bundles hold bundles, but not without end; what lies deeper is no item of a player. */
const DEEPEST = 16;

/**
 * An item in every revision: `quantity` (newer) or `amount` (older, and transactions), `name`, `snbt` and `childItems`
 * may be missing. Children are checked one level at a time, because a recursive schema cannot be compiled.
 */
export const wireItem = z.object({
  type: z.string().min(1),
  quantity: count.nullish(),
  amount: count.nullish(),
  name: z.string().nullish(),
  snbt: z.string().nullish(),
  childItems: z.array(z.unknown()).nullish(),
});
export type WireItem = z.infer<typeof wireItem>;

const compiledItem = z.compile(wireItem, { strict: true });

/** What an absent SNBT means: the plain item, or (out of stock, in the revision that leaves it away) nothing known. */
export type AbsentSnbt = 'plain' | 'unknown';

/** What a broken child makes of its whole record. */
export class BrokenItem extends Error {
  override readonly name = 'BrokenItem';
}

/** Items in one bundle as the wire says it: quantity, else amount, else 1. */
export function bundleOf(item: WireItem): number {
  return item.quantity ?? item.amount ?? 1;
}

/**
 * A checked wire item in the market's form; a quantity of 0 counts as 1 (callers to whom it matters look first).
 * @throws BrokenItem when a contained item is broken or nested deeper than 16.
 */
export function toItem(item: WireItem, absent: AbsentSnbt): Item {
  return convert(item, absent, 0);
}

function convert(item: WireItem, absent: AbsentSnbt, depth: number): Item {
  const silent = item.snbt === undefined || item.snbt === null;
  return {
    identity: silent && absent === 'unknown' ? unknownVariant(item.type) : identify(item.type, item.snbt ?? ''),
    quantity: Math.max(1, bundleOf(item)),
    name: item.name?.trim() ? textOnce(item.name) : itemName(item.type),
    contents: item.childItems ? contentsOf(item.childItems, absent, depth + 1) : NOTHING,
  };
}

const NOTHING: readonly Item[] = [];

function contentsOf(children: readonly unknown[], absent: AbsentSnbt, depth: number): readonly Item[] {
  if (depth > DEEPEST) throw new BrokenItem('item.childItems: nested too deep');
  const contents: Item[] = [];
  for (const child of children) {
    if (child === null) continue;
    if (!z.validate(compiledItem, child)) {
      throw new BrokenItem(`item.childItems.${firstFault(wireItem, child)}`);
    }
    // A stack of none is an empty slot.
    if (bundleOf(child) > 0) contents.push(convert(child, absent, depth));
  }
  return contents;
}
