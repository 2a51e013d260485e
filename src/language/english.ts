import { ALERT } from './english/alert.ts';
import { COMMON } from './english/common.ts';
import { ERROR } from './english/error.ts';
import { FILTER } from './english/filter.ts';
import { HELP } from './english/help.ts';
import { OPTION } from './english/option.ts';
import { REFUSAL } from './english/refusal.ts';

/** Every text that people in Discord read, by key, in ICU MessageFormat. English is the source; the others have the same keys. */
export const ENGLISH = {
  ...COMMON,
  ...HELP,
  ...ALERT,
  ...REFUSAL,
  ...ERROR,
  ...FILTER,
  ...OPTION,
} as const;

export type Texts = typeof ENGLISH;
export type Key = keyof Texts;
