import { type Json, jsonOf } from '../json.ts';

/** What a text mentions: what it shows as a mention, and whom it notifies (by `allowed_mentions`). */
export interface Mentions {
  readonly written: readonly string[];
  /** `everyone`, user ids and role ids that are really notified. Empty: the message is inert. */
  readonly notified: readonly string[];
}

/**
 * Whom a text mentions and whom that notifies. Without `allowed_mentions` everything written notifies, as at Discord;
 * with it only what it allows. Embeds never notify, so `text` is the content and the text displays.
 */
export function mentionEffect(
  text: string,
  allowedMentions: unknown,
  mayMentionRole: (id: string) => boolean = () => true,
): Mentions {
  const everyone = /@(?:everyone|here)/.test(text) ? ['everyone'] : [];
  const users = [...text.matchAll(/<@!?(\d{17,20})>/g)].map((match) => match[1] ?? '');
  const roles = [...text.matchAll(/<@&(\d{17,20})>/g)].map((match) => match[1] ?? '');
  const written = [...everyone, ...users, ...roles];
  const mentionable = roles.filter(mayMentionRole);
  if (allowedMentions == null) return { written, notified: [...everyone, ...users, ...mentionable] };
  const allowed = jsonOf(allowedMentions);
  return {
    written,
    notified: [
      ...(includes(allowed.parse, 'everyone') ? everyone : []),
      ...users.filter((id) => isAllowed(allowed, 'users', id)),
      ...mentionable.filter((id) => isAllowed(allowed, 'roles', id)),
    ],
  };
}

function isAllowed(allowed: Json, kind: 'users' | 'roles', id: string): boolean {
  return includes(allowed.parse, kind) || includes(allowed[kind], id);
}

function includes(list: unknown, value: string): boolean {
  return Array.isArray(list) && list.includes(value);
}
