import type { ItemNames } from '../language/language.ts';

/** Tells what a type is called in all of the languages, each name once. */
export function createOtherNames(languages: Iterable<ItemNames>): (type: string) => readonly string[] {
  const all = [...languages];
  return (type) => [...new Set(all.flatMap((names) => names.type(type) ?? []))];
}
