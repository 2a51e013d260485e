/** The locales that Discord's app supports. */
export const discordLocales: readonly string[] = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'en-GB', 'en-US', 'es-419', 'es-ES', 'fi', 'fr', 'he', 'hi', 'hr', 'hu'],
  ...['id', 'it', 'ja', 'ko', 'lt', 'nl', 'no', 'pl', 'pt-BR', 'ro', 'ru', 'sv-SE', 'th', 'tr', 'uk', 'vi'],
  ...['zh-CN', 'zh-TW'],
];

/**
 * The locales of users and guilds. They include the pseudo-locale, which shows texts that a translation would break.
 */
export const spokenLocales: readonly string[] = [...discordLocales, 'en-XA'];
