import { z } from 'zod';
import { currentType } from '../../market/item/current-type.ts';
import { type ParsedGoods, parseGoods, unknownVariant } from '../../market/item/identity.ts';
import type { Item } from '../../market/item/item.ts';
import { itemName } from '../../market/item/item-name.ts';
import { stripColourCodes } from '../../market/item/text-component.ts';
import { CANVAS_MARK } from '../../market/paintings/canvas.ts';
import { visibleName } from '../../market/visible-name.ts';
import { count, firstFault, fitName, internText, shortText, unreadNames } from './fields.ts';

/** Limits the nesting of bundles. Deeper ones are no player's items. */
const DEEPEST_BUNDLE = 16;
/** Limits the contained items. A box of full bundles holds some 1,800 stacks. */
const MOST_CHILDREN = 2_000;

/**
 * An item of every revision. `quantity` (newer) or `amount` (older, and transactions), `name`, `snbt` and `childItems`
 * may be missing. Children are checked one level at a time, because a recursive schema cannot be compiled.
 */
export const wireItem = z.object({
  type: shortText.min(1),
  quantity: count.nullish(),
  amount: count.nullish(),
  name: z.string().nullish(),
  snbt: z.string().nullish(),
  childItems: z.array(z.unknown()).nullish(),
});
export type WireItem = z.infer<typeof wireItem>;

const compiledWireItem = z.compile(wireItem, { strict: true });

export function isWireItem(value: unknown): value is WireItem {
  return z.validate(compiledWireItem, value);
}

/** The meaning of a missing SNBT: the plain item, or nothing (out of stock, in the revision that omits it). */
export type AbsentSnbt = 'plain' | 'unknown';

/** A contained item is broken, and so is its record. */
export class BrokenItem extends Error {
  override readonly name = 'BrokenItem';
}

/** Returns the items in one bundle: `quantity`, else `amount`, else 1. */
export function bundleOf(item: WireItem): number {
  return item.quantity ?? item.amount ?? 1;
}

/** Takes the SNBT of an item that may show a canvas with its pixels. */
export type OnPainting = (snbt: string) => void;

export const IGNORE_PAINTINGS: OnPainting = () => undefined;

/**
 * Converts a validated wire item. A quantity of 0 becomes 1; callers that need it check first.
 * @throws BrokenItem if a contained item is broken, nested deeper than 16, or one of more than 2,000
 */
export function toItem(item: WireItem, absent: AbsentSnbt, onPainting = IGNORE_PAINTINGS): Item {
  return convertItem(item, { absent, onPainting, children: 0, isSilent: false }, 0);
}

/**
 * State of the conversion of one record. `children` counts contained items, nested ones included. `isSilent` is set if
 * one of its items had no SNBT.
 */
interface Conversion {
  readonly absent: AbsentSnbt;
  readonly onPainting: OnPainting;
  children: number;
  isSilent: boolean;
}

function convertItem(item: WireItem, whole: Conversion, depth: number): Item {
  // The SNBT of a filled box repeats that of its children.
  if (!hasChildren(item) && item.snbt?.includes(CANVAS_MARK)) whole.onPainting(item.snbt);
  const { identity, condition } = readItemGoods(item, whole);
  return {
    identity,
    quantity: Math.max(1, bundleOf(item)),
    name: shownNameOf(item),
    contents: item.childItems ? convertContents(item.childItems, whole, depth + 1) : NO_CONTENTS,
    ...(condition && { condition }),
  };
}

function hasChildren({ childItems }: WireItem): boolean {
  return childItems?.some((child) => child !== null) ?? false;
}

function readItemGoods({ type, snbt }: WireItem, whole: Conversion): Pick<ParsedGoods, 'identity' | 'condition'> {
  if (snbt === undefined || snbt === null) {
    whole.isSilent = true;
    if (whole.absent === 'unknown') return { identity: unknownVariant(type) };
  }
  const goods = parseGoods(type, snbt);
  if (goods.unread.length > 0) unreadNames.add(goods.unread);
  return goods;
}

function shownNameOf({ name, type }: WireItem): string {
  const written = name ? stripColourCodes(name) : '';
  return visibleName(written) === '' ? itemName(currentType(type)) : internText(fitName(written));
}

/** Types that mean an empty slot, as `null` does. */
const EMPTY_SLOTS: ReadonlySet<string> = new Set(['AIR', 'CAVE_AIR', 'VOID_AIR']);

const NO_CONTENTS: readonly Item[] = [];

function convertContents(children: readonly unknown[], whole: Conversion, depth: number): readonly Item[] {
  if (depth > DEEPEST_BUNDLE) throw new BrokenItem('item.childItems: nested too deep');
  const contents: Item[] = [];
  for (const child of children) {
    if (child === null) continue;
    whole.children += 1;
    if (whole.children > MOST_CHILDREN) throw new BrokenItem(`item.childItems: more than ${MOST_CHILDREN}`);
    if (!isWireItem(child)) {
      throw new BrokenItem(`item.childItems.${firstFault(wireItem, child)}`);
    }
    // A stack of 0 is an empty slot.
    if (bundleOf(child) > 0 && !EMPTY_SLOTS.has(child.type)) contents.push(convertItem(child, whole, depth));
  }
  return contents;
}

/** A record's item in both states of its stock, because a missing SNBT means nothing out of stock. */
export interface RecordItem {
  /** Items in one bundle, at least 1. */
  readonly bundle: number;
  readonly inStock: Item;
  readonly outOfStock: Item;
}

/** @returns the item of a record, or null if it is broken */
export function readRecordItem(value: unknown, onPainting = IGNORE_PAINTINGS): RecordItem | null {
  if (!isWireItem(value)) return null;
  const bundle = bundleOf(value);
  if (bundle < 1) return null;
  try {
    const whole: Conversion = { absent: 'plain', onPainting, children: 0, isSilent: false };
    const inStock = convertItem(value, whole, 0);
    return { bundle, inStock, outOfStock: whole.isSilent ? toItem(value, 'unknown') : inStock };
  } catch (error) {
    if (error instanceof BrokenItem) return null;
    throw error;
  }
}

/** Returns whether the item or one of its contents is a painting. */
export function showsCanvas({ identity, contents }: Item): boolean {
  return (identity.variant?.canvas ?? null) !== null || contents.some(showsCanvas);
}
