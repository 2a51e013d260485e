/** Longer search texts are cut. No user needs them, and an abusive one must not cost time. */
const MAX_QUERY_CHARACTERS = 100;
const MAX_TEXT_CHARACTERS = 200;
export const MAX_QUERY_WORDS = 8;
/** No item of the game has a longer name. */
export const MAX_EDIT_CHARACTERS = 40;

/** A normalised text for comparison: letters and digits in lower case. */
export interface SearchText {
  /** Each word after a blank. */
  readonly spaced: string;
  /** All words without blanks. */
  readonly compact: string;
}

/**
 * Normalises a text: `SLIME_BLOCK`, `Slime Block` and `slime-block` all become ` slime block` and `slimeblock`. Accents
 * and the Turkish dotless i are ignored.
 */
export function searchText(text: string): SearchText {
  // Cut again, because NFKD can turn a single character into eighteen.
  const plain = text
    .slice(0, MAX_TEXT_CHARACTERS)
    .normalize('NFKD')
    .slice(0, MAX_TEXT_CHARACTERS)
    .toLowerCase()
    .replaceAll('ı', 'i');
  // NFKD has separated the accents, which would split words.
  const words = plain.replace(/\p{M}+/gu, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return { spaced: words.map((word) => ` ${word}`).join(''), compact: words.join('') };
}

export function searchQuery(text: string): SearchText {
  return searchText(text.slice(0, MAX_QUERY_CHARACTERS));
}

/** Returns the first eight words; further ones do not narrow the search. */
export function searchWords({ spaced }: SearchText): readonly string[] {
  return spaced.split(' ').slice(1, MAX_QUERY_WORDS + 1);
}

/** Penalty of a match by another form of a word, such as the plural. */
const OTHER_FORM_PENALTY = 0.25;

/**
 * Ranks texts by how well they match a query in any of its forms, from 0: equal, same beginning, a word with that
 * beginning, contained, all words contained. The rank is null without a match.
 * @param forms the query, then its other forms
 */
export function createRanker(forms: readonly SearchText[]): (text: SearchText) => number | null {
  const ranks = forms.map(createFormRanker);
  return (text) => {
    if (text.compact === '') return null;
    let best: number | null = null;
    for (let at = 0; at < ranks.length; at++) {
      const rank = ranks[at]?.(text) ?? null;
      const worse = at === 0 ? 0 : OTHER_FORM_PENALTY;
      if (rank !== null && (best === null || rank + worse < best)) best = rank + worse;
    }
    return best;
  };
}

function createFormRanker(query: SearchText): (text: SearchText) => number | null {
  const words = searchWords(query).map((word) => ` ${word}`);
  return ({ compact, spaced }) => {
    if (compact === query.compact) return 0;
    if (compact.startsWith(query.compact)) return 1;
    if (spaced.includes(query.spaced)) return 2;
    if (compact.includes(query.compact)) return 3;
    return words.length > 1 && words.every((word) => spaced.includes(word)) ? 4 : null;
  };
}

/** Returns the number of edits allowed for a query of this length. */
export function editsAllowed({ compact }: Pick<SearchText, 'compact'>): number {
  return compact.length < 4 ? 0 : compact.length < 8 ? 1 : 2;
}

/**
 * Counts the Damerau-Levenshtein edits between a text and `query`: inserted, deleted, replaced or swapped letters. The
 * count is null above `allowed`, by default one or two edits, depending on the query's length.
 */
export function createEditCounter(
  { compact: query }: Pick<SearchText, 'compact'>,
  allowed = editsAllowed({ compact: query }),
) {
  const far = allowed + 1;
  // Allocated once, not for each of thousands of texts.
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
      // Cells further from the diagonal exceed the limit anyway.
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
      // A swap spans one row, not two.
      if (least > allowed && leastAbove > allowed) return null;
      leastAbove = least;
      [before, above, current] = [above, current, before];
    }
    const edits = above[query.length] ?? far;
    return edits <= allowed ? edits : null;
  };
}

/** Minimum length of a word that tolerates typos. */
export const MIN_TYPO_WORD_CHARACTERS = 5;
/** Penalty of a text with a typo in a single word, compared with one that is similar as a whole. */
export const WORD_TYPO_PENALTY = 0.5;

/**
 * Counts the typos between a text and a query. They may be anywhere in the text, or in one word of the query if each
 * other word of the query begins a word of the text. The count is null if there are too many.
 */
export function createTypoCounter(query: SearchText): (text: SearchText) => number | null {
  const countEdits = createEditCounter(query);
  const words = searchWords(query).map((word) => ({ word, countEdits: createEditCounter({ compact: word }) }));
  return (text) => {
    const whole = countEdits(text);
    let best: number | null = whole;
    for (const [at, { word, countEdits: countInWord }] of words.entries()) {
      if (!words.every((other, place) => place === at || text.spaced.includes(` ${other.word}`))) continue;
      for (const known of typoWordsOf(text)) {
        const edits = known.startsWith(word) ? null : countInWord({ compact: known });
        if (edits !== null && (best === null || edits + WORD_TYPO_PENALTY < best)) best = edits + WORD_TYPO_PENALTY;
      }
    }
    return best;
  };
}

/** Returns the words of a text that are long enough to tolerate a typo. */
export function typoWordsOf({ spaced }: SearchText): readonly string[] {
  return spaced.split(' ').filter(({ length }) => length >= MIN_TYPO_WORD_CHARACTERS && length <= MAX_EDIT_CHARACTERS);
}
