import type { Checkpoints } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import { type ForgetServerParts, forgetServer, REMOVED } from '../subscriptions/removed-servers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts';
import type { Job } from './job.ts';

export interface RemovedServersParts extends ForgetServerParts {
  readonly journal: ForgetServerParts['journal'] & Pick<Checkpoints, 'savedNumbers'>;
  /** Asks Discord whether the bot is in a server. Resolves with true if Discord does not answer. */
  readonly isInServer: (guildId: string) => Promise<boolean>;
  /** Days after a removal for which a server's feeds are kept. */
  readonly keepRemovedDays: number;
  /** In epoch ms. */
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Deletes the feeds of servers that removed Crier long ago. Discord is asked once more, so that no lost event of the
 * gateway deletes feeds.
 */
export function createRemovedServersJob(parts: RemovedServersParts): Job {
  const { journal, isInServer, keepRemovedDays, now, log } = parts;
  return {
    name: 'removed servers',
    // The gateway first finds the servers that invited Crier again while it was off.
    firstAfterMs: 5 * MINUTE_MS,
    everyMs: HOUR_MS,
    retryAfterMs: HOUR_MS,
    async run() {
      for (const [guildId, at] of await journal.savedNumbers(REMOVED)) {
        if (now() - at < keepRemovedDays * DAY_MS || (await isInServer(guildId))) continue;
        const feeds = await forgetServer(guildId, parts);
        if (feeds === null) continue;
        log.info({ guild: guildId, feeds, days: keepRemovedDays }, 'Feeds of a server deleted: it removed Crier');
      }
    },
  };
}
