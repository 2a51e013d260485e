declare const STORED: unique symbol;

/**
 * A text in the form that PostgreSQL accepts. PostgreSQL rejects NUL, and a lone surrogate would become U+FFFD in
 * transit.
 */
export type StoredText = string & { readonly [STORED]: never };

/**
 * Writes any text so that PostgreSQL keeps all of it. Most texts stay as they are. Different texts stay different, so
 * that a stored text can be compared and used as a key.
 */
export function storedText(text: string): StoredText {
  return text.replace(/[\\\0]|\p{Surrogate}/gu, escapeCharacter) as StoredText;
}

/** @returns the text that was passed to `storedText` */
export function readStoredText(stored: string): string {
  return stored.replace(/\\(?:([\\0])|u([\dA-F]{4}))/g, (_, short: string | undefined, code: string) => {
    if (short === undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return short === '0' ? '\0' : short;
  });
}

function escapeCharacter(character: string): string {
  if (character === '\\') return '\\\\';
  if (character === '\0') return '\\0';
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function storedTextOrNull(text: string | null): StoredText | null {
  return text === null ? null : storedText(text);
}

export function readStoredTextOrNull(stored: string | null): string | null {
  return stored === null ? null : readStoredText(stored);
}
