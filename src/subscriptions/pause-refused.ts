import type { Outbox, Pause } from '../ports/outbox.ts';
import type { Pauses } from '../ports/pauses.ts';
import type { Feed } from '../routing/feed.ts';
import type { Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';

interface PauseParts {
  readonly paused: Pick<Pauses, 'note'>;
  readonly journal: Pick<Outbox, 'tell'>;
  /** Something new waits for these targets. */
  readonly wake: (targets: readonly Target[]) => void;
}

/** Notes that Discord refuses a target for good, and tells whoever made the feeds of a channel. */
export async function pauseRefused(
  pause: Pause,
  subscriptions: readonly (Feed | Watch)[],
  { paused, journal, wake }: PauseParts,
): Promise<void> {
  paused.note(pause);
  const makers = new Set(subscriptions.flatMap((one) => (one.type === 'feed' ? [one.makerId] : [])));
  const cause = { kind: 'feeds-paused', at: pause.at, channelId: pause.target.id, code: pause.code } as const;
  const notices = [...makers].map((id) => ({
    target: { kind: 'user', id } as const,
    cause,
    subscriptionIds: [],
    dueAt: pause.at,
  }));
  await journal.tell(notices);
  wake(notices.map(({ target }) => target));
}
