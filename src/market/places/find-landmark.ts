import { fitGraphemes } from '../item/fit-graphemes.ts';
import { CHOICE_CHARACTERS, fitsChoice, MOST_CHOICES, nearestWords, suggestWords } from '../search/suggest-words.ts';
import type { Landmark } from './landmark.ts';

/** `several`: all landmarks with the typed name. `unknown`: all landmarks with the nearest names. */
export type FoundLandmark =
  | { readonly kind: 'found'; readonly landmark: Landmark }
  | { readonly kind: 'several' | 'unknown'; readonly guesses: readonly string[] };

/** Suggests landmarks whose names contain the typed text, as texts that `findLandmark` finds again. */
export function suggestLandmarks(landmarks: readonly Landmark[], text: string): string[] {
  return suggestWords(textsOf(landmarks).keys(), text);
}

/** Finds a landmark by its name, in any case and without regard to spaces, or by a suggested text. */
export function findLandmark(landmarks: readonly Landmark[], text: string): FoundLandmark {
  const texts = textsOf(landmarks);
  const typed = normaliseName(text);
  for (const [each, landmark] of texts) if (normaliseName(each) === typed) return { kind: 'found', landmark };
  const textsNamed = (wanted: string) =>
    [...texts].flatMap(([each, { name }]) => (normaliseName(name) === wanted ? [each] : []));
  const guess = (guesses: readonly string[]) => guesses.filter(fitsChoice).slice(0, MOST_CHOICES);
  const namesakes = textsNamed(typed);
  if (namesakes.length > 0) return { kind: 'several', guesses: guess(namesakes) };
  // A place would count as typos of the name.
  const names = new Set(nearestWords(new Set(landmarks.map(({ name }) => name)), text).map(normaliseName));
  const guesses = [...names].flatMap(textsNamed);
  return { kind: 'unknown', guesses: guess(guesses.length > 0 ? guesses : nearestWords(texts.keys(), text)) };
}

/** Leaves half of a choice to the name. */
const PLACE_CHARACTERS = 50;
/** The texts of each list, which does not change: an autocomplete asks for them at each key. */
const KNOWN_TEXTS = new WeakMap<readonly Landmark[], ReadonlyMap<string, Landmark>>();

/**
 * Returns each landmark by its name, or by its name and place if others have the same name. No two texts differ in case
 * or blanks alone.
 */
function textsOf(landmarks: readonly Landmark[]): ReadonlyMap<string, Landmark> {
  const texts = KNOWN_TEXTS.get(landmarks) ?? readTexts(landmarks);
  KNOWN_TEXTS.set(landmarks, texts);
  return texts;
}

function readTexts(landmarks: readonly Landmark[]): ReadonlyMap<string, Landmark> {
  const byName = Map.groupBy(landmarks, ({ name }) => normaliseName(name));
  // Another landmark can be called “Spawn (0 0)”.
  const taken = new Set(byName.keys());
  /** The last number of landmarks at one place whose names differ in case, in blanks, or where they are cut. */
  const numbers = new Map<string, number>();
  const textOf = ({ name, x, z, world }: Landmark) => {
    if (byName.get(normaliseName(name))?.length === 1) return name;
    const place = ` (${fitGraphemes([x, z, ...(world === null ? [] : [world])].join(' '), PLACE_CHARACTERS)})`;
    const withEnd = (end: string) => fitGraphemes(name, CHOICE_CHARACTERS - end.length) + end;
    const plain = normaliseName(withEnd(place));
    for (let number = (numbers.get(plain) ?? 0) + 1; ; number += 1) {
      const text = withEnd(number === 1 ? place : `${place} #${number}`);
      if (taken.has(normaliseName(text))) continue;
      taken.add(normaliseName(text));
      numbers.set(plain, number);
      return text;
    }
  };
  return new Map(landmarks.map((landmark) => [textOf(landmark), landmark]));
}

function normaliseName(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/g, '');
}
