import { fitGraphemes } from '../../market/item/fit-graphemes.ts';

/** In UTF-16 units. */
const LONGEST = 256;

/** A longer name is cut: a record set aside for it would make every snapshot with that shop a doubted one. */
export function fitName(name: string): string {
  return name.length > LONGEST ? fitGraphemes(name, LONGEST) : name;
}
