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

/** Every text that Discord users read, by key, in ICU MessageFormat. English is the source of the translations. */
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
  /** Any other argument is finished text: prices and counts in the reader's format, players' text made harmless. */
  readonly ICUArgument: string;
}

type Arguments<K extends Key> = GetICUArgs<Texts[K], ArgumentTypes>;

/** The arguments of a text, read from its English form: a missing or superfluous one does not compile. */
export type ArgumentsOf<K extends Key> = keyof Arguments<K> extends never ? [] : [values: Arguments<K>];

/** A text without arguments, as a command's definition needs it. */
export type PlainKey = { [K in Key]: keyof Arguments<K> extends never ? K : never }[Key];
