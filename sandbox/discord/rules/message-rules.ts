import { apiError } from '../api-error.ts';
import { isJson, type Json, jsonOf, jsonsOf } from '../json.ts';
import { errorCodes, messageFlags } from '../numbers.ts';
import { isSnowflake } from '../snowflake.ts';
import { maxFileBytes } from '../world/attachments.ts';
import { checkAttachments, type UploadedFile } from './attachment-rules.ts';
import { checkComponents } from './component-rules.ts';
import { checkEmbeds, checkShownFiles } from './embed-rules.ts';
import type { References } from './media-rules.ts';
import { Problems } from './problems.ts';

/** A message after a body is applied: the fields of the body over those it had before. */
export interface MessageDraft {
  readonly content: string;
  readonly embeds: Json[];
  readonly components: Json[];
  readonly flags: number;
  /** Ids of earlier attachments that stay. */
  readonly keptAttachmentIds: readonly string[];
}

export interface MessageContext {
  /** Flags that the sender may set. */
  readonly allowedFlags: number;
  readonly files: readonly UploadedFile[];
  /** The application's emojis. Every emoji counts as known if it is absent. */
  readonly emojis?: References['emojis'];
  /** The message to edit. */
  readonly before?: MessageDraft & { readonly filenames: ReadonlyMap<string, string> };
}

const anyEmoji = { has: () => true };

/**
 * Checks a message's body as Discord does, or more strictly where Discord would silently drop something.
 * @throws ApiError with the error tree, for an empty message, or for too large a file
 */
export function checkMessage(
  body: Json,
  { allowedFlags, files, emojis = anyEmoji, before }: MessageContext,
): MessageDraft {
  if (files.some((file) => file.bytes.length > maxFileBytes)) throw apiError(errorCodes.requestEntityTooLarge);
  const problems = new Problems();
  const flags = checkFlags(problems, body.flags, allowedFlags, before?.flags ?? 0);
  const earlierIds = [...(before?.filenames.keys() ?? [])];
  const kept = checkAttachments(problems, body.attachments, files, earlierIds);
  const keptNames = kept.map((id) => before?.filenames.get(id) ?? '');
  const references = { filenames: new Set([...files.map((file) => file.filename), ...keptNames]), emojis };
  const isV2 = (flags & messageFlags.componentsV2) !== 0;

  problems.text(['content'], body.content, { min: 0, max: 2_000, required: false });
  checkEmbeds(problems, body.embeds, references);
  checkComponents(problems, body.components, { isV2, references });
  checkAllowedMentions(problems, body.allowed_mentions);
  checkNonce(problems, body);
  if (body.message_reference != null && !isSnowflake(jsonOf(body.message_reference).message_id)) {
    problems.missing(['message_reference', 'message_id']);
  }
  const draft: MessageDraft = {
    content: pick(body.content, '', before?.content),
    embeds: body.embeds === undefined ? (before?.embeds ?? []) : jsonsOf(body.embeds),
    components: body.components === undefined ? (before?.components ?? []) : jsonsOf(body.components),
    flags,
    keptAttachmentIds: kept,
  };
  checkShownFiles(
    problems,
    draft,
    earlierIds.filter((id) => !kept.includes(id)),
  );
  if (isV2) checkV2(problems, draft, body);
  problems.throwIfAny();
  if (isEmpty(draft, files)) throw apiError(errorCodes.emptyMessage);
  return draft;
}

function pick(value: unknown, none: string, before: string | undefined): string {
  if (value === undefined) return before ?? none;
  return typeof value === 'string' ? value.trim() : none;
}

function isEmpty(draft: MessageDraft, files: readonly UploadedFile[]): boolean {
  const parts = [draft.embeds, draft.components, draft.keptAttachmentIds, files];
  return draft.content === '' && parts.every((part) => part.length === 0);
}

function checkFlags(problems: Problems, value: unknown, allowed: number, before: number): number {
  const given = problems.integer(['flags'], value, { max: 2 ** 31, required: false }) ?? 0;
  if (given & ~allowed)
    problems.add(['flags'], 'MESSAGE_FLAGS_INVALID', `The flags ${given & ~allowed} cannot be set here.`);
  if (value != null && (before & ~given & messageFlags.componentsV2) !== 0) {
    const message = 'IS_COMPONENTS_V2 cannot be taken away from a message.';
    problems.add(['flags'], 'MESSAGE_FLAGS_COMPONENTS_V2_REMOVED', message);
  }
  return given | (before & messageFlags.componentsV2);
}

/** Refuses legacy fields in a Components V2 message, including fields that an edit leaves unchanged. */
function checkV2(problems: Problems, { content, embeds, components }: MessageDraft, { poll, sticker_ids }: Json): void {
  const legacy = { content, embeds, poll: poll == null ? [] : [poll], sticker_ids: sticker_ids ?? [] };
  for (const [field, value] of Object.entries(legacy)) {
    if ((typeof value === 'string' || Array.isArray(value)) && value.length === 0) continue;
    const message = `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`;
    problems.add([field], 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2', message);
  }
  if (components.length === 0) problems.missing(['components']);
}

function checkAllowedMentions(problems: Problems, value: unknown): void {
  if (value == null) return;
  if (!isJson(value)) {
    problems.add(['allowed_mentions'], 'MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType');
    return;
  }
  const parse = problems.list(['allowed_mentions', 'parse'], value.parse, { max: 3 });
  for (const [index, each] of parse.entries()) {
    if (each !== 'users' && each !== 'roles' && each !== 'everyone') {
      problems.badChoice(['allowed_mentions', 'parse', index], ['everyone', 'roles', 'users']);
    }
  }
  for (const kind of ['users', 'roles'] as const) {
    const ids = problems.list(['allowed_mentions', kind], value[kind], { max: 100 });
    for (const [index, id] of ids.entries()) {
      if (isSnowflake(id)) continue;
      problems.add(['allowed_mentions', kind, index], 'NUMBER_TYPE_COERCE', `Value "${String(id)}" is not snowflake.`);
    }
    if (ids.length > 0 && parse.includes(kind)) {
      const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
      problems.add(['allowed_mentions'], 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message);
    }
  }
}

function checkNonce(problems: Problems, body: Json): void {
  const { nonce } = body;
  if (typeof nonce === 'string') problems.text(['nonce'], nonce, { max: 25 });
  else if (nonce != null && !Number.isSafeInteger(nonce)) {
    problems.add(['nonce'], 'NONCE_TYPE_CONVERT', 'Could not interpret value as a nonce.');
  }
  if (body.enforce_nonce === true && nonce == null) problems.missing(['nonce']);
}
