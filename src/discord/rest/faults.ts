import { DiscordAPIError, RESTJSONErrorCodes as ErrorCode, HTTPError, RateLimitError } from 'discord.js';
import { OperatorFault } from '../../faults/operator-fault.ts';
import { RemoteFault } from '../../faults/remote-fault.ts';
import { Unreadable } from '../../faults/store-faults.ts';
import type { Outcome } from '../../ports/delivery.ts';
import type { Target } from '../../routing/notice.ts';

/** Discord rejects Crier itself: waiting does not help. `message` says what the operator can do. */
export class DiscordRefused extends OperatorFault {
  override readonly name: string = 'DiscordRefused';
}

/** The remedy where Discord rejects a request of this version that no setting changes. */
export const FAULT_OF_VERSION = 'That is a fault of this version: go back to the one before, and please report it.';

/** Discord rejects the token. Repeated requests with it get the address banned, so a restart remembers it. */
export class TokenRefused extends DiscordRefused {
  override readonly name = 'TokenRefused';

  constructor() {
    super(
      'Discord does not accept DISCORD_TOKEN. Reset it at discord.com/developers, set the new one and start again.',
    );
  }
}

/** Thrown by an attempt that must not be repeated within `waitMs`. Crier logs `message`. */
export class NotBefore extends RemoteFault {
  override readonly name: string = 'NotBefore';
  readonly waitMs: number;

  constructor(waitMs: number, message: string) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Discord takes no request from this machine's address: the request was refused by that, or has not left. */
export class AddressBanned extends NotBefore {
  override readonly name = 'AddressBanned';

  constructor(waitMs: number) {
    super(waitMs, 'Discord takes no request from this address for a while: Crier sends none until that is over');
  }
}

/** The response is not Discord's: a proxy's page, or a redirect to one. */
export class NotDiscord extends Error {
  override readonly name = 'NotDiscord';
  readonly status: number;

  constructor(status: number) {
    super(`Something else answered for Discord (status ${status}, no JSON of Discord’s): is there a proxy on the way?`);
    this.status = status;
  }
}

/** Discord has not said whether it took an answer to an interaction, however often that was sent. */
export class Unanswered extends RemoteFault {
  override readonly name = 'Unanswered';
}

type Codes = ReadonlySet<number | string>;

/** Rate limits and overload that Discord reports by a code instead of a 429. */
const OVERLOADED: Codes = new Set([
  ErrorCode.ActionCannotBePerformedDueToSlowmodeRateLimit,
  ErrorCode.ChannelSendRateLimit,
  ErrorCode.OpeningDirectMessagesTooFast,
  ErrorCode.APIResourceOverloaded,
]);
/** The message that was referred to is gone. The target is not affected. */
const SEND_AGAIN = ErrorCode.UnknownMessage;
const ANSWERED: Codes = new Set([ErrorCode.UnknownInteraction, ErrorCode.InteractionHasAlreadyBeenAcknowledged]);
/** Filters of content: this message is refused, at any status, and others are not. */
const CONTENT: Codes = new Set([
  ErrorCode.ExplicitContentCannotBeSentToTheDesiredRecipient,
  ErrorCode.MessageWasBlockedByAutomaticModeration,
  ErrorCode.MessageBlockedByHarmfulLinksFilter,
]);
const AFTER_TROUBLE_MS = 2_000;
const AFTER_OVERLOAD_MS = 30_000;

/**
 * Classifies the error of a request. A 5xx, a time-out and a cut connection may hide an accepted message: the same
 * nonce is sent again, and Discord gives back the message it already has.
 *
 * @param kind of the target whose message was refused; without it the permanent codes of both kinds count
 */
export function outcomeOf(error: unknown, kind?: Target['kind']): Outcome {
  if (error instanceof RateLimitError) return afterRateLimit(error);
  if (error instanceof AddressBanned) {
    const { waitMs, message: why } = error;
    return { kind: 'retry', waitMs, everywhere: 'address', why };
  }
  if (error instanceof DiscordAPIError) return afterAnswer(error, kind);
  if (error instanceof HTTPError && error.status === 401) return { kind: 'unauthorized', why: error.message };
  if (error instanceof Error && error.message.startsWith('Expected token to be set')) {
    return { kind: 'unauthorized', why: 'Discord refused the token' };
  }
  if (error instanceof Unreadable)
    return { kind: 'rejected', why: `the sealed message cannot be read: ${error.message}` };
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { kind: 'retry', waitMs: AFTER_TROUBLE_MS, everywhere: false, why };
}

/** Whether a filter of Discord's or of the server refuses the content of a message, in whatever form it is sent. */
export function isOfContent(error: unknown): boolean {
  return error instanceof DiscordAPIError && CONTENT.has(error.code);
}

/**
 * Whether a response is a 403 or 404 whose code has no known meaning: the request was not executed, and may be
 * repeated.
 *
 * @param code 0 if the response has none
 */
export function isUnlisted(status: number, code: number): boolean {
  const listed = [OVERLOADED, ANSWERED, CONTENT, PERMANENT_CODES.channel, PERMANENT_CODES.user];
  return (status === 403 || status === 404) && code !== SEND_AGAIN && !listed.some((codes) => codes.has(code));
}

function afterRateLimit(error: RateLimitError): Outcome {
  return {
    kind: 'retry',
    waitMs: Math.max(error.retryAfter, error.sublimitTimeout, 50),
    everywhere: (error.global || error.scope === 'global') && 'bot',
    why: `429 (${error.scope})`,
  };
}

function afterAnswer(error: DiscordAPIError, kind: Target['kind'] | undefined): Outcome {
  // A proxy's or a firewall's page has no code.
  const code = Number(error.code) > 0 ? Number(error.code) : 0;
  const why = `${error.status} ${code}: ${error.message}`;
  const permanent = kind === undefined ? [PERMANENT_CODES.channel, PERMANENT_CODES.user] : [PERMANENT_CODES[kind]];
  if (error.status === 401) return { kind: 'unauthorized', why };
  if (OVERLOADED.has(code)) return { kind: 'retry', waitMs: AFTER_OVERLOAD_MS, everywhere: false, why };
  if (code === SEND_AGAIN) return { kind: 'retry', waitMs: AFTER_TROUBLE_MS, everywhere: false, why };
  if (permanent.some((codes) => codes.has(code))) return { kind: 'refused', code, why };
  if (CONTENT.has(code)) return { kind: 'rejected', why, isOfContent: true };
  if (ANSWERED.has(code)) return { kind: 'rejected', why };
  if (code === ErrorCode.CloudflareIsBlockingYourRequest)
    return { kind: 'retry', waitMs: AFTER_TROUBLE_MS, everywhere: 'address', why };
  if (error.status === 400 || error.status === 413) return { kind: 'rejected', why };
  const isUnclear = error.status === 403 || error.status === 404;
  const more = isUnclear ? { waitMs: AFTER_TROUBLE_MS, unlistedCode: code } : { waitMs: AFTER_OVERLOAD_MS };
  return { kind: 'retry', everywhere: false, why, ...more };
}

/**
 * Permanent refusals, at any status, by the kind of target. Only these pause a target at once. All other codes of a 403
 * or 404 may pass by themselves.
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
