import type { Language } from './language.ts';

const SUFFIXES = new Map([
  ['', 1],
  ['k', 1_000],
  ['m', 1_000_000],
]);
/** Numbers that together need every plural form of "diamond" in a language. */
const PLURALS = [0.5, 1, 2, 5, 1_000_000];
/** Placeholders for the parts of a text that becomes a pattern. */
const QUANTITY = '\u0001';
const PAID = '\u0002';
const ENGLISH_BUNDLE = `${QUANTITY} for ${PAID}`;
const FRACTION = `${PAID}/${QUANTITY}`;

/**
 * Limits a typed price, in UTF-16 units, and so the time of patterns. The longest price in words of any language takes
 * half of it.
 */
const MOST_PRICE_CHARACTERS = 80;

/** A price of one item. `bundle` has the typed numbers, or null if the price of one item was typed. */
interface TypedPrice {
  readonly unitPrice: number;
  readonly bundle: { readonly quantity: number; readonly paid: number } | null;
}

/**
 * Parses a price as players type it: `32 for 3` in English or in the user's language (three diamonds for 32 items),
 * `3/32`, `0.094`, `5k`. The unit may follow.
 * @returns null if the text is no price, or could be two
 */
export function typedPrice(typed: string, language: Language): TypedPrice | null {
  const text = shortened(typed);
  if (text === null) return null;
  const unitPrice = typedAmount(text, language);
  if (unitPrice !== null) return { unitPrice, bundle: null };
  const ownBundle = language.say('common.bundle', { quantity: QUANTITY, diamonds: PAID });
  for (const template of [ownBundle, ENGLISH_BUNDLE, FRACTION]) {
    const parts = patternOf(template).exec(text)?.groups;
    const quantity = typedAmount(parts?.quantity ?? '', language);
    const paid = typedAmount(parts?.paid ?? '', language);
    if (quantity !== null && paid !== null && Number.isInteger(quantity) && quantity > 0) {
      return { unitPrice: paid / quantity, bundle: { quantity, paid } };
    }
  }
  return null;
}

/**
 * Parses a number of diamonds: `1200`, `5k`, `1.5m`.
 * @returns null if the text is no number
 */
export function typedAmount(typed: string, language: Language): number | null {
  const text = shortened(typed);
  if (text === null) return null;
  const [, digits = '', suffix = ''] = /^(.*?)\s*([km]?)$/iu.exec(withoutUnit(text, language)) ?? [];
  const number = typedNumber(digits, language);
  return number === null ? null : number * (SUFFIXES.get(suffix.toLowerCase()) ?? 1);
}

/**
 * Returns the text in plain characters, with every run of blanks as one.
 * @returns null if the text is too long for a price
 */
function shortened(text: string): string | null {
  // Long runs of blanks make patterns slow, and nobody types them.
  if (text.length > MOST_PRICE_CHARACTERS) return null;
  const plain = foldWidth(text).trim().replace(/\s+/g, ' ');
  return plain.length > MOST_PRICE_CHARACTERS ? null : plain;
}

/** Removes the unit: `3 diamonds` becomes `3`. */
function withoutUnit(text: string, language: Language): string {
  const units = new Set(PLURALS.map((n) => language.say('common.diamonds', { n, amount: PAID })));
  for (const unit of units) {
    const paid = patternOf(unit).exec(text)?.groups?.paid;
    if (paid !== undefined) return paid;
  }
  return text;
}

/** Returns a pattern for a text with its parts, in any spacing. */
function patternOf(template: string): RegExp {
  const escaped = foldWidth(template)
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/\s+/g, '\\s*');
  const parts = escaped.replace(QUANTITY, '\\s*(?<quantity>.+?)\\s*').replace(PAID, '\\s*(?<paid>.+?)\\s*');
  return new RegExp(`^${parts}$`, 'iu');
}

interface Separators {
  /** The separator of thousands, as a class of a regular expression. */
  readonly group: string;
  readonly decimal: string;
  /** The other one of point and comma. */
  readonly other: string;
}

/**
 * Parses a number without a sign as users type it: in their language's format (`1.200,5` in German), plain with the
 * other of point and comma before decimals (`12.5`), or decimals alone (`,5`). Full-width digits count as digits.
 * @returns null if the text is no number, or could be two (`1.200` in French)
 */
export function typedNumber(text: string, language: Language): number | null {
  const { group, decimal, other } = separatorsOf(language);
  const written = foldWidth(text).trim();
  const ownForm = new RegExp(`^(\\d{1,12}|[1-9]\\d{0,2}(?:${group}\\d{3}){1,3})(?:\\${decimal}(\\d{1,8}))?$`);
  const plain = new RegExp(`^(\\d{1,12})\\${other}(\\d{1,2}|\\d{4,8})$|^(0)\\${other}(\\d{1,8})$`);
  const parts = ownForm.exec(written) ?? plain.exec(written) ?? /^()[.,](\d{1,8})$/.exec(written);
  if (parts === null) return null;
  const [whole = '', decimals = ''] = parts.slice(1).filter((part) => part !== undefined);
  return Number(`${whole.replace(/\D/g, '')}.${decimals}`);
}

function separatorsOf(language: Language): Separators {
  const parts = new Intl.NumberFormat(language.tag).formatToParts(1_234_567.8);
  const decimal = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  const other = decimal === ',' ? '.' : ',';
  // Users whose language puts blanks between thousands type any kind of blank.
  const isPoint = parts.some(({ type, value }) => type === 'group' && value === other);
  return { group: isPoint ? `\\${other}` : '[ \\u00a0\\u202f]', decimal, other };
}

/**
 * Replaces full-width forms, which Japanese and Chinese keyboards type, by ASCII characters. Other compatibility
 * characters stay, because normalisation would turn `3²` into 32 and `1½` into 11/2.
 */
export function foldWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');
}
