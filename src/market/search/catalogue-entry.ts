import { formerTypes } from '../item/current-type.ts';
import { type Identity, type ItemChoice, traitOf } from '../item/item.ts';
import { itemName } from '../item/item-name.ts';
import { labelOf, readableId } from '../item/label.ts';
import { readableType } from '../item/readable-type.ts';
import { SERVER_NAME, TRAITS } from '../item/traits.ts';
import { type SearchText, searchText } from './search-text.ts';

/** What a type is called beside its label: in other languages, or in an earlier spelling. */
export type OtherNames = (type: string) => readonly string[];

/**
 * Something that can be picked: a type (`key` absent) or one of its variants. `texts`: what the game calls it, the label
 * first; `names`: what players do, or the service for them, which is never found before that.
 */
export interface CatalogueEntry {
  readonly choice: ItemChoice;
  readonly label: string;
  readonly texts: readonly SearchText[];
  readonly names: readonly SearchText[];
}

/** `names`: what shops call the plain item instead of its label; `otherNames`: what the game calls it elsewhere. */
export function entryOfType(type: string, names: readonly string[], otherNames: readonly string[]): CatalogueEntry {
  const label = itemName(type);
  // The type's letters find it too (experience bottle), and so does a name that the game gave up (scute).
  const former = formerTypes(type).map(readableType);
  const texts = [...new Set([label, readableType(type), ...former, ...otherNames])].map(searchText);
  return { choice: { type }, label, texts, names: names.map(searchText) };
}

/** Of an identity that is not plain. */
export function entryOfVariant(identity: Identity): CatalogueEntry {
  const known = variants.get(identity);
  if (known !== undefined) return known;
  const entry = variantEntry(identity);
  variants.set(identity, entry);
  return entry;
}

/** A catalogue that is made anew has most of the variants of the one before. */
const variants = new WeakMap<Identity, CatalogueEntry>();

function variantEntry(identity: Identity): CatalogueEntry {
  const { key, type, variant } = identity;
  const label = labelOf(identity);
  const typeName = itemName(type);
  const inDigits = variant?.enchantments.map(({ id, level }) => `${id} ${level}`).join(' ') ?? '';
  const all = [label];
  // The type finds paintings and discs too, whose labels do not name it.
  if (!label.includes(typeName)) all.push(`${typeName} ${label}`);
  if (inDigits !== '') all.push(`${typeName} ${inDigits}`);
  const texts = all.map(searchText);
  const alone = ownNamesOf(identity).map(searchText);
  const choice = { type, key };
  return isPlayersText(identity)
    ? { choice, label, texts: [], names: [...texts, ...alone] }
    : { choice, label, texts, names: alone };
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
