import type { ChatInputCommandInteraction } from 'discord.js';
import { CATALOGUES, ownNameOf } from '../../src/language/languages.ts';
import { choice } from '../../src/language/localized.ts';
import type { Feed } from '../../src/routing/feed.ts';

const AUTOMATIC = 'automatic';

/** The choices of `language`: the server's, or one that Crier speaks, each by its own name. */
export const LANGUAGE_CHOICES = [
  choice(AUTOMATIC, 'feed.language.automatic'),
  ...Object.keys(CATALOGUES).map((tag) => ({ value: tag, name: ownNameOf(tag) })),
];

/** @returns the terms of a feed that the option `language`, or `clear: language`, changes */
export function readLanguage(
  { options, guildLocale }: ChatInputCommandInteraction,
  cleared: ReadonlySet<string>,
): Partial<Pick<Feed, 'locale' | 'hasOwnLanguage'>> {
  const chosen = cleared.has('language') ? AUTOMATIC : options.getString('language');
  if (chosen === null) return {};
  if (Object.hasOwn(CATALOGUES, chosen)) return { locale: chosen, hasOwnLanguage: true };
  return { ...(guildLocale !== null && { locale: guildLocale }), hasOwnLanguage: false };
}
