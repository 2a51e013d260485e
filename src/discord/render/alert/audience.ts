import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { Feed } from '../../../routing/feed.ts';
import { isSample } from '../../../routing/notice.ts';
import { CONTENT_CHARACTERS, clip } from '../words/text.ts';
import type { AlertBody, SealedRole } from './alert-body.ts';
import { isFeed } from './asked-by.ts';

/**
 * The roles that a message of these notices mentions, each once, and whether it is published. A sample does neither.
 * A role that another part of a split message has mentioned is not mentioned again.
 */
export function audienceOf(entries: readonly NoticeInContext[]): Pick<AlertBody, 'roles' | 'publishes'> {
  const feeds = entries.flatMap(({ notice, subscriptions }) =>
    isSample(notice.cause) ? [] : subscriptions.filter(isFeed),
  );
  const mentioned = entries[0]?.mentionedRoles;
  const roles = new Map(
    feeds.flatMap((feed) =>
      feed.roleId === undefined || mentioned?.has(feed.roleId) ? [] : [[feed.roleId, roleOf(feed)]],
    ),
  );
  return {
    ...(roles.size > 0 && { roles: [...roles.values()] }),
    ...(feeds.some(({ publishes }) => publishes === true) && { publishes: true as const }),
  };
}

/** Puts mentions of roles before a message's content, which is cut to make room. */
export function withMentions(content: string, roleIds: readonly string[]): string {
  if (roleIds.length === 0) return content;
  const mentions = roleIds.map((id) => `<@&${id}>`).join(' ');
  return `${mentions} ${clip(content, CONTENT_CHARACTERS - mentions.length - 1)}`.trimEnd();
}

function roleOf({ roleId = '', guildId }: Feed): SealedRole {
  return { id: roleId, guildId };
}
