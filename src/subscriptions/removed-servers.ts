import type { Journal } from '../ports/journal.ts';
import type { Pauses, RetriedRefusals } from '../ports/outbox.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import type { Feed } from '../routing/feed.ts';
import { targetKey, targetOf } from '../routing/notice.ts';

/**
 * Begins the names of the numbers that hold when Crier was removed from a server (epoch ms). The server's id follows.
 */
export const REMOVED = 'removed:';
/** Begins the names of the numbers that hold when a greeted server had invited Crier. The server's id follows. */
export const GREETED = 'greeted:';

export interface ForgetServerParts {
  readonly subscriptions: Pick<Subscriptions, 'feedsOf'>;
  readonly settings: Pick<Settings, 'removeFeed'>;
  readonly transactions: SettingsTransactions;
  readonly journal: Pick<Journal, 'forget' | 'removeCheckpoints' | 'savedNumber'>;
  readonly pauses: Pick<Pauses, 'resume'>;
  readonly retriedRefusals: Pick<RetriedRefusals, 'end'>;
}

/**
 * Deletes the feeds of a server that is still removed, their notices and pauses, that it was greeted, and the time of
 * the removal, in one transaction.
 * @returns the number of deleted feeds, or null if the server invited Crier again meanwhile
 * @throws NotSaved, NotWritten
 */
export async function forgetServer(guildId: string, parts: ForgetServerParts): Promise<number | null> {
  const { subscriptions, settings, transactions, journal } = parts;
  const feeds = await transactions.run(`guild:${guildId}`, async () => {
    if ((await journal.savedNumber(`${REMOVED}${guildId}`)) === null) return null;
    const found = await subscriptions.feedsOf(guildId);
    await forgetChannels(found, parts);
    for (const { id } of found) await settings.removeFeed(id);
    await journal.removeCheckpoints([`${GREETED}${guildId}`, `${REMOVED}${guildId}`]);
    return found;
  });
  // These feeds may have received notices meanwhile. Delivery drops those that a crash leaves here.
  if (feeds !== null) await forgetChannels(feeds, parts);
  return feeds?.length ?? null;
}

/** Deletes the notices and the pauses of the channels of feeds. */
async function forgetChannels(
  feeds: readonly Feed[],
  { journal, retriedRefusals, pauses }: ForgetServerParts,
): Promise<void> {
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
}
