import { type Json, jsonOf } from '../json.ts';

/** The mentions of a text, and those of them that notify somebody (by `allowed_mentions`). */
export interface Mentions {
  readonly written: readonly string[];
  /** `everyone`, or the ids of users and roles that Discord notifies. The message notifies nobody if it is empty. */
  readonly notified: readonly string[];
}

/**
 * Returns the mentions of a text and their effect. Without `allowed_mentions` every mention notifies, as at Discord.
 * Embeds never notify, so that `text` is the content and the text displays.
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
