import { RESTJSONErrorCodes as ErrorCode } from 'discord.js';
import type { PlainKey } from '../../../language/english.ts';
import type { Language } from '../../../language/language.ts';
import type { FeedPermission } from '../../../routing/feed.ts';
import type { Target } from '../../../routing/notice.ts';
import { type RetriedRefusal, retriedUntil } from '../../../routing/retried-refusal.ts';
import { button } from '../layout.ts';
import { stamp } from './text.ts';

/** Refusals that a user can fix. All others are shown by their code. */
const REFUSAL_REASONS: Readonly<Record<number, PlainKey>> = {
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

/** Codes whose reasons name a channel or another user. For direct messages they all mean that Discord lets none in. */
const PLACE_CODES: readonly number[] = [
  ErrorCode.UnknownChannel,
  ErrorCode.UnknownUser,
  ErrorCode.MissingAccess,
  ErrorCode.MissingPermissions,
  ErrorCode.InvalidActionOnArchivedThread,
  ErrorCode.ThreadLocked,
];

/**
 * Explains why Discord refuses a target.
 *
 * @param kind a channel, or a user's direct messages
 * @param lacking the missing permissions, or none if unknown, which names all that are needed
 */
export function formatRefusal(
  code: number,
  language: Language,
  kind: Target['kind'] = 'channel',
  lacking: readonly FeedPermission[] = [],
): string {
  if (kind === 'user' && PLACE_CODES.includes(code)) return language.say('refusal.no-way-in');
  if (code === ErrorCode.MissingPermissions && lacking.length > 0) {
    return language.say('refusal.lacking', { permissions: formatPermissions(lacking, language) });
  }
  const reason = REFUSAL_REASONS[code];
  if (reason !== undefined) return language.say(reason);
  return language.say('refusal.other', { code: formatCode(code, language) });
}

/** Lists permissions in bold, as `View Channel and Embed Links`. */
export function formatPermissions(permissions: readonly FeedPermission[], language: Language): string {
  return language.and(permissions.map((one) => `**${language.say(`feed.permission.${one}`)}**`));
}

/** Formats since when and until when Crier retries a refusal with an unlisted code. */
export function formatRetried(refusal: RetriedRefusal, language: Language, kind: Target['kind'] = 'channel'): string {
  const code = formatCode(refusal.code, language);
  const times = { when: stamp(refusal.since, 'f'), until: stamp(retriedUntil(refusal), 'f') };
  return language.say(kind === 'user' ? 'watch.retried' : 'feed.retried', { code, ...times });
}

/** Returns whether a code means that a user has closed their direct messages, which they can change. */
export function isClosedCode(code: number): boolean {
  return code === ErrorCode.CannotSendMessagesToThisUser;
}

/** Returns *Try again*, which sends a test message and resumes the watches if Discord accepts it. */
export function tryMessagesButton(language: Language) {
  return button(language.say('watch.button-try-again'), 'watch:try-messages:', { style: 'main' });
}

function formatCode(code: number, language: Language): string {
  return code > 0 ? language.say('refusal.code', { code: String(code) }) : language.say('refusal.no-code');
}

/** Reads Discord's error code from the journal's reason of a refused message, or returns null if there is none. */
export function refusalCodeIn(why: string | null): number | null {
  const code = /^\d{3} (\d{5,6}):/.exec(why ?? '')?.[1];
  return code === undefined ? null : Number(code);
}

/** Explains how to fix the feeds of a channel that Discord refuses. */
export function formatRemedy(code: number, language: Language): string {
  if (code === ErrorCode.UnknownGuild) return language.say('refusal.remedy-left');
  return language.say(code === ErrorCode.UnknownChannel ? 'refusal.remedy-gone' : 'refusal.remedy');
}
