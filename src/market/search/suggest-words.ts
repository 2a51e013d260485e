import { BestOf } from './best-of.ts';
import { createEditCounter } from './search-text.ts';

/** Discord: a choice's value has at most 100 characters, and an answer at most 25 choices. */
const MAX_CHARACTERS = 100;
const MAX_CHOICES = 25;
const MAX_NEAREST = 3;

/** Those of `words` that hold what was typed, in any case: the equal one, then those that begin so, then the others. */
export function suggestWords(words: Iterable<string>, text: string, limit = MAX_CHOICES): string[] {
  const typed = text.slice(0, MAX_CHARACTERS).trim().toLowerCase();
  const best = new BestOf<{ word: string; rank: number }>(
    limit,
    (a, b) => a.rank - b.rank || a.word.length - b.word.length || (a.word < b.word ? -1 : Number(a.word > b.word)),
  );
  for (const word of words) {
    if (word === '' || word.length > MAX_CHARACTERS) continue;
    const at = word.toLowerCase().indexOf(typed);
    if (at >= 0) best.add({ word, rank: at > 0 ? 2 : Number(word.length !== typed.length) });
  }
  return best.sorted().map(({ word }) => word);
}

/** The three words nearest to one that is none of them: a typo or two off, else those that hold it. */
export function nearestWords(words: Iterable<string>, text: string): string[] {
  const countEdits = createEditCounter({ compact: text.slice(0, MAX_CHARACTERS).toLowerCase() });
  const best = new BestOf<{ word: string; rank: number }>(
    MAX_NEAREST,
    (a, b) => a.rank - b.rank || (a.word < b.word ? -1 : Number(a.word > b.word)),
  );
  for (const word of words) {
    const rank = countEdits({ compact: word.toLowerCase() });
    if (rank !== null) best.add({ word, rank });
  }
  const near = best.sorted().map(({ word }) => word);
  return near.length > 0 ? near : suggestWords(words, text, MAX_NEAREST);
}

/** Completes the last of the enchantments typed: `sharpness>=5, unb` -> `sharpness>=5, unbreaking`. */
export function suggestLastWord(words: Iterable<string>, text: string): string[] {
  const typed = text.slice(0, MAX_CHARACTERS);
  const cut = typed.lastIndexOf(',') + 1;
  const before = cut === 0 ? '' : `${typed.slice(0, cut)} `;
  const last = typed.slice(cut).trim();
  // With its level it is whole, however that is written.
  const completed = /[=<>]|\s(?:\d+|[ivx]+)$/i.test(last) ? [last] : suggestWords(words, last.replaceAll(' ', '_'));
  return completed.map((word) => `${before}${word}`).filter((choice) => choice.length <= MAX_CHARACTERS);
}
