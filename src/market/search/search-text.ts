/** Longer search texts are cut: nobody means more, and a slow-made one must cost nothing. */
const MAX_QUERY_CHARACTERS = 100;
const MAX_TEXT_CHARACTERS = 200;
const MAX_WORDS = 8;
/** No item of the game has a longer name. */
export const MAX_EDIT_CHARACTERS = 40;

/** A text as it is compared: letters and digits in lower case; `spaced` begins with a blank and has one between words. */
export interface SearchText {
  readonly spaced: string;
  readonly compact: string;
}

/** `SLIME_BLOCK`, `Slime Block` and `slime-block` are one: ` slime block` and `slimeblock`. Accents do not count. */
export function searchText(text: string): SearchText {
  // Cut again: a single character can become eighteen.
  const plain = text.slice(0, MAX_TEXT_CHARACTERS).normalize('NFKD').slice(0, MAX_TEXT_CHARACTERS).toLowerCase();
  // An accent stands alone now, and would part a word.
  const words = plain.replace(/\p{M}+/gu, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return { spaced: words.map((word) => ` ${word}`).join(''), compact: words.join('') };
}

export function searchQuery(text: string): SearchText {
  return searchText(text.slice(0, MAX_QUERY_CHARACTERS));
}

/** The first eight of its words: more than these need not be held. */
export function searchWords({ spaced }: SearchText): readonly string[] {
  return spaced.split(' ').slice(1, MAX_WORDS + 1);
}

/**
 * Tells how well a text answers `query`, 0 best: equal, begins so, a word begins so, holds it, holds all its words; null: not at
 * all.
 */
export function createRank(query: SearchText): (text: SearchText) => number | null {
  const words = searchWords(query).map((word) => ` ${word}`);
  return ({ compact, spaced }) => {
    if (compact === '') return null;
    if (compact === query.compact) return 0;
    // Who types `diamonds` means the diamond, not the diamond sword.
    if (compact.length + 1 === query.compact.length && `${compact}s` === query.compact) return 0.25;
    if (compact.startsWith(query.compact)) return 1;
    if (spaced.includes(query.spaced)) return 2;
    if (compact.includes(query.compact)) return 3;
    return words.length > 1 && words.every((word) => spaced.includes(word)) ? 4 : null;
  };
}

/** How many edits off a query of so many letters a text may be. */
export function editsAllowed({ compact }: Pick<SearchText, 'compact'>): number {
  return compact.length < 4 ? 0 : compact.length < 8 ? 1 : 2;
}

/**
 * Counts the edits by which a text differs from `query` (Damerau and Levenshtein), each a letter too many, too few, wrong
 * or swapped; null: more than one or two, as its length allows.
 */
export function createEditCounter({ compact: query }: Pick<SearchText, 'compact'>) {
  const allowed = editsAllowed({ compact: query });
  const far = allowed + 1;
  // Made once, not for each of the thousands of texts of a catalogue.
  let before = new Uint8Array(query.length + 1);
  let above = new Uint8Array(query.length + 1);
  let current = new Uint8Array(query.length + 1);

  return ({ compact: text }: Pick<SearchText, 'compact'>): number | null => {
    if (text.length > MAX_EDIT_CHARACTERS || Math.abs(text.length - query.length) > allowed) return null;
    for (let column = 0; column <= query.length; column++) above[column] = Math.min(column, far);
    let leastAbove = 0;
    for (let row = 1; row <= text.length; row++) {
      let least = Math.min(row, far);
      current.fill(far)[0] = least;
      // Cells further from the diagonal can only be too far.
      for (let column = Math.max(1, row - allowed); column <= Math.min(query.length, row + allowed); column++) {
        const same = text[row - 1] === query[column - 1];
        const swapped =
          row > 1 && column > 1 && text[row - 1] === query[column - 2] && text[row - 2] === query[column - 1];
        const cell = Math.min(
          (above[column] ?? far) + 1,
          (current[column - 1] ?? far) + 1,
          (above[column - 1] ?? far) + (same ? 0 : 1),
          swapped ? (before[column - 2] ?? far) + 1 : far,
        );
        current[column] = cell;
        least = Math.min(least, cell);
      }
      // A swap reaches over one row, not over two.
      if (least > allowed && leastAbove > allowed) return null;
      leastAbove = least;
      [before, above, current] = [above, current, before];
    }
    const edits = above[query.length] ?? far;
    return edits <= allowed ? edits : null;
  };
}
