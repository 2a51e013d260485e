import type { Outbox, Pause, Pauses } from '../ports/outbox.ts';
import type { SettingsTransactions } from '../ports/settings.ts';
import type { Feed } from '../routing/feed.ts';
import type { FeedPlace, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';

interface PauseParts {
  readonly paused: Pick<Pauses, 'codeOf' | 'pause'>;
  readonly journal: Pick<Outbox, 'enqueue'>;
  readonly transactions: SettingsTransactions;
  /** Returns a feed's channel and server by the gateway's data, or null if no gateway of this process has it. */
  readonly placeOf?: (feed: Feed) => FeedPlace | null;
  /** Called for targets with new notices. */
  readonly wake: (targets: readonly Target[]) => void;
}

/**
 * Pauses a target that Discord rejects for good, and notifies the makers of the feeds in a channel. Both are one
 * transaction, so that another process with the same rejection notifies nobody again. Rejects if the transaction fails.
 */
export async function pauseRefused(
  pause: Pause,
  subscriptions: readonly (Feed | Watch)[],
  { paused, journal, transactions, placeOf, wake }: PauseParts,
): Promise<void> {
  const feeds = subscriptions.filter((one) => one.type === 'feed');
  const makers = new Set(feeds.map(({ makerId }) => makerId));
  const [feed] = feeds;
  const place = feed === undefined ? null : (placeOf?.(feed) ?? null);
  const cause = {
    ...{ kind: 'feeds-paused' as const, at: pause.at, channelId: pause.target.id, code: pause.code },
    ...(feed !== undefined && { locale: feed.locale }),
    ...(place !== null && { place }),
  };
  const notices = [...makers].map((id) => ({
    target: { kind: 'user', id } as const,
    cause,
    subscriptionIds: [],
    dueAt: pause.at,
  }));
  await transactions.run(`${pause.target.kind}:${pause.target.id}`, async () => {
    if ((await paused.codeOf(pause.target)) !== null) return;
    await journal.enqueue(notices);
    await paused.pause(pause);
  });
  wake(notices.map(({ target }) => target));
}
