import type { Change } from '../market/change.ts';
import type { Router } from '../ports/router.ts';
import type { MatchContext } from '../routing/match-context.ts';
import type { Routed, Target } from '../routing/notice.ts';
import type { SubscriptionsInMemory } from '../routing/subscriptions-in-memory.ts';
import type { Clock } from '../time/clock.ts';
import { inSlices } from '../time/cooperate.ts';

interface RouteParts {
  readonly memory: Pick<SubscriptionsInMemory, 'route' | 'routeServer' | 'version'>;
  readonly isPaused: (target: Target) => boolean;
  readonly clock: Pick<Clock, 'now'>;
}

/** Knows all feeds and watches: who is told is known in the moment in which a change is heard. */
export function routeInMemory({ memory, isPaused, clock }: RouteParts): Router {
  const withoutPaused = (notices: readonly Routed[]) => notices.filter(({ target }) => !isPaused(target));
  const hear = (change: Change, context: MatchContext) => withoutPaused(memory.route(change, clock.now(), context));

  function* hearEach(changes: readonly Change[], context: MatchContext): Generator<void, Routed[]> {
    const notices: Routed[] = [];
    for (const change of changes) {
      notices.push(...hear(change, context));
      yield;
    }
    return notices;
  }

  return {
    hear,
    route: async (heard) => heard.map(({ change, context }) => hear(change, context)),
    async routeAll(changes, context) {
      // What is saved meanwhile was not asked yet, and its answer still showed the market before.
      for (;;) {
        const { version } = memory;
        const notices = await inSlices(hearEach(changes, context));
        if (memory.version === version) return notices;
      }
    },
    routeServer: async (cause) => withoutPaused(memory.routeServer(cause)),
  };
}
