import { z } from 'zod';
import { BoundedCache } from '../../market/item/bounded-cache.ts';
import { fitGraphemes } from '../../market/item/fit-graphemes.ts';
import { stripColourCodes } from '../../market/item/text-component.ts';
import type { Location, Owner } from '../../market/shops/shop.ts';
import { WIRE_UNLIMITED } from '../../market/shops/stock.ts';
import { visibleName } from '../../market/visible-name.ts';
import type { Log } from '../../ports/log.ts';

/** A count of items: a safe integer from 0. */
export const count = z.int().min(0);

/** A shop's stock: a safe integer from 0, or -1 without a limit. */
export const stock = z.int().min(WIRE_UNLIMITED);

/**
 * The smallest price but 0. Divided by 10^12 items, it is the smallest that Crier shows; the figure of a smaller one
 * would be wrong.
 */
const LEAST_PRICE_DIAMONDS = 1e-8;

/**
 * A price in diamonds, decimals included. Prices from 2^53 on reject their record, because JSON cannot represent them
 * exactly.
 */
export const wirePrice = z
  .number()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .refine((price) => price === 0 || price >= LEAST_PRICE_DIAMONDS, `smaller than ${LEAST_PRICE_DIAMONDS}, and not 0`);

/** A coordinate: a safe integer, also below 0. */
export const coordinate = z.int();

/** The last moment that a Date can hold, epoch ms. */
export const LATEST_MOMENT = 8.64e15;
export const moment = z.int().min(0).max(LATEST_MOMENT);

/** A type, a world, or an owner's uuid. One longer than 256 UTF-16 units breaks its record or event. */
export const shortText = z.string().max(256);

/** The location of a shop. */
export const place = z.object({ x: coordinate, y: coordinate, z: coordinate, world: shortText });

/** Returns the first of zod's issues as a path and a sentence. Hot paths call it only after `validate` has failed. */
export function firstFault(schema: z.ZodType, value: unknown): string {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue === undefined ? 'not as expected' : `${issue.path.join('.') || 'record'}: ${issue.message}`;
}

/** Returns the location without further fields of the wire. */
export function locationOf({ x, y, z, world }: z.infer<typeof place>): Location {
  return { x, y, z, world: internWorld(world) };
}

/** Limits interned texts. Longer ones are rare, and would fill the memory. */
const LONGEST_INTERNED_CHARACTERS = 128;
const texts = new BoundedCache<string>(32_768);
const owners = new BoundedCache<Owner>(32_768);

/** Returns one string for all equal texts. A hundred thousand shops have few words, but a copy of each. */
export function internText(text: string): string {
  return text.length > LONGEST_INTERNED_CHARACTERS ? text : texts.get(text, itself);
}

/** Returns a world's name as it is searched. One without visible characters stays as it is, to distinguish it. */
export function internWorld(world: string): string {
  return internText(visibleName(world) || world);
}

const itself = (text: string) => text;

/**
 * Returns a shop's owner as one object for all shops of that owner.
 * @param whole the service's name: colour codes are stripped, a long name is cut, and one without visible characters is
 *   none
 */
export function internOwner(whole: string | null | undefined, uuid: string): Owner {
  const name = fitName(visibleName(stripColourCodes(whole ?? ''))) || null;
  const make = () => ({ name, uuid: uuid.toLowerCase() });
  if ((name?.length ?? 0) + uuid.length > LONGEST_INTERNED_CHARACTERS) return make();
  const known = owners.get(uuid, make);
  return known.name === name ? known : make();
}

/** In UTF-16 units. */
const LONGEST_NAME_CHARACTERS = 256;

/** Cuts a long name. A record quarantined for it would make every snapshot with that shop a doubted one. */
export function fitName(name: string): string {
  return name.length > LONGEST_NAME_CHARACTERS ? fitGraphemes(name, LONGEST_NAME_CHARACTERS) : name;
}

/** Limits the names counted separately; a market of a game with mods has some dozens. Further ones count together. */
const MOST_UNREAD_NAMES = 200;
/** The name under which all names beyond `MOST_UNREAD_NAMES` are counted. */
export const OTHER_NAMES = 'other';

/** Counts unreadable item data by name: `snbt` for a whole text, else a component's key. */
export class UnreadNames {
  readonly #counts = new Map<string, number>();
  #unreported: string[] = [];

  add(names: readonly string[]): void {
    for (const name of names) {
      const counted = this.#counts.has(name) || this.#counts.size < MOST_UNREAD_NAMES ? name : OTHER_NAMES;
      const count = this.#counts.get(counted) ?? 0;
      this.#counts.set(counted, count + 1);
      if (count === 0) this.#unreported.push(counted);
    }
  }

  /** Returns the counts since the start. */
  counted(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** Returns the names found for the first time since the last call. */
  takeNew(): readonly string[] {
    if (this.#unreported.length === 0) return this.#unreported;
    const names = this.#unreported;
    this.#unreported = [];
    return names;
  }
}

/** Shared by all item readers of the process, as is their cache of SNBT texts. */
export const unreadNames = new UnreadNames();

/** Logs the names found for the first time since the last call, each once. */
export function logUnread(log: Pick<Log, 'warn'>): void {
  const names = unreadNames.takeNew();
  if (names.length > 0) log.warn({ part: 'items', names }, 'Unreadable item data ignored');
}
