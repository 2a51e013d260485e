import type { Language } from '../../../language/language.ts';
import { button } from '../layout/button.ts';
import { card, type Layout, row, separator, text } from '../layout/layout.ts';
import { COLOURS } from '../layout/theme.ts';

/** To everybody of a server that Crier has joined. */
export function renderGreeting(language: Language): Layout {
  return card(
    COLOURS.neutral,
    text(language.say('greeting.hello')),
    separator(),
    text(language.say('greeting.moderators')),
    row(button(language.say('greeting.button'), 'feed:setup:', { style: 'main' })),
  );
}
