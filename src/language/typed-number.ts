import { foldWidth } from './fold-width.ts';
import type { Language } from './language.ts';

interface Separators {
  /** Between thousands, as a class of a regular expression. */
  readonly group: string;
  readonly decimal: string;
  /** The one of point and comma that no decimals follow. */
  readonly other: string;
}

/**
 * Reads a number without a sign as a user types it: as their language writes it (`1.200,5` in German), plain with the other of point
 * and comma before decimals (`12.5`), or decimals alone (`,5`). Full-width digits are digits.
 * @returns null if the text is none, or could be two numbers (`1.200` in French)
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
  // Who has blanks between thousands types any of them.
  const isPoint = parts.some(({ type, value }) => type === 'group' && value === other);
  return { group: isPoint ? `\\${other}` : '[ \\u00a0\\u202f]', decimal, other };
}
