import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';

/** `… and 12 more`: what a list has no room for, as `fitList` asks. */
export function andMore(language: Language): (left: number) => string {
  return (left) => language.say('common.more', { count: whole(left, language) });
}
