import { type APIButtonComponent, type APISelectMenuOption, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { Person } from '../../../routing/person.ts';
import { nextWeekly } from '../../../routing/weekly.ts';
import { button, COLOURS, card, type Layout, row, text } from '../layout.ts';
import { zoneName } from '../words/describe.ts';
import { stamp } from '../words/text.ts';

/** Returns the button under a report that orders the weekly message, or ends it. */
export function weeklyButton({ weekly }: Pick<Person, 'weekly'>, language: Language): APIButtonComponent {
  return weekly === undefined
    ? button(language.say('weekly.button-on'), 'my-shops:weekly:on')
    : button(language.say('weekly.button-off'), 'my-shops:weekly:off');
}

interface WeeklyAnswer {
  readonly person: Person;
  /** Time zones to choose from. */
  readonly zones: readonly APISelectMenuOption[];
  /** Why Discord refuses messages to the user, as a sentence, or null. */
  readonly refused: string | null;
  readonly now: number;
}

/** Renders when the weekly message comes, or that it is off. */
export function renderWeekly({ person, zones, refused, now }: WeeklyAnswer, language: Language): Layout {
  const { weekly, quiet } = person;
  if (weekly === undefined) {
    return card(COLOURS.neutral, text(language.say('weekly.off')), row(weeklyButton(person, language)));
  }
  const { timeZone } = weekly;
  const isOfQuiet = quiet?.timeZone === timeZone;
  const zone = zoneName(timeZone);
  const placeholder = language.say('weekly.choose-zone');
  return card(
    refused === null ? COLOURS.good : COLOURS.warning,
    text(
      language.say('weekly.on', { when: stamp(nextWeekly(timeZone, now), 'f') }),
      language.say(isOfQuiet ? 'weekly.zone-of-quiet' : 'weekly.zone', { zone }),
      refused,
      `-# ${language.say('weekly.zone-missing')}`,
    ),
    row({ type: ComponentType.StringSelect, custom_id: 'my-shops:weekly:zone', placeholder, options: [...zones] }),
    row(button(language.say('weekly.button-off'), 'my-shops:weekly:end')),
  );
}
