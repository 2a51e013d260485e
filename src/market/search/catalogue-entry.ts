import { formerTypes } from '../item/current-type.ts';
import { type Identity, type ItemChoice, traitOf } from '../item/item.ts';
import { itemName, readableType } from '../item/item-name.ts';
import { enchantmentLabel, labelOf, readableId } from '../item/label.ts';
import { SERVER_NAME_TRAIT, TRAITS } from '../item/traits.ts';
import { nicknamesOf } from './nicknames.ts';
import { type SearchText, searchText } from './search-text.ts';

/** Returns a type's additional names: those in other languages or in an earlier spelling. */
export type OtherNamesOfType = (type: string) => readonly string[];

/**
 * A searchable item: a type (`key` absent) or one of its variants.
 *
 * Among equally good matches, a text wins over a nickname and a nickname over a name.
 */
export interface CatalogueEntry {
  readonly choice: ItemChoice;
  readonly label: string;
  /** The game's names, the label first. */
  readonly texts: readonly SearchText[];
  /** Players' words for the game's items, from a table. */
  readonly nicknames: readonly SearchText[];
  /** Names that players gave their own items, or that the service shows. */
  readonly names: readonly SearchText[];
  /** The name of an enchanted item, other than a book, without its enchantments. */
  readonly plain?: SearchText;
}

/** The item that a bare enchantment means: `silk touch` finds the book before all tools with it. */
const ENCHANTED_BOOK_TYPE = 'ENCHANTED_BOOK';
const NO_TEXTS: readonly SearchText[] = [];

/**
 * @param names shops' names of the plain item, other than its label
 * @param otherNames the game's names in other languages
 */
export function entryOfType(type: string, names: readonly string[], otherNames: readonly string[]): CatalogueEntry {
  const label = itemName(type);
  // The type's id finds it too (experience bottle), and so do its former names (scute).
  const former = formerTypes(type).map(readableType);
  const texts = [...new Set([label, readableType(type), ...former, ...otherNames])].map(searchText);
  return { choice: { type }, label, texts, nicknames: nicknamesOf(type), names: names.map(searchText) };
}

/** @param identity one that is not plain */
export function entryOfVariant(identity: Identity): CatalogueEntry {
  const { key, type, variant } = identity;
  const label = labelOf(identity);
  const typeName = itemName(type);
  const enchantments = variant?.enchantments ?? [];
  const inDigits = enchantments.map(({ id, level }) => `${id} ${level}`).join(' ');
  const all = [label];
  // The type finds paintings and discs too, whose labels do not mention it.
  if (!label.includes(typeName)) all.push(`${typeName} ${label}`);
  if (inDigits !== '') all.push(`${typeName} ${inDigits}`);
  if (type === ENCHANTED_BOOK_TYPE && inDigits !== '') {
    const inWords = enchantments.map(enchantmentLabel).join(' ');
    all.push(inWords, inDigits, `${inWords} book`);
  }
  const texts = all.map(searchText);
  const alone = ownNamesOf(identity).map(searchText);
  const choice = { type, key };
  const plain = type === ENCHANTED_BOOK_TYPE || inDigits === '' ? {} : { plain: searchText(typeName) };
  return isPlayersText(identity)
    ? { choice, label, texts: NO_TEXTS, nicknames: NO_TEXTS, names: [...texts, ...alone], ...plain }
    : { choice, label, texts, nicknames: NO_TEXTS, names: alone, ...plain };
}

/** Returns the item's own names, without type, author or generation. */
function ownNamesOf(identity: Identity): string[] {
  const disc = traitOf(identity, 'disc');
  const names = [traitOf(identity, 'title'), traitOf(identity, SERVER_NAME_TRAIT), disc && readableId(disc)];
  return [...new Set(names)].filter((name) => name !== null);
}

/** Whether a player wrote the label. The label of a head with a server-given name begins with that name. */
function isPlayersText(identity: Identity): boolean {
  if (identity.variant?.customName != null) return true;
  const written = PLAYERS_TRAITS.filter((name) => traitOf(identity, name) !== null);
  return written.some((name) => name !== 'head' || traitOf(identity, SERVER_NAME_TRAIT) === null);
}

const PLAYERS_TRAITS = TRAITS.filter(({ isPlayers }) => isPlayers).map(({ name }) => name);
