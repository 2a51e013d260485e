import type { Cause, Target } from '../../../routing/notice.ts';
import type { AlertBody } from './alert-body.ts';

/** What Discord's permanent refusals mean to a person who can mend them. */
const REASONS: Readonly<Record<number, string>> = {
  10003: 'that channel no longer exists',
  10004: 'that server is no longer there for me',
  10013: 'Discord does not know that person any more',
  50001: 'I cannot see that channel (I need View Channel; to a private thread I must be added)',
  50007: 'your direct messages are closed to me',
  50013:
    'I may not write in that channel (I need View Channel, Embed Links and Send Messages; in a thread, Send Messages in Threads)',
  50083: 'that thread is archived',
  160005: 'that thread is locked',
  50278: 'we share no server any more',
};

const UNKNOWN_CHANNEL = 10003;

/** Codes that speak of a channel, or of somebody else: to the reader of direct messages they mean that there is no way in. */
const OF_PLACES = [UNKNOWN_CHANNEL, 10013, 50001, 50013, 50083, 160005];

/** @param kind what Discord refuses: a channel, or a person's direct messages */
export function sayRefusal(code: number, kind: Target['kind'] = 'channel'): string {
  if (kind === 'user' && OF_PLACES.includes(code)) return 'Discord does not let me write to you';
  return REASONS[code] ?? `Discord refuses it (code ${code})`;
}

/** Discord's JSON error code in the reason that the journal keeps for a refused message; null: it is none of Discord's. */
export function refusalIn(why: string | null): number | null {
  const code = /^\d{3} (\d{5,6}):/.exec(why ?? '')?.[1];
  return code === undefined ? null : Number(code);
}

/** What can be done about the feeds of a channel that Discord refuses. */
export function sayRemedy(code: number): string {
  if (code === UNKNOWN_CHANNEL) return '`/feed edit` moves them, `/feed remove` deletes them.';
  return 'When that is mended, `/feed resume` starts them again.';
}

/** To the maker of a channel's feeds. */
export function sayFeedsPaused({ channelId, code }: Extract<Cause, { kind: 'feeds-paused' }>): AlertBody {
  const plain = `I paused the feeds of <#${channelId}>: ${sayRefusal(code)}. ${sayRemedy(code)}`;
  return { message: { content: plain }, plain };
}
