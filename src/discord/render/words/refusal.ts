import { RESTJSONErrorCodes as ErrorCode } from 'discord.js';
import type { PlainKey } from '../../../language/english.ts';
import type { Language } from '../../../language/language.ts';
import type { FeedPermission } from '../../../routing/feed.ts';
import type { Target } from '../../../routing/notice.ts';
import { type RetriedRefusal, retriedUntil } from '../../../routing/retried-refusal.ts';
import { button } from '../layout.ts';
import { stamp } from './text.ts';

/** Refusals that a user can act on. All others are shown by their code. */
const REASONS: Readonly<Record<number, PlainKey>> = {
  [ErrorCode.UnknownChannel]: 'refusal.unknown-channel',
  [ErrorCode.UnknownGuild]: 'refusal.unknown-server',
  [ErrorCode.UnknownUser]: 'refusal.unknown-user',
  [ErrorCode.MissingAccess]: 'refusal.no-access',
  [ErrorCode.CannotSendMessagesToThisUser]: 'refusal.closed',
  [ErrorCode.MissingPermissions]: 'refusal.no-writing',
  [ErrorCode.InvalidActionOnArchivedThread]: 'refusal.archived',
  [ErrorCode.ThreadLocked]: 'refusal.locked',
  [ErrorCode.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds]: 'refusal.no-common-server',
  [ErrorCode.ExplicitContentCannotBeSentToTheDesiredRecipient]: 'refusal.content',
  [ErrorCode.MessageWasBlockedByAutomaticModeration]: 'refusal.content',
  [ErrorCode.MessageBlockedByHarmfulLinksFilter]: 'refusal.content',
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

/**
 * @param kind what Discord refuses: a channel, or a person's direct messages
 * @param lacking permissions that are known to be missing; without one, all that are needed are named
 */
export function formatRefusal(
  code: number,
  language: Language,
  kind: Target['kind'] = 'channel',
  lacking: readonly FeedPermission[] = [],
): string {
  if (kind === 'user' && OF_PLACES.includes(code)) return language.say('refusal.no-way-in');
  if (code === ErrorCode.MissingPermissions && lacking.length > 0) {
    return language.say('refusal.lacking', { permissions: formatPermissions(lacking, language) });
  }
  const reason = REASONS[code];
  if (reason !== undefined) return language.say(reason);
  return language.say('refusal.other', { code: formatCode(code, language) });
}

/** `View Channel and Embed Links`, in bold. */
export function formatPermissions(permissions: readonly FeedPermission[], language: Language): string {
  return language.and(permissions.map((one) => `**${language.say(`feed.permission.${one}`)}**`));
}

/** A refusal of unknown kind that Crier retries: since when, and until when. */
export function formatRetried(refusal: RetriedRefusal, language: Language, kind: Target['kind'] = 'channel'): string {
  const code = formatCode(refusal.code, language);
  const times = { when: stamp(refusal.since, 'f'), until: stamp(retriedUntil(refusal), 'f') };
  return language.say(kind === 'user' ? 'watch.retried' : 'feed.retried', { code, ...times });
}

/** Whether a code means that a user takes no direct messages, which the user can change. */
export function isClosed(code: number): boolean {
  return code === ErrorCode.CannotSendMessagesToThisUser;
}

/** *Try again*: sends a test message, and resumes the watches if Discord takes it. */
export function tryMessagesButton(language: Language) {
  return button(language.say('watch.button-try-again'), 'watch:try-messages:', { style: 'main' });
}

function formatCode(code: number, language: Language): string {
  return code > 0 ? language.say('refusal.code', { code: String(code) }) : language.say('refusal.no-code');
}

/** Discord's JSON error code in the reason that the journal keeps for a refused message; null: it is none of Discord's. */
export function refusalIn(why: string | null): number | null {
  const code = /^\d{3} (\d{5,6}):/.exec(why ?? '')?.[1];
  return code === undefined ? null : Number(code);
}

/** What can be done about the feeds of a channel that Discord refuses. */
export function formatRemedy(code: number, language: Language): string {
  if (code === ErrorCode.UnknownGuild) return language.say('refusal.remedy-left');
  return language.say(code === ErrorCode.UnknownChannel ? 'refusal.remedy-gone' : 'refusal.remedy');
}
