import type { Change } from '../market/change.ts';

/** Where a notice goes: a channel of a server, or a person by direct message. Ids are snowflakes. */
export interface Target {
  readonly kind: 'channel' | 'user';
  readonly id: string;
}

/**
 * Why somebody is told. `feeds-paused`: Discord refused a channel (`code`), its feeds' maker is told. `sample`: `/feed test`.
 */
export type Cause =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'sample'; readonly change: Change }
  | { readonly kind: 'feeds-paused'; readonly at: number; readonly channelId: string; readonly code: number };

/** One destination and one cause, naming every feed or watch (ids in `sources`) that asked for it: one notice, never two. */
export interface Routed {
  readonly target: Target;
  readonly cause: Cause;
  readonly sources: readonly string[];
  /** Epoch ms before which it must not leave (a gathering feed). */
  readonly dueAt: number;
}

/** A notice that is written down. `id` grows with time. */
export interface Notice extends Routed {
  readonly id: number;
}
