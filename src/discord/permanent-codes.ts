import { RESTJSONErrorCodes as ErrorCode } from 'discord.js';
import type { Target } from '../routing/notice.ts';

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
