import { z } from 'zod';
import type { Shop } from '../../market/shops/shop.ts';
import { itemSchema } from './item.ts';

export const locationSchema = z.object({ x: z.int(), y: z.int(), z: z.int(), world: z.string() });

/** What a shop sells or buys, and the wire's word for it. */
export const sideSchema = z.object({ side: z.enum(['ask', 'bid']).nullable(), kind: z.string() });

/** A shop on disk. */
export const shopSchema: z.ZodType<Shop> = z.object({
  id: z.int(),
  owner: z.object({ name: z.string().nullable(), uuid: z.string() }),
  location: locationSchema,
  ...sideSchema.shape,
  price: z.number(),
  remaining: z.number(),
  item: itemSchema,
  awaitsFirstStock: z.literal(true).optional(),
});

const compiledShop = z.compile(shopSchema, { strict: true });

export function isShop(value: unknown): value is Shop {
  return z.validate(compiledShop, value);
}
