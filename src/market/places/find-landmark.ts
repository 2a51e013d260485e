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
  const [landmark, ...others] = [...texts].flatMap(([each, one]) => (normaliseName(each) === typed ? [one] : []));
  if (landmark && others.length === 0) return { kind: 'found', landmark };
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

/** The texts of each list, which does not change: an autocomplete asks for them at each key. */
const KNOWN_TEXTS = new WeakMap<readonly Landmark[], ReadonlyMap<string, Landmark>>();

/** Returns each landmark by its name, or by its name and place if others have the same name. */
function textsOf(landmarks: readonly Landmark[]): ReadonlyMap<string, Landmark> {
  const texts = KNOWN_TEXTS.get(landmarks) ?? readTexts(landmarks);
  KNOWN_TEXTS.set(landmarks, texts);
  return texts;
}

function readTexts(landmarks: readonly Landmark[]): ReadonlyMap<string, Landmark> {
  const namesakes = Map.groupBy(landmarks, ({ name }) => normaliseName(name));
  const textOf = ({ name, x, z, world }: Landmark) => {
    if (namesakes.get(normaliseName(name))?.length === 1) return name;
    const place = ` (${[x, z, ...(world === null ? [] : [world])].join(' ')})`;
    return fitGraphemes(name, Math.max(0, CHOICE_CHARACTERS - place.length)) + place;
  };
  return new Map(landmarks.map((landmark) => [textOf(landmark), landmark]));
}

function normaliseName(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/g, '');
}
