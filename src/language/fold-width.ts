/**
 * The text with ASCII characters instead of their full-width forms, which Japanese and Chinese keyboards type. Other
 * compatibility characters stay: normalised, `3²` would be 32 and `1½` 11/2.
 */
export function foldWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');
}
