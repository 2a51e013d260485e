import { expect, test } from 'vitest';
import { UserError } from '../../../src/discord/command/command.ts';
import { readItem } from '../../../src/discord/command/read-filter.ts';
import { LANGUAGES } from '../../language/spoken.ts';
import { item, marketOf, shop } from '../../market/samples.ts';

test('the refusal of an unknown item says that names are English, only in other languages', () => {
  const market = marketOf(shop(1, { item: item('HOPPER') }));
  const refusal = (tag: string) => {
    const language = LANGUAGES.of(tag);
    try {
      readItem('Trichter', { market, language }, 'listed');
    } catch (error) {
      if (error instanceof UserError) return error.say(language);
    }
    return null;
  };
  expect(refusal('de')).toMatch(/ Gegenstände haben hier englische Namen, etwa `Slime Block`\.$/);
  expect(refusal('en-US')).toMatch(/while you type\.$/);
});
