import type { ServerState } from './notice.ts';

/** What is believed of the game server. `turning`: looks in a row that said otherwise, all the same. Times in epoch ms. */
export interface ServerHealth {
  readonly state: ServerState;
  readonly since: number;
  readonly turning: { readonly state: ServerState; readonly since: number; readonly looks: number } | null;
}

/** So many looks in a row must agree before a change is believed: a server that flutters is told of neither way. */
const AGREEING = 3;

/** The belief after one more look. `turned`: what it was before, and for how long; null: no change to tell. */
export function lookAt(
  health: ServerHealth,
  seen: ServerState,
  at: number,
): {
  readonly health: ServerHealth;
  readonly turned: { readonly before: ServerState; readonly lastedMs: number } | null;
} {
  if (seen === health.state) return { health: { ...health, turning: null }, turned: null };
  const turning =
    health.turning?.state === seen
      ? { ...health.turning, looks: health.turning.looks + 1 }
      : { state: seen, since: at, looks: 1 };
  if (turning.looks < AGREEING) return { health: { ...health, turning }, turned: null };
  return {
    health: { state: seen, since: turning.since, turning: null },
    turned: { before: health.state, lastedMs: Math.max(0, turning.since - health.since) },
  };
}
