import type { Checkpoints } from '../../ports/journal.ts';
import { HOUR_MS } from '../../time/durations.ts';

/** Discord's limit of published messages in one channel. */
const POSTS_PER_HOUR = 10;
/** Saved for a failure without a JSON error code, such as a 503. 0 stands for no failure. */
export const NO_ERROR_CODE = -1;

/**
 * The state of publishing a channel's posts.
 * - `since`: the start of an hour of Discord's limit (epoch ms)
 * - `used`: the number of requests since `since`
 * - `fullUntil`: the end of a reached limit (epoch ms), or null
 * - `refused`: Discord's last refusal, with its JSON error code or `NO_ERROR_CODE`, or null if a post was published
 *   since
 */
export interface Publishing {
  readonly since: number;
  readonly used: number;
  readonly fullUntil: number | null;
  readonly refused: { readonly at: number; readonly code: number } | null;
}

type CheckpointWriter = Pick<Checkpoints, 'saveNumbers'>;

/** Reads the publishing state of a channel from the journal's checkpoints. */
export async function readPublishing(
  channelId: string,
  checkpoints: Pick<Checkpoints, 'savedNumber'>,
  now: number,
): Promise<Publishing> {
  const [since, used, refusedAt, code] = await Promise.all(
    Object.values(publishingNames(channelId)).map((name) => checkpoints.savedNumber(name)),
  );
  const refused = code ? { at: refusedAt ?? 0, code } : null;
  const isOver = since == null || since + HOUR_MS <= now;
  if (isOver) return { since: now, used: 0, fullUntil: null, refused };
  const fullUntil = (used ?? 0) >= POSTS_PER_HOUR ? since + HOUR_MS : null;
  return { since, used: used ?? 0, fullUntil, refused };
}

/** Saves a request before it is sent, so that a crash cannot exceed the limit. */
export function notePublish(
  channelId: string,
  { since, used }: Publishing,
  checkpoints: CheckpointWriter,
): Promise<void> {
  const names = publishingNames(channelId);
  return checkpoints.saveNumbers({ [names.since]: since, [names.used]: used + 1 });
}

/** Saves that the channel's limit is reached until `until` (epoch ms). */
export function notePublishFull(channelId: string, until: number, checkpoints: CheckpointWriter): Promise<void> {
  const names = publishingNames(channelId);
  return checkpoints.saveNumbers({ [names.since]: until - HOUR_MS, [names.used]: POSTS_PER_HOUR });
}

/**
 * Saves Discord's last refusal to publish a post of the channel.
 *
 * @param code Discord's JSON error code or `NO_ERROR_CODE`; 0 removes the saved refusal
 */
export function notePublishRefused(
  channelId: string,
  code: number,
  now: number,
  checkpoints: CheckpointWriter,
): Promise<void> {
  const names = publishingNames(channelId);
  return checkpoints.saveNumbers({ [names.refusedAt]: now, [names.code]: code });
}

function publishingNames(channelId: string) {
  return {
    since: `publish-since:${channelId}`,
    used: `publish-used:${channelId}`,
    refusedAt: `publish-refused-at:${channelId}`,
    code: `publish-refused-code:${channelId}`,
  };
}

/**
 * Time for which messages to a channel go without files after Discord refused them. Each attempt costs a 403, and
 * Discord bans an address after 10,000 of these in ten minutes.
 */
export const FILES_REFUSED_MS = 10 * 60_000;

/** Returns the name of the checkpoint that holds the time (epoch ms) when Discord last refused files in a channel. */
export function filesRefusedCheckpoint(channelId: string): string {
  return `files-refused:${channelId}`;
}
