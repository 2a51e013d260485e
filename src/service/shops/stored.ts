import { z } from 'zod';
import type { Item } from '../../market/item/item.ts';
import type { Shop } from '../../market/shops/shop.ts';

const variant = z.object({
  enchantments: z.array(z.object({ id: z.string(), level: z.number() })),
  potion: z.string().nullable(),
  canvas: z.string().nullable(),
  customName: z.string().nullable(),
});
const identity = z.object({ key: z.string(), type: z.string(), variant: variant.nullable() });
const place = z.object({ x: z.int(), y: z.int(), z: z.int(), world: z.string() });

/** A shop as we wrote it ourselves; what a container holds was written with it, and is covered by the file's checksum. */
const storedShop = z.object({
  id: z.int(),
  owner: z.object({ name: z.string(), uuid: z.string() }),
  location: place,
  side: z.enum(['ask', 'bid']).nullable(),
  kind: z.string(),
  price: z.number(),
  remaining: z.number(),
  item: z.object({
    identity,
    quantity: z.number(),
    name: z.string(),
    contents: z.array(z.custom<Item>((item) => typeof item === 'object' && item !== null)),
  }),
});
const compiledShop = z.compile(storedShop, { strict: true });

const storedHeader = z.object({
  format: z.literal('crier-shops-1'),
  takenAt: z.int(),
  count: z.int(),
  missing: z.int().nonnegative().default(0),
});

/** What stands first in a snapshot's file. `count`: records in it, of which the last `missing` are not shops of the snapshot. */
export type Header = z.infer<typeof storedHeader>;

/** The first element of the file; null: it is none of ours. */
export function asHeader(value: unknown): Header | null {
  return storedHeader.safeParse(value).data ?? null;
}

/** Each further element of the file. */
export function isStoredShop(value: unknown): value is Shop {
  return z.validate(compiledShop, value);
}

export function headerOf(takenAt: number, count: number, missing: number): Header {
  return { format: 'crier-shops-1', takenAt, count, missing };
}
