import type { Journal } from '../ports/journal.ts';
import type { Pauses, RetriedRefusals } from '../ports/outbox.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import { targetKey, targetOf } from '../routing/notice.ts';

/**
 * Begins the names of the numbers that hold when Crier was removed from a server (epoch ms). The server's id follows.
 */
export const REMOVED = 'removed:';

export interface ForgetServerParts {
  readonly subscriptions: Pick<Subscriptions, 'feedsOf'>;
  readonly settings: Pick<Settings, 'removeFeed'>;
  readonly transactions: SettingsTransactions;
  readonly journal: Pick<Journal, 'forget' | 'removeCheckpoints' | 'savedNumber'>;
  readonly pauses: Pick<Pauses, 'resume'>;
  readonly retriedRefusals: Pick<RetriedRefusals, 'end'>;
}

/**
 * Deletes the feeds of a server that is still removed, then their notices and pauses, and at last the time of the
 * removal. If it fails halfway it can be repeated: delivery drops notices of deleted feeds.
 * @returns the number of deleted feeds
 * @throws NotSaved, NotWritten
 */
export async function forgetServer(
  guildId: string,
  { subscriptions, settings, transactions, journal, pauses, retriedRefusals }: ForgetServerParts,
): Promise<number> {
  const feeds = await transactions.run(`guild:${guildId}`, async () => {
    // The server may have invited Crier again meanwhile.
    if ((await journal.savedNumber(`${REMOVED}${guildId}`)) === null) return [];
    const found = await subscriptions.feedsOf(guildId);
    for (const { id } of found) await settings.removeFeed(id);
    return found;
  });
  for (const ofChannel of Map.groupBy(feeds, (feed) => targetKey(targetOf(feed))).values()) {
    const [feed] = ofChannel;
    if (feed === undefined) continue;
    const target = targetOf(feed);
    await journal.forget(
      target,
      ofChannel.map(({ id }) => id),
    );
    await retriedRefusals.end(target);
    await pauses.resume(target);
  }
  await journal.removeCheckpoints([`${REMOVED}${guildId}`]);
  return feeds.length;
}
