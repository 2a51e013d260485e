import type { Cause } from '../../routing/notice.ts';
import type { AlertBody } from './alert-body.ts';

/** What Discord's permanent refusals mean to a person who can mend them. */
const REASONS: Readonly<Record<number, string>> = {
  10003: 'that channel no longer exists',
  10004: 'that server is no longer there for me',
  10013: 'Discord does not know that person any more',
  50001: 'I cannot see that channel',
  50007: 'your direct messages are closed to me',
  50013: 'I may not write in that channel (I need Send Messages and Embed Links)',
  50083: 'that thread is archived',
  160005: 'that thread is locked',
  50278: 'we share no server any more',
};

export function sayRefusal(code: number): string {
  return REASONS[code] ?? `Discord refuses it (code ${code})`;
}

/** To the maker of a channel's feeds. */
export function sayFeedsPaused({ channelId, code }: Extract<Cause, { kind: 'feeds-paused' }>): AlertBody {
  const plain = `I paused the feeds of <#${channelId}>: ${sayRefusal(code)}. When that is mended, \`/feed resume\` starts them again.`;
  return { message: { content: plain }, plain };
}
