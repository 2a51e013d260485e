const PREFIX = 'crier-';

/** What was remembered in this browser; null: nothing. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null; // A browser that keeps nothing: each visit is the first.
  }
}

/** Keeps a text over a reload, where the browser keeps anything. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    return; // As above.
  }
}
