import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { code } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import { LANGUAGE_CHOICES } from '../../src/language/languages.ts';
import type { OwnSettings, Person } from '../../src/routing/person.ts';
import { changePerson } from '../../src/subscriptions/person-changes.ts';

/** The settings that an answer names, each by the word that a command has for it. */
const NAMED_PARTS = { player: 'name', home: 'home', language: 'language', quiet: 'quiet', weekly: 'weekly' } as const;

type SettingPart = keyof typeof NAMED_PARTS;

const SETTING_PARTS = Object.keys(NAMED_PARTS) as SettingPart[];

/** Returns the names of the settings that a user has. */
export function settingNames(person: Person): readonly string[] {
  return SETTING_PARTS.filter((part) => person[part] != null).map((part) => NAMED_PARTS[part]);
}

/** Names of settings of a file: those that were taken, and those that stay because the user has others. */
interface Restored {
  readonly taken: readonly string[];
  readonly kept: readonly string[];
}

/**
 * Takes the settings of a file that the user has not set, because the file may be another user's.
 * @returns null if they are invalid
 */
export async function restoreOwnSettings(
  interaction: ChatInputCommandInteraction,
  me: OwnSettings | 'unreadable',
  context: CommandContext,
): Promise<Restored | null> {
  if (me === 'unreadable' || !isSpoken(me.language)) return null;
  // The week before the import is not the file's: the user may have had its message.
  const weekly = me.weekly && { ...me.weekly, since: context.now(), locale: interaction.locale };
  const given = { ...me, ...(weekly && { weekly }) };
  let restored: Restored = { taken: [], kept: [] };
  const person = await changePerson(interaction.user.id, context, (before) => {
    const isTaken = (part: SettingPart) => given[part] != null && before[part] == null;
    const isKept = (part: SettingPart) =>
      given[part] != null && before[part] != null && !isSameSetting(part, given, before);
    restored = {
      taken: SETTING_PARTS.filter(isTaken).map((part) => NAMED_PARTS[part]),
      kept: SETTING_PARTS.filter(isKept).map((part) => NAMED_PARTS[part]),
    };
    return { ...before, ...Object.fromEntries(SETTING_PARTS.filter(isTaken).map((part) => [part, given[part]])) };
  });
  if (restored.taken.includes(NAMED_PARTS.weekly)) await context.openDirectMessages(interaction.user.id);
  context.ownLanguages.change(interaction, person.language ?? null);
  return restored;
}

function isSpoken(language: string | undefined): boolean {
  return language === undefined || LANGUAGE_CHOICES.some(({ value }) => value === language);
}

/** Whether both have the same setting. Two orders of the weekly message differ only by their time zone. */
function isSameSetting(part: SettingPart, one: OwnSettings, other: Person): boolean {
  if (part === 'weekly') return one.weekly?.timeZone === other.weekly?.timeZone;
  return isDeepStrictEqual(one[part], other[part]);
}

/** Formats the result of an import of settings. */
export function formatOwnSettings(restored: Restored | null, language: Language): readonly string[] {
  if (restored === null) return [language.say('watch.me-refused')];
  const line = (names: readonly string[], key: 'watch.imported-me' | 'watch.kept-me') =>
    names.length === 0 ? [] : [language.say(key, { names: names.map(code).join(', ') })];
  return [...line(restored.taken, 'watch.imported-me'), ...line(restored.kept, 'watch.kept-me')];
}
