/** A first key further from its brace than this is no key we know. */
const LONGEST = 256;

/**
 * Learns how this body parts its records, such as `},{"id":`, from the first comma between two of them: from the brace
 * that ends one record to the colon after the first key of the next. null: they are no objects, or not seen far enough.
 */
export function learnSeparator(buffer: Buffer, comma: number): Buffer | null {
  let from = comma - 1;
  while (from >= 0 && isSpace(buffer[from])) from -= 1;
  if (String.fromCharCode(buffer[from] ?? 0) !== '}') return null;
  const colon = buffer.indexOf(':', comma);
  if (colon < 0 || colon - from > LONGEST) return null;
  return Buffer.from(buffer.subarray(from, colon + 1));
}

/** The white space of JSON. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
