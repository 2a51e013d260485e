import { formerTypes } from '../item/current-type.ts';
import { type Identity, type ItemChoice, traitOf } from '../item/item.ts';
import { itemName, readableType } from '../item/item-name.ts';
import { enchantmentLabel, labelOf, readableId } from '../item/label.ts';
import { SERVER_NAME, TRAITS } from '../item/traits.ts';
import { nicknamesOf } from './nicknames.ts';
import { type SearchText, searchText } from './search-text.ts';

/** What a type is called beside its label: in other languages, or in an earlier spelling. */
export type OtherNames = (type: string) => readonly string[];

/**
 * Something that can be picked: a type (`key` absent) or one of its variants. `texts`: what the game calls it, the label
 * first; `nicknames`: what players call the game's goods, by a table; `names`: what players call this item, or the service for
 * them. A text is never found before a text of the list before it that answers as well. `plain`: of an enchanted item that is no
 * book, what it is called without its enchantments.
 */
export interface CatalogueEntry {
  readonly choice: ItemChoice;
  readonly label: string;
  readonly texts: readonly SearchText[];
  readonly nicknames: readonly SearchText[];
  readonly names: readonly SearchText[];
  readonly plain?: SearchText;
}

/** The item that an enchantment alone stands for: `mending` is the book before all tools that have it. */
const BOOK = 'ENCHANTED_BOOK';
const NONE: readonly SearchText[] = [];

/** `names`: what shops call the plain item instead of its label; `otherNames`: what the game calls it elsewhere. */
export function entryOfType(type: string, names: readonly string[], otherNames: readonly string[]): CatalogueEntry {
  const label = itemName(type);
  // The type's letters find it too (experience bottle), and so does a name that the game gave up (scute).
  const former = formerTypes(type).map(readableType);
  const texts = [...new Set([label, readableType(type), ...former, ...otherNames])].map(searchText);
  return { choice: { type }, label, texts, nicknames: nicknamesOf(type), names: names.map(searchText) };
}

/** Of an identity that is not plain. */
export function entryOfVariant(identity: Identity): CatalogueEntry {
  const { key, type, variant } = identity;
  const label = labelOf(identity);
  const typeName = itemName(type);
  const enchantments = variant?.enchantments ?? [];
  const inDigits = enchantments.map(({ id, level }) => `${id} ${level}`).join(' ');
  const all = [label];
  // The type finds paintings and discs too, whose labels do not name it.
  if (!label.includes(typeName)) all.push(`${typeName} ${label}`);
  if (inDigits !== '') all.push(`${typeName} ${inDigits}`);
  if (type === BOOK && inDigits !== '') {
    const inWords = enchantments.map(enchantmentLabel).join(' ');
    all.push(inWords, inDigits, `${inWords} book`);
  }
  const texts = all.map(searchText);
  const alone = ownNamesOf(identity).map(searchText);
  const choice = { type, key };
  const plain = type === BOOK || inDigits === '' ? {} : { plain: searchText(typeName) };
  return isPlayersText(identity)
    ? { choice, label, texts: NONE, nicknames: NONE, names: [...texts, ...alone], ...plain }
    : { choice, label, texts, nicknames: NONE, names: alone, ...plain };
}

/** Its name alone, without type, author or generation. */
function ownNamesOf(identity: Identity): string[] {
  const disc = traitOf(identity, 'disc');
  const names = [traitOf(identity, 'title'), traitOf(identity, SERVER_NAME), disc && readableId(disc)];
  return [...new Set(names)].filter((name) => name !== null);
}

/** Whether a player wrote the words of its label. A head with a name of the server's leads with that. */
function isPlayersText(identity: Identity): boolean {
  if (identity.variant?.customName != null) return true;
  const written = PLAYERS_TRAITS.filter((name) => traitOf(identity, name) !== null);
  return written.some((name) => name !== 'head' || traitOf(identity, SERVER_NAME) === null);
}

const PLAYERS_TRAITS = TRAITS.filter(({ isPlayers }) => isPlayers).map(({ name }) => name);
