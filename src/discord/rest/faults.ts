import { DiscordAPIError, RESTJSONErrorCodes as ErrorCode, HTTPError, RateLimitError } from 'discord.js';
import { OperatorFault } from '../../faults/operator-fault.ts';
import { RemoteFault } from '../../faults/remote-fault.ts';
import { Unreadable } from '../../faults/store-faults.ts';
import type { Outcome } from '../../ports/delivery.ts';
import type { Target } from '../../routing/notice.ts';

/** Discord rejects Crier itself, so a retry does not help. `message` tells the operator how to fix it. */
export class DiscordRefused extends OperatorFault {
  override readonly name: string = 'DiscordRefused';
}

/** Advice for the operator if Discord rejects a request that no setting can change. */
export const FAULT_OF_VERSION = 'This is a bug in this version: go back to the previous one, and please report it.';

/** Discord rejects the token. Repeated requests with it get the address banned, so Crier saves the refusal. */
export class TokenRefused extends DiscordRefused {
  override readonly name = 'TokenRefused';

  constructor() {
    super(
      'Discord does not accept DISCORD_TOKEN. Reset it at discord.com/developers, set the new one and start again.',
    );
  }
}

/** The request must not be repeated within `waitMs`. Crier logs `message`. */
export class NotBefore extends RemoteFault {
  override readonly name: string = 'NotBefore';
  readonly waitMs: number;

  constructor(waitMs: number, message: string) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Discord refuses this machine's address. The request was refused for that reason, or was not sent. */
export class AddressBanned extends NotBefore {
  override readonly name = 'AddressBanned';

  constructor(waitMs: number) {
    super(waitMs, 'Discord refuses this address for a while: Crier holds its requests until then');
  }
}

/** The response is not Discord's but a proxy's page, or a redirect to one. */
export class NotDiscord extends Error {
  override readonly name = 'NotDiscord';
  readonly status: number;

