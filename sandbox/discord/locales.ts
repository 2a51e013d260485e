/** The languages that Discord's app speaks, by its codes. */
export const discordLocales: readonly string[] = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'en-GB', 'en-US', 'es-419', 'es-ES', 'fi', 'fr', 'he', 'hi', 'hr', 'hu'],
  ...['id', 'it', 'ja', 'ko', 'lt', 'nl', 'no', 'pl', 'pt-BR', 'ro', 'ru', 'sv-SE', 'th', 'tr', 'uk', 'vi'],
  ...['zh-CN', 'zh-TW'],
];

/** What a person or a server may have here: also the pseudo-language, which shows what a translation would break. */
export const spokenLocales: readonly string[] = [...discordLocales, 'en-XA'];
