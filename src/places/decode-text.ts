/** Byte order marks that name an encoding. */
const MARKED_ENCODINGS = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
] as const;

/** Decodes a text file of an editor or a spreadsheet: UTF-8, UTF-16 with a byte order mark, or Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  const marked = MARKED_ENCODINGS.find(([[first, second]]) => bytes[0] === first && bytes[1] === second);
  if (marked !== undefined) return new TextDecoder(marked[1]).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Every sequence of bytes is valid in Latin-1; Windows writes its superset 1252.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
