import { RESTJSONErrorCodes as ErrorCode } from 'discord.js';
import type { Cause, Target } from '../../../routing/notice.ts';
import type { AlertBody } from './alert-body.ts';

/** What Discord's permanent refusals mean to a person who can mend them. */
const REASONS: Readonly<Record<number, string>> = {
  [ErrorCode.UnknownChannel]: 'that channel no longer exists',
  [ErrorCode.UnknownGuild]: 'that server is no longer there for me',
  [ErrorCode.UnknownUser]: 'Discord does not know that person any more',
  [ErrorCode.MissingAccess]: 'I cannot see that channel (I need View Channel; to a private thread I must be added)',
  [ErrorCode.CannotSendMessagesToThisUser]: 'your direct messages are closed to me',
  [ErrorCode.MissingPermissions]:
    'I may not write in that channel (I need View Channel, Embed Links and Send Messages; in a thread, Send Messages in Threads)',
  [ErrorCode.InvalidActionOnArchivedThread]: 'that thread is archived',
  [ErrorCode.ThreadLocked]: 'that thread is locked',
  [ErrorCode.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds]: 'we share no server any more',
};

/** Codes that speak of a channel, or of somebody else: to the reader of direct messages they mean that there is no way in. */
const OF_PLACES: readonly number[] = [
  ErrorCode.UnknownChannel,
  ErrorCode.UnknownUser,
  ErrorCode.MissingAccess,
  ErrorCode.MissingPermissions,
  ErrorCode.InvalidActionOnArchivedThread,
  ErrorCode.ThreadLocked,
];

/** @param kind what Discord refuses: a channel, or a person's direct messages */
export function formatRefusal(code: number, kind: Target['kind'] = 'channel'): string {
  if (kind === 'user' && OF_PLACES.includes(code)) return 'Discord does not let me write to you';
  return REASONS[code] ?? `Discord refuses it (code ${code})`;
}

/** Discord's JSON error code in the reason that the journal keeps for a refused message; null: it is none of Discord's. */
export function refusalIn(why: string | null): number | null {
  const code = /^\d{3} (\d{5,6}):/.exec(why ?? '')?.[1];
  return code === undefined ? null : Number(code);
}

/** What can be done about the feeds of a channel that Discord refuses. */
export function formatRemedy(code: number): string {
  if (code === ErrorCode.UnknownChannel) return '`/feed edit` moves them, `/feed remove` deletes them.';
  return 'When that is mended, `/feed resume` starts them again.';
}

/** To the maker of a channel's feeds. */
export function formatFeedsPaused({ channelId, code }: Extract<Cause, { kind: 'feeds-paused' }>): AlertBody {
  const plain = `I paused the feeds of <#${channelId}>: ${formatRefusal(code)}. ${formatRemedy(code)}`;
  return { message: { content: plain }, plain };
}
