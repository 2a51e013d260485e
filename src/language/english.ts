import { COMMON } from './english/common.ts';
import { HELP } from './english/help.ts';

/** Every text that people in Discord read, by key, in ICU MessageFormat. English is the source; the others have the same keys. */
export const ENGLISH = {
  ...COMMON,
  ...HELP,
} as const;

export type Texts = typeof ENGLISH;
export type Key = keyof Texts;
