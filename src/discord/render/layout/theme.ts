/** The accent colours of containers and embeds; the words always say the same. */
export const COLOURS = {
  neutral: 0x5b6ee1,
  good: 0x3ba55d,
  warning: 0xe0a526,
  bad: 0xd9534f,
} as const;
