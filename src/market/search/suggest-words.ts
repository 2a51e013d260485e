import { createEditCounter } from './search-text.ts';
import { Shortlist } from './shortlist.ts';

/** Discord: a choice's value has at most 100 characters, and an answer at most 25 choices. */
const MAX_CHARACTERS = 100;
export const MAX_CHOICES = 25;
export const MAX_NEAREST = 3;

/** What is looked for where somebody typed the text: in lower case. */
export function searchedWord(text: string): string {
  return text.slice(0, MAX_CHARACTERS).trim().toLowerCase();
}

/** Whether the word can be a choice. */
export function isSuggested(word: string): boolean {
  return word !== '' && word.length <= MAX_CHARACTERS;
}

/** How well the word, and what it is in lower case, answers what was typed: it is that, begins so, holds it; null: not at all. */
export function rankOfWord(word: string, lower: string, typed: string): number | null {
  const at = lower.indexOf(typed);
  if (at < 0) return null;
  return at > 0 ? 2 : Number(word.length !== typed.length);
}

export function alphabetical(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export function shorterFirst(a: string, b: string): number {
  return a.length - b.length || alphabetical(a, b);
}

/** Those of `words` that hold what was typed, in any case: the equal one, then those that begin so, then the others. */
export function suggestWords(words: Iterable<string>, text: string, limit = MAX_CHOICES): string[] {
  const typed = searchedWord(text);
  const best = new Shortlist(limit, shorterFirst);
  for (const word of words) {
    const rank = isSuggested(word) ? rankOfWord(word, word.toLowerCase(), typed) : null;
    if (rank !== null) best.add(word, rank);
  }
  return best.entries;
}

/** The three words nearest to one that is none of them: a typo or two off, else those that hold it. */
export function nearestWords(words: Iterable<string>, text: string): string[] {
  const countEdits = createEditCounter({ compact: searchedWord(text) });
  const best = new Shortlist(MAX_NEAREST, alphabetical);
  for (const word of words) {
    const edits = countEdits({ compact: word.toLowerCase() });
    if (edits !== null) best.add(word, edits);
  }
  return best.entries.length > 0 ? best.entries : suggestWords(words, text, MAX_NEAREST);
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
