import { inkOf } from '../../market/ink.ts';
import { Memo } from '../../market/item/memo.ts';
import { stripCodes } from '../../market/item/text-component.ts';
import type { Owner } from '../../market/shops/shop.ts';
import { fitName } from './fit-name.ts';

/** Longer texts are rare, and would fill the memory. */
const LONGEST = 128;
const texts = new Memo<string>(32_768);
const owners = new Memo<Owner>(32_768);

/** The same text, as one string for all that are equal: a hundred thousand shops say few words, each its own copy. */
export function internText(text: string): string {
  return text.length > LONGEST ? text : texts.get(text, itself);
}

/** A world's name as it is looked for; one that shows nothing stays as it is, to tell it apart. */
export function internWorld(world: string): string {
  return internText(inkOf(world) || world);
}

const itself = (text: string) => text;

/**
 * A shop's owner as one object for all shops of that owner.
 * @param whole the name as the service gives it; colour codes are stripped, a long one is cut, one that shows nothing
 * is none
 */
export function internOwner(whole: string | null | undefined, uuid: string): Owner {
  const name = fitName(inkOf(stripCodes(whole ?? ''))) || null;
  const make = () => ({ name, uuid: uuid.toLowerCase() });
  if ((name?.length ?? 0) + uuid.length > LONGEST) return make();
  const known = owners.get(uuid, make);
  return known.name === name ? known : make();
}
