import { updateOrReply, visibility } from '../../src/discord/command/answer.ts';
import {
  type ActionInteraction,
  type Command,
  type CommandContext,
  OLD_BUTTON,
  UserError,
} from '../../src/discord/command/command.ts';
import { timeIn } from '../../src/discord/command/read-quiet.ts';
import { renderWeekly } from '../../src/discord/render/answer/weekly.ts';
import type { Layout } from '../../src/discord/render/layout.ts';
import { zoneName } from '../../src/discord/render/words/describe.ts';
import { formatRefusal } from '../../src/discord/render/words/refusal.ts';
import type { Language } from '../../src/language/language.ts';
import type { Person } from '../../src/routing/person.ts';
import { isTimeZone } from '../../src/routing/quiet.ts';
import { changePerson } from '../../src/subscriptions/person-changes.ts';

/** The zones of a menu, from west to east: at most 25, of most players. Others come from the quiet hours. */
const ZONES = [
  ...['Pacific/Honolulu', 'America/Los_Angeles', 'America/Denver', 'America/Chicago', 'America/New_York'],
  ...['America/Halifax', 'America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'UTC', 'Europe/London'],
  ...['Europe/Lisbon', 'Europe/Berlin', 'Europe/Paris', 'Europe/Madrid', 'Europe/Rome', 'Europe/Amsterdam'],
  ...['Europe/Warsaw', 'Europe/Kyiv', 'Europe/Istanbul', 'Europe/Moscow', 'Asia/Kolkata', 'Asia/Shanghai'],
  ...['Asia/Tokyo', 'Asia/Seoul', 'Australia/Sydney'],
];

/**
 * The buttons of the weekly message. *on* and *off* stand under a report, the others under the answer to one of these
 * buttons or under the weekly message.
 */
export const weeklyActions = {
  async weekly(interaction, argument, context) {
    switch (argument) {
      case 'on':
      case 'off':
        await interaction.deferReply(visibility(true));
        await interaction.editReply(await (argument === 'on' ? order : end)(interaction, context));
        return;
      case 'end':
        return updateOrReply(interaction, () => end(interaction, context));
      case 'zone': {
        const [timeZone] = interaction.isStringSelectMenu() ? interaction.values : [];
        if (timeZone === undefined || !isTimeZone(timeZone)) throw new UserError(OLD_BUTTON);
        return updateOrReply(interaction, () => order(interaction, context, timeZone));
      }
      default:
        throw new UserError(OLD_BUTTON);
    }
  },
} satisfies Command['actions'];

/** Orders the message, or changes its time zone. A second order begins no new one. */
async function order({ user, locale }: ActionInteraction, context: CommandContext, chosen?: string): Promise<Layout> {
  const person = await changePerson(user.id, context, (before) => {
    if (before.player === undefined) throw new UserError((language) => language.say('me.no-name'));
    const { weekly, quiet } = before;
    const timeZone = chosen ?? weekly?.timeZone ?? quiet?.timeZone ?? 'UTC';
    return { ...before, weekly: { timeZone, since: weekly?.since ?? context.now(), locale } };
  });
  await context.openDirectMessages(user.id);
  return render(person, locale, context);
}

async function end({ user, locale }: ActionInteraction, context: CommandContext): Promise<Layout> {
  const person = await changePerson(user.id, context, ({ weekly: _, ...kept }) => kept);
  return render(person, locale, context);
}

async function render(person: Person, locale: string, context: CommandContext): Promise<Layout> {
  const language = context.languages.of(locale);
  const code = await context.pauseCodeOf({ kind: 'user', id: person.id });
  const why = code === null ? null : formatRefusal(code, language, 'user');
  const refused = why === null ? null : language.say('watch.refused', { why });
  return renderWeekly({ person, zones: zonesNow(context.now(), language), refused, now: context.now() }, language);
}

function zonesNow(now: number, language: Language) {
  return ZONES.map((zone) => ({
    value: zone,
    label: language.say('option.zone-now', { zone: zoneName(zone), time: timeIn(zone, now) }),
  }));
}
