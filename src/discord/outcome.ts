import { DiscordAPIError, RESTJSONErrorCodes as ErrorCode, HTTPError, RateLimitError } from 'discord.js';
import type { Outcome } from '../ports/messenger.ts';
import { Unreadable } from '../stored/unreadable.ts';
import { AddressBanned } from './address-ban.ts';

/** Rate limits and overload that Discord tells by a code of its own, not by a 429. */
const PASSING = new Set<number | string>([
  ErrorCode.ActionCannotBePerformedDueToSlowmodeRateLimit,
  ErrorCode.ChannelSendRateLimit,
  ErrorCode.OpeningDirectMessagesTooFast,
  ErrorCode.APIResourceOverloaded,
]);
/** What was referred to is gone, or was answered: the target is none the worse for it. */
const SEND_AGAIN = ErrorCode.UnknownMessage;
const ANSWERED = new Set<number | string>([
  ErrorCode.UnknownInteraction,
  ErrorCode.InteractionHasAlreadyBeenAcknowledged,
]);
/**
 * Discord's permanent words on a target, whatever the status they come with: gone, hidden, closed to us; and threads that
 * are archived or locked, where nobody can write until a moderator opens them.
 */
const REFUSALS = new Set<number | string>([
  ErrorCode.UnknownChannel,
  ErrorCode.UnknownGuild,
  ErrorCode.UnknownUser,
  ErrorCode.MissingAccess,
  ErrorCode.CannotSendMessagesToThisUser,
  ErrorCode.MissingPermissions,
  ErrorCode.InvalidActionOnArchivedThread,
  ErrorCode.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
  ErrorCode.ThreadLocked,
]);
const AFTER_TROUBLE_MS = 2_000;
const AFTER_OVERLOAD_MS = 30_000;

/**
 * What an error of a send means. A 5xx, a time-out and a cut connection may hide an accepted message: the same nonce is
 * sent again, and Discord gives back the message it already has.
 */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof RateLimitError) return afterRateLimit(error);
  if (error instanceof AddressBanned)
    return { kind: 'retry', waitMs: error.waitMs, everywhere: 'address', why: 'this address is banned' };
  if (error instanceof DiscordAPIError) return afterAnswer(error);
  if (error instanceof HTTPError && error.status === 401) return { kind: 'unauthorized', why: error.message };
  if (error instanceof Error && error.message.startsWith('Expected token to be set')) {
    return { kind: 'unauthorized', why: 'Discord refused the token' };
  }
  if (error instanceof Unreadable)
    return { kind: 'rejected', why: `the sealed message cannot be read: ${error.message}` };
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { kind: 'retry', waitMs: AFTER_TROUBLE_MS, everywhere: false, why };
}

function afterRateLimit(error: RateLimitError): Outcome {
  return {
    kind: 'retry',
    waitMs: Math.max(error.retryAfter, error.sublimitTimeout, 50),
    everywhere: (error.global || error.scope === 'global') && 'bot',
    why: `429 (${error.scope})`,
  };
}

function afterAnswer(error: DiscordAPIError): Outcome {
  const why = `${error.status} ${error.code}: ${error.message}`;
  if (error.status === 401) return { kind: 'unauthorized', why };
  if (PASSING.has(error.code)) return { kind: 'retry', waitMs: AFTER_OVERLOAD_MS, everywhere: false, why };
  if (error.code === SEND_AGAIN) return { kind: 'retry', waitMs: AFTER_TROUBLE_MS, everywhere: false, why };
  if (REFUSALS.has(error.code)) return { kind: 'refused', code: Number(error.code), why };
  if (error.status === 400 || error.status === 413 || ANSWERED.has(error.code)) return { kind: 'rejected', why };
  // Without a code it is not Discord's word on the target but a proxy's or a firewall's page.
  const code = Number(error.code);
  if ((error.status === 403 || error.status === 404) && code > 0) return { kind: 'refused', code, why };
  return { kind: 'retry', waitMs: AFTER_OVERLOAD_MS, everywhere: false, why };
}
