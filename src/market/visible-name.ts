/**
 * Invisible characters: default-ignorable ones (zero-width, Hangul fillers), other format and control characters, and
 * U+2800.
 */
const INVISIBLE_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]+/gu;
/** Most names are ASCII words with single blanks, which need no replacement. */
const PLAIN_NAME = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Normalises a name for the index, for choices and for lookups: it removes invisible characters, trims the ends and
 * keeps one blank between words. A name that is empty after this counts as missing.
 */
export function visibleName(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  return name.replace(/\s+/g, ' ').replace(INVISIBLE_CHARACTERS, '').replace(/ +/g, ' ').trim();
}
