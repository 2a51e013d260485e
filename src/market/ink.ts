/**
 * Characters that show nothing: default-ignorable ones (zero-width, Hangul fillers), other format and control ones,
 * and U+2800.
 */
const WITHOUT_INK = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]+/gu;
/** Most names are such words in ASCII. Nothing of them is replaced. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * A name as it is indexed, offered as a choice and looked for: without characters that show nothing, without blanks around it, and
 * with one blank between words. A name that is empty then is no name.
 */
export function inkOf(name: string): string {
  if (PLAIN.test(name)) return name;
  return name.replace(/\s+/g, ' ').replace(WITHOUT_INK, '').replace(/ +/g, ' ').trim();
}
