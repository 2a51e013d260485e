import { contentsOf, countWithin } from '../market/item/contents.ts';
import type { Identity, Item } from '../market/item/item.ts';

/**
 * One type of what somebody may ask for in a deal: the item itself, or something that it holds. `lowest` and `highest`: the
 * unit prices of its variants, in diamonds; null: it has none, being one of several things in a container.
 */
export interface PricedType {
  readonly type: string;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly variants: readonly PricedVariant[];
}

/** `key`: the identity's; one that had other keys, up to 0.3.0 or under another name of its type, stands under each. */
interface PricedVariant {
  readonly key: string;
  readonly unitPrice: number | null;
}

/**
 * Every type and variant in `count` items for `paid` diamonds, each once and priced as a filter that asks for it does: the
 * item itself before what it holds.
 */
export function pricedGoods(item: Item, count: number, paid: number): readonly PricedType[] {
  const { type } = item.identity;
  const unitPrice = paid / count;
  const own = { type, lowest: unitPrice, highest: unitPrice, variants: variantsOf(item.identity, unitPrice) };
  return item.contents.length === 0 ? [own] : withContents(own, item, count, paid);
}

function withContents(own: PricedType, item: Item, count: number, paid: number): readonly PricedType[] {
  const byType = new Map([[own.type, [...own.variants]]]);
  const known = new Set([item.identity.key]);
  for (const { identity } of contentsOf(item)) {
    if (known.has(identity.key)) continue;
    known.add(identity.key);
    const within = countWithin(item, identity);
    const found = variantsOf(identity, within === null ? null : paid / (count * within));
    const variants = byType.get(identity.type);
    if (variants === undefined) byType.set(identity.type, found);
    else variants.push(...found);
  }
  return Array.from(byType, ([type, variants]) => ({ type, variants, ...boundsOf(variants) }));
}

function variantsOf({ key, formerKey, renamedKeys }: Identity, unitPrice: number | null): PricedVariant[] {
  if (formerKey === undefined && renamedKeys === undefined) return [{ key, unitPrice }];
  return [key, ...(formerKey === undefined ? [] : [formerKey]), ...(renamedKeys ?? [])].map((each) => ({
    key: each,
    unitPrice,
  }));
}

function boundsOf(variants: readonly PricedVariant[]): Pick<PricedType, 'lowest' | 'highest'> {
  const prices = variants.flatMap(({ unitPrice }) => unitPrice ?? []);
  if (prices.length === 0) return { lowest: null, highest: null };
  return { lowest: Math.min(...prices), highest: Math.max(...prices) };
}
