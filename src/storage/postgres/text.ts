declare const STORED: unique symbol;

/** A text as PostgreSQL takes it: it refuses NUL, and a surrogate without its other half would become U+FFFD on the way there. */
export type StoredText = string & { readonly [STORED]: never };

/**
 * Writes any text so that PostgreSQL keeps all of it. Nearly all stay as they are; two that differ never become the same, so that what
 * is written may be compared, and be a key.
 */
export function storedText(text: string): StoredText {
  return text.replace(/[\\\0]|\p{Surrogate}/gu, escaped) as StoredText;
}

/** @returns the text that was given to `storedText` */
export function readText(stored: string): string {
  return stored.replace(/\\(?:([\\0])|u([\dA-F]{4}))/g, (_, short: string | undefined, code: string) => {
    if (short === undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return short === '0' ? '\0' : short;
  });
}

function escaped(character: string): string {
  if (character === '\\') return '\\\\';
  if (character === '\0') return '\\0';
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function storedTextOrNull(text: string | null): StoredText | null {
  return text === null ? null : storedText(text);
}

export function readTextOrNull(stored: string | null): string | null {
  return stored === null ? null : readText(stored);
}
