import type { GetICUArgs } from '@schummar/icu-type-parser';
import type { Key, Texts } from './english.ts';

interface ArgumentTypes {
  /** A plural is chosen by the number; it is written as a count in the reader's format where the text says `#`. */
  readonly ICUNumberArgument: number;
  /** All else is finished text: prices and counts come from the functions for numbers, players' text is made harmless. */
  readonly ICUArgument: string;
}

type Arguments<K extends Key> = GetICUArgs<Texts[K], ArgumentTypes>;

/** What a text takes besides its key, read from the English text: a missing or superfluous argument does not compile. */
export type ArgumentsOf<K extends Key> = keyof Arguments<K> extends never ? [] : [values: Arguments<K>];

/** A text without arguments: what a command's definition may hold. */
export type PlainKey = { [K in Key]: keyof Arguments<K> extends never ? K : never }[Key];
