import type { Json } from './json.ts';

/** Discord's published JSON error codes, with the status and words they come with. */
const known = {
  10003: [404, 'Unknown Channel'],
  10004: [404, 'Unknown Guild'],
  10007: [404, 'Unknown Member'],
  10008: [404, 'Unknown Message'],
  10013: [404, 'Unknown User'],
  10015: [404, 'Unknown Webhook'],
  10062: [404, 'Unknown interaction'],
  10063: [404, 'Unknown application command'],
  20028: [429, 'The write action you are performing on the channel has hit the write rate limit.'],
  40003: [403, 'You are opening direct messages too fast'],
  40005: [413, 'Request entity too large'],
  40060: [400, 'Interaction has already been acknowledged.'],
  40094: [403, 'This interaction has reached the maximum number of follow up messages'],
  40333: [403, 'internal network error'],
  50001: [403, 'Missing Access'],
  50005: [403, 'Cannot edit a message authored by another user'],
  50006: [400, 'Cannot send an empty message'],
  50007: [403, 'Cannot send messages to this user'],
  50008: [400, 'Cannot send messages in a non-text channel'],
  50013: [403, 'Missing Permissions'],
  50027: [401, 'Invalid Webhook Token'],
  50033: [400, 'Invalid Recipient(s)'],
  50035: [400, 'Invalid Form Body'],
  50083: [400, 'Thread is archived'],
  50109: [400, 'The request body contains invalid JSON.'],
  50278: [403, 'Cannot send messages to this user due to having no mutual guilds'],
  160005: [400, 'Thread is locked'],
} as const satisfies Record<number, readonly [number, string]>;

export type ApiErrorCode = keyof typeof known;

/** An error that is answered as Discord answers it: status, and a body with code, message and the errors' tree. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: Json | undefined;

  constructor(status: number, code: number, message: string, errors?: Json) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  /** The answer's body. */
  body(): Json {
    return { message: this.message, code: this.code, ...(this.errors && { errors: this.errors }) };
  }
}

/** The error of a published code. */
export function apiError(code: ApiErrorCode, errors?: Json): ApiError {
  const [status, message] = known[code];
  return new ApiError(status, code, message, errors);
}
