import type { Checkpoints } from '../../ports/journal.ts';
import { HOUR_MS } from '../../time/durations.ts';

/** Discord publishes 10 messages an hour of a channel. */
const POSTS_PER_HOUR = 10;
/** The note of a failure without a JSON error code, such as a 503. 0 stands for no failure. */
export const NO_CODE = -1;

/**
 * The publishing of a channel's posts.
 * - `used`: requests since `since`, epoch ms, the start of an hour of Discord's limit.
 * - `fullUntil`: until when the limit is reached, epoch ms. null if it is not.
 * - `refused`: Discord's last refusal, by its JSON error code or `NO_CODE`. null if a post was published since.
 */
export interface Publishing {
  readonly since: number;
  readonly used: number;
  readonly fullUntil: number | null;
  readonly refused: { readonly at: number; readonly code: number } | null;
}

type Noting = Pick<Checkpoints, 'saveNumbers'>;

/** Reads the journal's checkpoints on a channel. */
export async function readPublishing(
  channelId: string,
  checkpoints: Pick<Checkpoints, 'savedNumber'>,
  now: number,
): Promise<Publishing> {
  const [since, used, refusedAt, code] = await Promise.all(
    Object.values(namesOf(channelId)).map((name) => checkpoints.savedNumber(name)),
  );
  const refused = code ? { at: refusedAt ?? 0, code } : null;
  const isOver = since == null || since + HOUR_MS <= now;
  if (isOver) return { since: now, used: 0, fullUntil: null, refused };
  const fullUntil = (used ?? 0) >= POSTS_PER_HOUR ? since + HOUR_MS : null;
  return { since, used: used ?? 0, fullUntil, refused };
}

/** Records a request before it leaves, so that a crash cannot exceed the limit. */
export function notePublish(channelId: string, { since, used }: Publishing, checkpoints: Noting): Promise<void> {
  const names = namesOf(channelId);
  return checkpoints.saveNumbers({ [names.since]: since, [names.used]: used + 1 });
}

/** Records that Discord publishes nothing of the channel until then, epoch ms. */
export function notePublishFull(channelId: string, until: number, checkpoints: Noting): Promise<void> {
  const names = namesOf(channelId);
  return checkpoints.saveNumbers({ [names.since]: until - HOUR_MS, [names.used]: POSTS_PER_HOUR });
}

/** @param code Discord's JSON error code or `NO_CODE`; 0 ends the note of a refusal */
export function notePublishRefused(channelId: string, code: number, now: number, checkpoints: Noting): Promise<void> {
  const names = namesOf(channelId);
  return checkpoints.saveNumbers({ [names.refusedAt]: now, [names.code]: code });
}

function namesOf(channelId: string) {
  return {
    since: `publish-since:${channelId}`,
    used: `publish-used:${channelId}`,
    refusedAt: `publish-refused-at:${channelId}`,
    code: `publish-refused-code:${channelId}`,
  };
}

/**
 * How long messages to a channel go without files after Discord refused them. A channel that refuses files costs a 403
 * each time, and Discord bans an address after 10,000 of them in ten minutes.
 */
export const FILES_REFUSED_MS = 10 * 60_000;

/** The journal's note of when Discord last refused files in a channel, epoch ms. */
export function filesRefusedNote(channelId: string): string {
  return `files-refused:${channelId}`;
}
