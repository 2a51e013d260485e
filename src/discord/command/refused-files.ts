/**
 * How long messages to a channel go without files after Discord refused them. A channel that refuses files costs a 403 each
 * time, and Discord bans an address after 10,000 of them in ten minutes.
 */
export const FILES_REFUSED_MS = 10 * 60_000;

/** The journal's note of when Discord last refused files in a channel, epoch ms. */
export function filesRefusedNote(channelId: string): string {
  return `files-refused:${channelId}`;
}
