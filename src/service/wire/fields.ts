import { z } from 'zod';
import type { Location } from '../../market/shops/shop.ts';
import { WIRE_UNLIMITED } from '../../market/shops/stock.ts';
import { internWorld } from './intern.ts';

/** A count of items: a safe integer from 0. */
export const count = z.int().min(0);

/** A shop's stock: a safe integer from 0, or -1 without a limit. */
export const stock = z.int().min(WIRE_UNLIMITED);

/** A price in diamonds, decimals too. From 2^53 on it rejects its record: JSON cannot say such a number exactly. */
export const diamonds = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** A coordinate: a safe integer, below 0 too. */
export const coordinate = z.int();

/** The last moment that a Date can hold, epoch ms. */
export const LATEST_MOMENT = 8.64e15;
/** Epoch milliseconds that a Date can hold. */
export const moment = z.int().min(0).max(LATEST_MOMENT);

/** A type, a world, or an owner's uuid: what is longer than 256 UTF-16 units breaks its record or event. */
export const shortText = z.string().max(256);

/** Where a shop is. */
export const place = z.object({ x: coordinate, y: coordinate, z: coordinate, world: shortText });

/** What is wrong, as a path and a sentence: the first of zod's issues. Hot paths ask for it only after `validate` failed. */
export function firstFault(schema: z.ZodType, value: unknown): string {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue === undefined ? 'not as expected' : `${issue.path.join('.') || 'record'}: ${issue.message}`;
}

/** The place alone, without further fields of the wire. */
export function placeOf({ x, y, z, world }: z.infer<typeof place>): Location {
  return { x, y, z, world: internWorld(world) };
}
