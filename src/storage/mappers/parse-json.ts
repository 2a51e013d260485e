/** Parses JSON, or returns undefined if the text is invalid. No JSON text has that value. */
export function parseJsonOrUndefined<T = unknown>(text: string): T | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
