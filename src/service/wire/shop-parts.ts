import { z } from 'zod';
import type { Item } from '../../market/item/item.ts';
import type { Owner } from '../../market/shops/shop.ts';
import { shortText } from './fields.ts';
import { internOwner, internWorld } from './intern.ts';
import { BrokenItem, bundleOf, IGNORE_PAINTINGS, isWireItem, toItem } from './item.ts';
import { type Kind, kindOf, wireOwner } from './shop.ts';

/** The item of a record by itself. Which of the two it is hangs on the stock, since a missing SNBT says nothing out of stock. */
export interface Offer {
  /** Items in one bundle, at least 1. */
  readonly bundle: number;
  readonly inStock: Item;
  readonly outOfStock: Item;
}

const compiledOwner = z.compile(wireOwner, { strict: true });
const compiledText = z.compile(shortText, { strict: true });

/** The owner of a record; null: broken. */
export function readOwner(value: unknown): Owner | null {
  return z.validate(compiledOwner, value) ? internOwner(value.name, value.uuid) : null;
}

/** The world of a record; null: broken. */
export function readWorld(value: unknown): string | null {
  return z.validate(compiledText, value) ? internWorld(value) : null;
}

/** The type of a record; null: broken. */
export function readKind(value: unknown): Kind | null {
  return z.validate(compiledText, value) ? kindOf(value) : null;
}

/** The item of a record; null: broken. */
export function readOffer(value: unknown, onPainting = IGNORE_PAINTINGS): Offer | null {
  if (!isWireItem(value)) return null;
  const bundle = bundleOf(value);
  if (bundle < 1) return null;
  try {
    const inStock = toItem(value, 'plain', onPainting);
    const isTold = typeof value.snbt === 'string' && !value.childItems;
    return { bundle, inStock, outOfStock: isTold ? inStock : toItem(value, 'unknown') };
  } catch (error) {
    if (error instanceof BrokenItem) return null;
    throw error;
  }
}
