import { visibleName } from '../visible-name.ts';
import { itemName } from './item-name.ts';
import { isCompound, isList, readSnbt, type Snbt, type SnbtCompound } from './snbt.ts';

const MAX_COMPONENT_DEPTH = 32;
/** Maximum length of a translation with its arguments, in UTF-16 units. Nested templates could grow without end. */
const MAX_FILLED_CHARACTERS = 1_024;
/** Matches JSON text. A name such as `[VIP] Sword` is plain text and does not match. */
const JSON_TEXT = /^\s*(?:[{"]|\[\s*[{"])/;
/** An anvil takes 50 characters, so a longer component was not typed by a player. */
const MAX_TYPED_CHARACTERS = 50;
/** Matches `item.minecraft.diamond`, the game's translation key of a type's name. */
const TYPE_KEY = /^(?:item|block)\.minecraft\.(\w+)$/;
/** Matches `%s`, `%2$s` or `%%` in a translation. */
const PLACEHOLDER = /%(?:(\d{1,2})\$)?([s%])/g;

/** A name as plain text. `isTranslated`: it comes from a translation key, which no player can write. */
export interface WrittenName {
  readonly text: string;
  readonly isTranslated: boolean;
}

/** Removes colour codes (`§` and a character), which older versions write into plain text. */
export function stripColourCodes(text: string): string {
  return text.includes('§') ? text.replace(/§./gsu, '') : text;
}

/**
 * Reads a name: plain text, JSON text (`{"text":"x","extra":[…]}`, `"x"`) or, from 1.21.5, a compound or a list. It
 * drops colours and other formatting, so a name is the same in every version. A translation becomes its `fallback`,
 * else its key, with the arguments filled in.
 * @returns the name, or null if it is empty
 */
export function readName(component: Snbt): WrittenName | null {
  const value = componentOf(component);
  const text = stripColourCodes(plainText(value, 0));
  if (visibleName(text) === '') return null;
  const isTyped = typeof component === 'string' && component.length <= MAX_TYPED_CHARACTERS;
  return { text, isTranslated: !isTyped && hasTranslation(value, 0) };
}

/** Returns the plain text of a component: see `readName`. */
export function readPlainText(component: Snbt | undefined): string | null {
  return component === undefined ? null : (readName(component)?.text ?? null);
}

/**
 * Reads the text as Crier up to 0.3.0 did, with the bare key for a translation. Stored keys contain the hash of this
 * text.
 */
export function readFormerText(component: Snbt): string | null {
  const text = stripColourCodes(formerPlainText(componentOf(component), 0));
  return text.trim() === '' ? null : text;
}

function componentOf(written: Snbt): Snbt {
  const value = typeof written === 'string' && JSON_TEXT.test(written) ? readSnbt(written) : null;
  return value ?? written;
}

function plainText(value: Snbt, depth: number): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (depth > MAX_COMPONENT_DEPTH) return '';
  if (!isCompound(value)) return value.map((part) => plainText(part, depth + 1)).join('');
  return ownText(value, depth + 1) + plainText(value.get('extra') ?? '', depth + 1);
}

function ownText(component: SnbtCompound, depth: number): string {
  const text = component.get('text');
  if (text !== undefined) return plainText(text, depth);
  const key = component.get('translate');
  if (typeof key === 'string') return translationText(key, component, depth);
  const other = component.get('keybind') ?? component.get('selector') ?? component.get('') ?? '';
  return plainText(other, depth);
}

function translationText(key: string, component: SnbtCompound, depth: number): string {
  const fallback = component.get('fallback');
  if (typeof fallback !== 'string') {
    const type = TYPE_KEY.exec(key)?.[1];
    return type === undefined ? key : itemName(type.toUpperCase());
  }
  if (!fallback.includes('%')) return fallback;
  const given = component.get('with');
  const values = isList(given) ? given.slice(0, 99).map((value) => plainText(value, depth)) : [];
  return fillPlaceholders(fallback, values);
}

function fillPlaceholders(template: string, values: readonly string[]): string {
  let next = 0;
  let length = 0;
  return template
    .replace(PLACEHOLDER, (_, position: string | undefined, kind: string) => {
      const value = kind === '%' ? '%' : (values[position === undefined ? next++ : Number(position) - 1] ?? '');
      const room = Math.max(0, MAX_FILLED_CHARACTERS - length);
      length += value.length;
      return value.slice(0, room);
    })
    .slice(0, MAX_FILLED_CHARACTERS);
}

function hasTranslation(value: Snbt, depth: number): boolean {
  if (depth > MAX_COMPONENT_DEPTH) return false;
  if (isList(value)) return value.some((part) => hasTranslation(part, depth + 1));
  if (!isCompound(value)) return false;
  return typeof value.get('translate') === 'string' || hasTranslation(value.get('extra') ?? '', depth + 1);
}

function formerPlainText(value: Snbt, depth: number): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (depth > MAX_COMPONENT_DEPTH) return '';
  if (!isCompound(value)) return value.map((part) => formerPlainText(part, depth + 1)).join('');
  const own = value.get('text') ?? value.get('translate') ?? value.get('') ?? '';
  return formerPlainText(own, depth + 1) + formerPlainText(value.get('extra') ?? '', depth + 1);
}
