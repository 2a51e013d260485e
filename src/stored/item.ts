import { z } from 'zod';
import type { Item } from '../market/item/item.ts';

const variant = z.object({
  enchantments: z.array(z.object({ id: z.string(), level: z.number() })),
  potion: z.string().nullable(),
  canvas: z.string().nullable(),
  customName: z.string().nullable(),
});

/** An item on disk. Its contents are checked one level at a time, because a recursive schema cannot be compiled. */
export const itemSchema: z.ZodType<Item> = z.object({
  identity: z.object({ key: z.string(), type: z.string(), variant: variant.nullable() }),
  quantity: z.number(),
  name: z.string(),
  contents: z.array(z.custom<Item>(isItem)),
});

const compiledItem = z.compile(itemSchema, { strict: true });

export function isItem(value: unknown): value is Item {
  return z.validate(compiledItem, value);
}
