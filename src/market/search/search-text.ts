/** Longer search texts are cut: nobody means more, and a slow-made one must cost nothing. */
const MAX_QUERY_CHARACTERS = 100;
const MAX_TEXT_CHARACTERS = 200;
export const MAX_WORDS = 8;
/** No item of the game has a longer name. */
export const MAX_EDIT_CHARACTERS = 40;

/** A text as it is compared: letters and digits in lower case; `spaced` begins with a blank and has one between words. */
export interface SearchText {
  readonly spaced: string;
  readonly compact: string;
}

/**
 * `SLIME_BLOCK`, `Slime Block` and `slime-block` are one: ` slime block` and `slimeblock`. Accents do not count, nor whether an i of
 * Turkish has its dot.
 */
export function searchText(text: string): SearchText {
  // Cut again: a single character can become eighteen.
  const plain = text
    .slice(0, MAX_TEXT_CHARACTERS)
    .normalize('NFKD')
    .slice(0, MAX_TEXT_CHARACTERS)
    .toLowerCase()
    .replaceAll('ı', 'i');
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

/** How much worse a text answers a query whose words stand in another form, such as the plural. */
const OTHER_FORM = 0.25;

/**
 * Ranks texts by how well they answer a query in any of its forms, 0 best: equal, begins so, a word begins so, holds it, holds all
 * its words. The rank is null for a text that does not answer.
 * @param forms the query, then its other forms
 */
export function createRank(forms: readonly SearchText[]): (text: SearchText) => number | null {
  const ranks = forms.map(createFormRank);
  return (text) => {
    if (text.compact === '') return null;
    let best: number | null = null;
    for (let at = 0; at < ranks.length; at++) {
      const rank = ranks[at]?.(text) ?? null;
      const worse = at === 0 ? 0 : OTHER_FORM;
      if (rank !== null && (best === null || rank + worse < best)) best = rank + worse;
    }
    return best;
  };
}

function createFormRank(query: SearchText): (text: SearchText) => number | null {
  const words = searchWords(query).map((word) => ` ${word}`);
  return ({ compact, spaced }) => {
    if (compact === query.compact) return 0;
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

/** A word of so many letters at least is compared with the words of a query one by one. */
export const MIN_SLIP_CHARACTERS = 5;
/** How much worse a text answers in which one word alone is a slip off than one that is so as a whole. */
export const WORD_SLIP = 0.5;

/**
 * Counts the slips by which a text differs from a query, as a whole or in one of the query's words while a word of the text begins
 * with each other one. The count is null for a text that is further off.
 */
export function createSlipCounter(query: SearchText): (text: SearchText) => number | null {
  const countEdits = createEditCounter(query);
  const words = searchWords(query).map((word) => ({ word, countEdits: createEditCounter({ compact: word }) }));
  return (text) => {
    const whole = countEdits(text);
    let best: number | null = whole;
    for (const [at, { word, countEdits: countInWord }] of words.entries()) {
      if (!words.every((other, place) => place === at || text.spaced.includes(` ${other.word}`))) continue;
      for (const known of slipWordsOf(text)) {
        const edits = known.startsWith(word) ? null : countInWord({ compact: known });
        if (edits !== null && (best === null || edits + WORD_SLIP < best)) best = edits + WORD_SLIP;
      }
    }
    return best;
  };
}

/** The words of a text that are long enough to be recognised in spite of a slip. */
export function slipWordsOf({ spaced }: SearchText): readonly string[] {
  return spaced.split(' ').filter(({ length }) => length >= MIN_SLIP_CHARACTERS && length <= MAX_EDIT_CHARACTERS);
}
