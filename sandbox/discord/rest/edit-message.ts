import { apiError } from '../api-error.ts';
import type { Core } from '../core.ts';
import type { Json } from '../json.ts';
import { errorCodes, messageFlags } from '../numbers.ts';
import type { UploadedFile } from '../rules/attachment-rules.ts';
import { checkMessage } from '../rules/message-rules.ts';
import type { Message } from '../world/entities.ts';
import { draftOf } from '../world/messages.ts';

const editFlags = messageFlags.suppressEmbeds | messageFlags.componentsV2;

/**
 * Applies an edit. The result is checked like a new message, including the fields it keeps.
 * @throws ApiError as `checkMessage` does, or after too many edits of old messages
 */
export function editMessage(
  core: Core,
  message: Message,
  { body, files, allowedFlags = editFlags }: { body: Json; files: readonly UploadedFile[]; allowedFlags?: number },
): void {
  if (core.messages.refusesEdit(message)) throw apiError(errorCodes.tooManyEditsOfOldMessages);
  const filenames = new Map(message.attachments.map(({ id, filename }) => [id, filename]));
  const before = { ...draftOf(message), filenames };
  const draft = checkMessage(body, { allowedFlags, files, emojis: core.emojis, before });
  core.messages.edit(message, { draft, body, files });
}
