/** The message flags that play a part here, by Discord's numbers. */
export const messageFlags = {
  suppressEmbeds: 4,
  ephemeral: 64,
  loading: 128,
  silent: 4_096,
  componentsV2: 32_768,
} as const;
