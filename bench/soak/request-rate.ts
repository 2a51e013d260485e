import type { LocalDiscord } from '../../sandbox/discord/discord.ts';

/** Requests that do not count towards Discord's limit of 50 per second. */
const UNCOUNTED = /^\/(interactions|webhooks)\//;
const SECOND_MS = 1_000;

/** Counts the bot's requests within a second, by the clock of the local Discord. */
export function watchRequestRate({ events }: LocalDiscord): { mostInASecond(): number } {
  const within: number[] = [];
  events.on('request', ({ path, atMs }) => {
    if (UNCOUNTED.test(path)) return;
    // The requests are reported in the order of their answers.
    let at = within.length;
    while (at > 0 && (within[at - 1] ?? 0) > atMs) at -= 1;
    within.splice(at, 0, atMs);
  });
  return {
    mostInASecond() {
      let most = 0;
      let from = 0;
      for (const [to, atMs] of within.entries()) {
        while (atMs - (within[from] ?? 0) >= SECOND_MS) from += 1;
        most = Math.max(most, to - from + 1);
      }
      return most;
    },
  };
}
