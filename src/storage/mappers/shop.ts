import { z } from 'zod';
import { underCurrentType } from '../../market/item/identity.ts';
import type { Item } from '../../market/item/item.ts';
import type { Shop } from '../../market/shops/shop.ts';

const traits = z.exactOptional(z.array(z.object({ name: z.string(), value: z.string() })));

/** Rows up to 0.3.0 have no traits, nothing shown, no former key and no condition. */
const variant = z.object({
  enchantments: z.array(z.object({ id: z.string(), level: z.number() })),
  potion: z.string().nullable(),
  canvas: z.string().nullable(),
  customName: z.string().nullable(),
  traits,
  shown: traits,
});

const condition = z.object({
  damaged: z.exactOptional(z.literal(true)),
  signedBy: z.exactOptional(z.string()),
});

/** An item on disk. Its contents are checked one level at a time, because a recursive schema cannot be compiled. */
export const itemSchema: z.ZodType<Item> = z.object({
  identity: z.object({
    key: z.string(),
    formerKey: z.exactOptional(z.string()),
    renamedKeys: z.exactOptional(z.array(z.string())),
    type: z.string(),
    variant: variant.nullable(),
  }),
  quantity: z.number(),
  name: z.string(),
  contents: z.array(z.custom<Item>(isItem)),
  condition: z.exactOptional(condition),
});

const compiledItem = z.compile(itemSchema, { strict: true });

export function isItem(value: unknown): value is Item {
  return z.validate(compiledItem, value);
}

/** An item that was written before the game or Crier's table renamed a type of it, as it is read today. */
export function itemUnderCurrentTypes(item: Item): Item {
  const identity = underCurrentType(item.identity);
  const contents = item.contents.map(itemUnderCurrentTypes);
  const isSame = identity === item.identity && contents.every((held, slot) => held === item.contents[slot]);
  return isSame ? item : { ...item, identity, contents };
}

export const locationSchema = z.object({ x: z.int(), y: z.int(), z: z.int(), world: z.string() });

/** A shop's side, and the service's word for it. */
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
