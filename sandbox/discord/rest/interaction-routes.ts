import { ApiError, apiError } from '../api-error.ts';
import type { Core } from '../core.ts';
import type { Interaction, InteractionPlan } from '../interactions.ts';
import { type Json, jsonOf } from '../json.ts';
import { callbackTypes, errorCodes, interactionTypes, messageFlags } from '../numbers.ts';
import type { UploadedFile } from '../rules/attachment-rules.ts';
import { checkChoices } from '../rules/choice-rules.ts';
import { checkMessage } from '../rules/message-rules.ts';
import { checkModal } from '../rules/modal-rules.ts';
import { Problems } from '../rules/problems.ts';
import { messagePayload } from '../world/message-payload.ts';
import { userPayload } from '../world/payloads.ts';
import { editMessage } from './edit-message.ts';
import { type Call, type Outcome, type Route, tokenRoute } from './route.ts';

export const replyFlags =
  messageFlags.suppressEmbeds | messageFlags.ephemeral | messageFlags.silent | messageFlags.componentsV2;

const allowedTypes: Record<InteractionPlan['kind'], readonly number[]> = {
  command: [callbackTypes.reply, callbackTypes.deferredReply, callbackTypes.modal],
  component: [
    callbackTypes.reply,
    callbackTypes.deferredReply,
    callbackTypes.deferredUpdate,
    callbackTypes.update,
    callbackTypes.modal,
  ],
  autocomplete: [callbackTypes.choices],
  modal: [callbackTypes.reply, callbackTypes.deferredReply, callbackTypes.deferredUpdate, callbackTypes.update],
};

/** The route of the first response to an interaction: once, within 3 s, of a type that fits the interaction. */
export const interactionRoutes: readonly Route[] = [tokenRoute('POST', '/interactions/:id/:token/callback', callback)];

function callback(core: Core, call: Call): Outcome {
  const interaction = core.interactions.awaitingCallback(call.param('id'), call.param('token'));
  const body = jsonOf(call.body);
  const data = jsonOf(body.data);
  const type = checkedAnswer(core, interaction, body.type, { body: data, files: call.files });
  core.interactions.acknowledge(interaction, { type, data });
  const { original } = interaction;
  if (original && (type === callbackTypes.reply || type === callbackTypes.update))
    interaction.progress.emit('reply', original);
  return call.query.get('with_response') === 'true'
    ? { status: 200, body: response(interaction, type) }
    : { status: 204 };
}

/** Carries out the response and returns its type. Refusals are recorded for the user who waits. */
function checkedAnswer(
  core: Core,
  interaction: Interaction,
  given: unknown,
  answer: { body: Json; files: readonly UploadedFile[] },
): number {
  try {
    const type = checkType(interaction, given);
    apply(core, interaction, type, answer);
    return type;
  } catch (error) {
    if (error instanceof ApiError) interaction.refused = error;
    throw error;
  }
}

function checkType({ kind, source }: Interaction, type: unknown): number {
  const hasNoMessage = source === null && (type === callbackTypes.update || type === callbackTypes.deferredUpdate);
  if (typeof type === 'number' && allowedTypes[kind].includes(type) && !hasNoMessage) return type;
  const problems = new Problems();
  problems.badChoice(['type'], allowedTypes[kind]);
  problems.throwIfAny();
  throw apiError(errorCodes.invalidFormBody);
}

function apply(
  core: Core,
  interaction: Interaction,
  type: number,
  answer: { body: Json; files: readonly UploadedFile[] },
): void {
  if (type === callbackTypes.reply) {
    const { emojis } = core;
    const draft = checkMessage(answer.body, { allowedFlags: replyFlags, files: answer.files, emojis });
    interaction.original = core.messages.create(provenance(core, interaction, draft.flags), { ...answer, draft });
  } else if (type === callbackTypes.deferredReply) {
    const flags = checkDeferral(answer.body);
    interaction.original = core.messages.createLoading(provenance(core, interaction, flags));
  } else if (type === callbackTypes.deferredUpdate) {
    interaction.original = interaction.source;
  } else if (type === callbackTypes.update && interaction.source) {
    editMessage(core, interaction.source, answer);
    interaction.original = interaction.source;
  } else if (type === callbackTypes.choices) {
    const problems = new Problems();
    checkChoices(problems, ['data', 'choices'], answer.body.choices, interaction.focused ?? {});
    problems.throwIfAny();
  } else if (type === callbackTypes.modal) checkModal(answer.body, core.emojis);
}

/** Checks a deferral. It may set the ephemeral flag, but no other field of the later message. */
function checkDeferral({ flags }: Json): number {
  const problems = new Problems();
  const given = problems.integer(['data', 'flags'], flags, { max: 2 ** 31, required: false }) ?? 0;
  if (given & ~messageFlags.ephemeral) {
    const message = `The flags ${given & ~messageFlags.ephemeral} cannot be set in a deferred reply.`;
    problems.add(['data', 'flags'], 'MESSAGE_FLAGS_INVALID', message);
  }
  problems.throwIfAny();
  return given;
}

/** Returns the origin of an interaction's message. With the ephemeral flag only the interaction's user sees it. */
export function provenance(core: Core, interaction: Interaction, flags: number) {
  return {
    channel: interaction.channel,
    author: core.world.bot,
    interactionMetadata: core.interactions.metadata(interaction, userPayload(interaction.user)),
    onlyFor: (flags & messageFlags.ephemeral) !== 0 ? interaction.user : null,
  };
}

function response(interaction: Interaction, type: number): Json {
  const { id, kind, original } = interaction;
  const hasMessage = original && type !== callbackTypes.choices && type !== callbackTypes.modal;
  return {
    interaction: {
      id,
      type: interactionTypes[kind],
      ...(hasMessage && {
        response_message_id: original.id,
        response_message_loading: original.loading,
        response_message_ephemeral: original.onlyFor !== null,
      }),
    },
    resource: {
      type,
      ...(hasMessage && type !== callbackTypes.deferredUpdate && { message: messagePayload(original) }),
    },
  };
}
