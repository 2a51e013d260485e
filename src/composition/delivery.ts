import { createDelivery, type Delivery } from '../delivery/delivery.ts';
import type { Market } from '../market/market.ts';
import type { Pause } from '../ports/journal.ts';
import type { Messenger } from '../ports/messenger.ts';
import type { Worths } from '../ports/worths.ts';
import type { Feed } from '../routing/feed.ts';
import type { Watch } from '../routing/watch.ts';
import type { CrierParts } from './parts.ts';
import type { SavedState } from './saved-state.ts';

/** What delivery looks at when a notice is due. */
export interface DeliverySources {
  readonly messenger: Messenger;
  readonly market: () => Market | null;
  readonly worths: Worths;
  readonly onUnauthorized: () => void;
}

export function composeDelivery(parts: CrierParts, state: SavedState, sources: DeliverySources): Delivery {
  const { journal, subscriptions, settings, paused } = state;
  const { messenger, market, worths, onUnauthorized } = sources;
  const delivery: Delivery = createDelivery({
    journal,
    messenger,
    subscriptions,
    shops: market,
    worthOf: async (identity) => (await worths.of(identity)).worth,
    isPaused: (target) => paused.codeOf(target) !== null,
    clock: parts.clock,
    random: parts.random,
    log: parts.log,
    async onPaused(pause, subscribed) {
      paused.note(pause);
      const notices = noticesOfPause(pause, subscribed);
      await journal.record({ changes: [], notices });
      delivery.wake(notices.map(({ target }) => target));
    },
    onOnceDelivered: (watch) => settings.removeWatch(watch.id),
    onUnauthorized,
  });
  return delivery;
}

/** The makers of a channel's feeds are told that it is paused, each once. */
function noticesOfPause(pause: Pause, subscribed: readonly (Feed | Watch)[]) {
  const makers = new Set(subscribed.flatMap((one) => (one.type === 'feed' ? [one.makerId] : [])));
  const cause = { kind: 'feeds-paused', at: pause.at, channelId: pause.target.id, code: pause.code } as const;
  return [...makers].map((id) => ({
    target: { kind: 'user', id } as const,
    cause,
    subscriptionIds: [],
    dueAt: pause.at,
  }));
}