  constructor(status: number) {
    super(`The response is not from Discord (status ${status}, not its JSON): is there a proxy in between?`);
    this.status = status;
  }
}

/** The outcome of an answer to an interaction stayed unknown after all attempts. */
export class Unanswered extends RemoteFault {
  override readonly name = 'Unanswered';
}

type Codes = ReadonlySet<number | string>;

/** Rate limits and overload that Discord reports with an error code instead of a 429. */
const OVERLOAD_CODES: Codes = new Set([
  ErrorCode.ActionCannotBePerformedDueToSlowmodeRateLimit,
  ErrorCode.ChannelSendRateLimit,
  ErrorCode.OpeningDirectMessagesTooFast,
  ErrorCode.APIResourceOverloaded,
]);
/** A message that the request refers to is gone. The target is not affected. */
const MESSAGE_GONE_CODE = ErrorCode.UnknownMessage;
const ENDED_INTERACTION_CODES: Codes = new Set([
  ErrorCode.UnknownInteraction,
  ErrorCode.InteractionHasAlreadyBeenAcknowledged,
]);
/** Content filters. They reject this message, at any status, and no other. */
const CONTENT_FILTER_CODES: Codes = new Set([
  ErrorCode.ExplicitContentCannotBeSentToTheDesiredRecipient,
  ErrorCode.MessageWasBlockedByAutomaticModeration,
  ErrorCode.MessageBlockedByHarmfulLinksFilter,
]);
const RETRY_WAIT_MS = 2_000;
const OVERLOAD_WAIT_MS = 30_000;

/**
 * Classifies the error of a request. After a 5xx, a time-out or a cut connection Discord may have accepted the message,
 * so a retry sends the same nonce and Discord returns the existing message.
 *
 * @param kind the kind of target; without it the permanent codes of both kinds count
 */
export function outcomeOf(error: unknown, kind?: Target['kind']): Outcome {
  if (error instanceof RateLimitError) return outcomeOfRateLimit(error);
  if (error instanceof AddressBanned) {
    const { waitMs, message: why } = error;
    return { kind: 'retry', waitMs, everywhere: 'address', why };
  }
  if (error instanceof DiscordAPIError) return outcomeOfAnswer(error, kind);
  if (error instanceof HTTPError && error.status === 401) return { kind: 'unauthorized', why: error.message };
  if (error instanceof Error && error.message.startsWith('Expected token to be set')) {
    return { kind: 'unauthorized', why: 'Discord refused the token' };
  }
  if (error instanceof Unreadable)
    return { kind: 'rejected', why: `the sealed message cannot be read: ${error.message}` };
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { kind: 'retry', waitMs: RETRY_WAIT_MS, everywhere: false, why };
}

/** @returns whether a content filter of Discord or of the server rejects a message in any form */
export function isFilteredContent(error: unknown): boolean {
  return error instanceof DiscordAPIError && CONTENT_FILTER_CODES.has(error.code);
}

/**
 * Returns whether a response is a 403 or 404 with a code that no list here contains. Discord did not execute the
 * request, and it may be repeated.
 *
 * @param code Discord's error code, or 0 if the response has none
 */
export function isUnlistedRefusal(status: number, code: number): boolean {
  const listed = [
    OVERLOAD_CODES,
    ENDED_INTERACTION_CODES,
    CONTENT_FILTER_CODES,
    PERMANENT_CODES.channel,
    PERMANENT_CODES.user,
  ];
  return (status === 403 || status === 404) && code !== MESSAGE_GONE_CODE && !listed.some((codes) => codes.has(code));
}

function outcomeOfRateLimit(error: RateLimitError): Outcome {
  return {
    kind: 'retry',
    waitMs: Math.max(error.retryAfter, error.sublimitTimeout, 50),
    everywhere: (error.global || error.scope === 'global') && 'bot',
    why: `429 (${error.scope})`,
  };
}

function outcomeOfAnswer(error: DiscordAPIError, kind: Target['kind'] | undefined): Outcome {
  // The page of a proxy or a firewall has no code.
  const code = Number(error.code) > 0 ? Number(error.code) : 0;
  const why = `${error.status} ${code}: ${error.message}`;
  const permanent = kind === undefined ? [PERMANENT_CODES.channel, PERMANENT_CODES.user] : [PERMANENT_CODES[kind]];
  if (error.status === 401) return { kind: 'unauthorized', why };
  if (OVERLOAD_CODES.has(code)) return { kind: 'retry', waitMs: OVERLOAD_WAIT_MS, everywhere: false, why };
  if (code === MESSAGE_GONE_CODE) return { kind: 'retry', waitMs: RETRY_WAIT_MS, everywhere: false, why };
  if (permanent.some((codes) => codes.has(code))) return { kind: 'refused', code, why };
  if (CONTENT_FILTER_CODES.has(code)) return { kind: 'rejected', why, isOfContent: true };
  if (ENDED_INTERACTION_CODES.has(code)) return { kind: 'rejected', why };
  if (code === ErrorCode.CloudflareIsBlockingYourRequest)
    return { kind: 'retry', waitMs: RETRY_WAIT_MS, everywhere: 'address', why };
  if (error.status === 400 || error.status === 413) return { kind: 'rejected', why };
  const isUnclear = error.status === 403 || error.status === 404;
  const more = isUnclear ? { waitMs: RETRY_WAIT_MS, unlistedCode: code } : { waitMs: OVERLOAD_WAIT_MS };
  return { kind: 'retry', everywhere: false, why, ...more };
}

/**
 * Error codes, at any status, that pause a target at once, by its kind. All other codes of a 403 or 404 may be
 * temporary.
 */
export const PERMANENT_CODES: Readonly<Record<Target['kind'], ReadonlySet<number | string>>> = {
  channel: new Set([
    ErrorCode.UnknownChannel,
    ErrorCode.UnknownGuild,
    ErrorCode.MissingAccess,
    ErrorCode.MissingPermissions,
    ErrorCode.InvalidActionOnArchivedThread,
    ErrorCode.ThreadLocked,
  ]),
  user: new Set([
    ErrorCode.UnknownUser,
    ErrorCode.CannotSendMessagesToThisUser,
    ErrorCode.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
  ]),
};
