const [A, Z] = [0x61, 0x7a];

/** Which letters the texts have, as bits: one for each small letter from a to z, the last six for all else. */
export function lettersOf(...texts: readonly string[]): number {
  let letters = 0;
  for (const text of texts) for (let at = 0; at < text.length; at++) letters |= 1 << bitOf(text.charCodeAt(at));
  return letters;
}

function bitOf(code: number): number {
  return code >= A && code <= Z ? code - A : 26 + (code % 6);
}

export function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
