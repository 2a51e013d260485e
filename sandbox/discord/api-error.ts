import type { Json } from './json.ts';
import { errorCodes } from './numbers.ts';

/** Status and message of each error code that the local Discord returns. */
const known = {
  [errorCodes.unknownApplication]: [404, 'Unknown Application'],
  [errorCodes.unknownChannel]: [404, 'Unknown Channel'],
  [errorCodes.unknownGuild]: [404, 'Unknown Guild'],
  [errorCodes.unknownMember]: [404, 'Unknown Member'],
  [errorCodes.unknownMessage]: [404, 'Unknown Message'],
  [errorCodes.unknownUser]: [404, 'Unknown User'],
  [errorCodes.unknownEmoji]: [404, 'Unknown Emoji'],
  [errorCodes.unknownWebhook]: [404, 'Unknown Webhook'],
  [errorCodes.unknownInteraction]: [404, 'Unknown interaction'],
  [errorCodes.unknownApplicationCommand]: [404, 'Unknown application command'],
  [errorCodes.explicitContent]: [400, 'Explicit content cannot be sent to the desired recipient(s)'],
  [errorCodes.notAuthorizedForApplication]: [403, 'You are not authorized to perform this action on this application'],
  [errorCodes.channelSendRateLimit]: [
    429,
    'The write action you are performing on the channel has hit the write rate limit.',
  ],
  [errorCodes.tooManyEmojis]: [400, 'Maximum number of emojis reached (2000)'],
  [errorCodes.tooManyEditsOfOldMessages]: [
    429,
    'Maximum number of edits to messages older than 1 hour reached. Try again later',
  ],
  [errorCodes.openingDirectMessagesTooFast]: [403, 'You are opening direct messages too fast'],
  [errorCodes.requestEntityTooLarge]: [413, 'Request entity too large'],
  [errorCodes.alreadyCrossposted]: [400, 'This message has already been crossposted'],
  [errorCodes.interactionAlreadyAcknowledged]: [400, 'Interaction has already been acknowledged.'],
  [errorCodes.tooManyFollowUps]: [403, 'This interaction has reached the maximum number of follow up messages'],
  [errorCodes.internalNetworkError]: [403, 'internal network error'],
  [errorCodes.missingAccess]: [403, 'Missing Access'],
  [errorCodes.cannotEditOthersMessage]: [403, 'Cannot edit a message authored by another user'],
  [errorCodes.emptyMessage]: [400, 'Cannot send an empty message'],
  [errorCodes.cannotSendToUser]: [403, 'Cannot send messages to this user'],
  [errorCodes.cannotSendInNonTextChannel]: [400, 'Cannot send messages in a non-text channel'],
  [errorCodes.missingPermissions]: [403, 'Missing Permissions'],
  [errorCodes.wrongChannelType]: [400, 'Cannot execute action on this channel type'],
  [errorCodes.invalidWebhookToken]: [401, 'Invalid Webhook Token'],
  [errorCodes.invalidRecipients]: [400, 'Invalid Recipient(s)'],
  [errorCodes.invalidFormBody]: [400, 'Invalid Form Body'],
  [errorCodes.archivedThread]: [400, 'Thread is archived'],
  [errorCodes.invalidJson]: [400, 'The request body contains invalid JSON.'],
  [errorCodes.noMutualGuilds]: [403, 'Cannot send messages to this user due to having no mutual guilds'],
  [errorCodes.lockedThread]: [400, 'Thread is locked'],
  [errorCodes.blockedByAutoModeration]: [400, 'Message was blocked by automatic moderation'],
  [errorCodes.blockedAsHarmfulLink]: [400, 'Message was blocked by the harmful links filter'],
} as const satisfies Record<number, readonly [number, string]>;

/** Retry-After (s) of the error codes that are rate limits. */
const waitsSeconds: Readonly<Record<number, number>> = { [errorCodes.tooManyEditsOfOldMessages]: 20 };

export type ApiErrorCode = keyof typeof known;

/** An error in Discord's format: the HTTP status and a body with code, message and error tree. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: Json | undefined;
  /** Set for rate limits that have an error code of their own. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: number, message: string, errors?: Json) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAfterSeconds = waitsSeconds[code];
  }

  /** Returns the response body. */
  body(): Json {
    const { message, code, errors, retryAfterSeconds } = this;
    const wait = retryAfterSeconds && { retry_after: retryAfterSeconds, global: false };
    return { message, code, ...(errors && { errors }), ...wait };
  }
}

/** Creates the error of any code. A code without a published name stands for one that Discord may add later. */
export function anyError(code: number, status?: number): ApiError {
  const [usual, message] = isKnown(code) ? known[code] : [403, 'An error without a published name'];
  return new ApiError(status ?? usual, code, message);
}

function isKnown(code: number): code is ApiErrorCode {
  return code in known;
}

/** Creates the error of a published code. */
export function apiError(code: ApiErrorCode, errors?: Json): ApiError {
  const [status, message] = known[code];
  return new ApiError(status, code, message, errors);
}
