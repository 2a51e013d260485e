import type { Feed } from './feed.ts';
import type { Cause, Routed, Target } from './notice.ts';
import { targetOf } from './target.ts';
import type { Watch } from './watch.ts';

interface Growing extends Routed {
  readonly subscriptionIds: string[];
  dueAt: number;
}

/** The notices of one cause: one for each destination, naming every feed or watch there that asked for it. */
export class NoticesByTarget {
  readonly all: Routed[] = [];
  readonly #cause: Cause;
  /** By the target's id. Most changes concern nobody: then there are none. */
  #known: Readonly<Record<Target['kind'], Map<string, Growing>>> | null = null;

  constructor(cause: Cause) {
    this.#cause = cause;
  }

  /** `dueAt`: epoch ms; the earliest of a destination counts. */
  add(subscription: Feed | Watch, dueAt: number): void {
    const target = targetOf(subscription);
    this.#known ??= { channel: new Map(), user: new Map() };
    const notices = this.#known[target.kind];
    const known = notices.get(target.id);
    if (known === undefined) {
      const notice = { target, cause: this.#cause, subscriptionIds: [subscription.id], dueAt };
      notices.set(target.id, notice);
      this.all.push(notice);
    } else {
      known.subscriptionIds.push(subscription.id);
      known.dueAt = Math.min(known.dueAt, dueAt);
    }
  }
}
