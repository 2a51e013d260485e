import type { GetICUArgs } from '@schummar/icu-type-parser';
import { ALERT } from './english/alert.ts';
import { ERROR, REFUSAL } from './english/error.ts';
import { FEED } from './english/feed.ts';
import { HEALTH } from './english/health.ts';
import { GREETING, HELP } from './english/help.ts';
import { FILTER, OPTION, TRIGGER } from './english/option.ts';
import { CHART, DEALS, PRICE } from './english/price.ts';
import { PAINTING, SHOP } from './english/shop.ts';
import { WATCH } from './english/watch.ts';
import { COMMON, ITEM, WORDS } from './english/words.ts';

/** Every text that people in Discord read, by key, in ICU MessageFormat. English is the source; the others have the same keys. */
export const ENGLISH = {
  ...CHART,
  ...COMMON,
  ...WORDS,
  ...FEED,
  ...GREETING,
  ...HELP,
  ...ALERT,
  ...REFUSAL,
  ...ERROR,
  ...ITEM,
  ...FILTER,
  ...OPTION,
  ...TRIGGER,
  ...SHOP,
  ...PRICE,
  ...DEALS,
  ...HEALTH,
  ...PAINTING,
  ...WATCH,
} as const;

export type Texts = typeof ENGLISH;
export type Key = keyof Texts;

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
