const PREFIX = 'crier-';

/** Returns a text that this browser stored, or null. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null; // A browser without storage treats each visit as the first.
  }
}

/** Stores a text in this browser, if it allows that. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    return; // As above.
  }
}
