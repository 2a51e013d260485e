/** Longer search texts are cut: nobody means more, and a slow-made one must cost nothing. */
const MAX_QUERY_CHARACTERS = 100;
const MAX_TEXT_CHARACTERS = 200;
const MAX_WORDS = 8;

/** A text as it is compared: letters and digits in lower case; `spaced` begins with a blank and has one between words. */
export interface SearchText {
  readonly spaced: string;
  readonly compact: string;
}

/** `SLIME_BLOCK`, `Slime Block` and `slime-block` are one: ` slime block` and `slimeblock`. Accents do not count. */
export function searchText(text: string): SearchText {
  // Cut again: a single character can become eighteen.
  const plain = text.slice(0, MAX_TEXT_CHARACTERS).normalize('NFKD').slice(0, MAX_TEXT_CHARACTERS).toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return { spaced: words.map((word) => ` ${word}`).join(''), compact: words.join('') };
}

export function searchQuery(text: string): SearchText {
  return searchText(text.slice(0, MAX_QUERY_CHARACTERS));
}

/** How well `text` answers `query`, 0 best: equal, begins so, a word begins so, holds it, holds all its words; null: not at all. */
export function rankOf(text: SearchText, query: SearchText): number | null {
  if (text.compact === query.compact) return 0;
  if (text.compact.startsWith(query.compact)) return 1;
  if (text.spaced.includes(query.spaced)) return 2;
  if (text.compact.includes(query.compact)) return 3;
  const words = query.spaced.split(' ').slice(1, MAX_WORDS + 1);
  return words.length > 1 && words.every((word) => text.spaced.includes(` ${word}`)) ? 4 : null;
}

/** Whether the two differ by a slip or two of the hand (a letter too many, too few, wrong or swapped). */
export function isSlipOf(text: SearchText, query: SearchText): boolean {
  const { compact: a } = text;
  const { compact: b } = query;
  const allowed = b.length < 4 ? 0 : b.length < 8 ? 1 : 2;
  if (a.length > 40 || Math.abs(a.length - b.length) > allowed) return false;
  const far = allowed + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, far));
  for (let row = 1; row <= a.length; row++) {
    const current = new Array<number>(b.length + 1).fill(far);
    current[0] = Math.min(row, far);
    // Cells further from the diagonal can only be too far.
    for (let column = Math.max(1, row - allowed); column <= Math.min(b.length, row + allowed); column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (above[column] ?? far) + 1,
        (current[column - 1] ?? far) + 1,
        (above[column - 1] ?? far) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? far) + 1 : far,
      );
    }
    [before, above] = [above, current];
  }
  return (above[b.length] ?? far) <= allowed;
}
