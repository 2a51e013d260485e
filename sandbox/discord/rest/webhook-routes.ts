import { ApiError, apiError } from '../api-error.ts';
import type { Core } from '../core.ts';
import type { Interaction } from '../interactions.ts';
import { jsonOf } from '../json.ts';
import { errorCodes } from '../numbers.ts';
import { checkMessage } from '../rules/message-rules.ts';
import type { Message } from '../world/entities.ts';
import { messagePayload } from '../world/message-payload.ts';
import { editMessage } from './edit-message.ts';
import { provenance, replyFlags } from './interaction-routes.ts';
import { type Call, type Outcome, type Route, tokenRoute } from './route.ts';

const path = '/webhooks/:application/:token';

/** Routes of an interaction's token, valid for 15 minutes: follow up, and read, edit or delete the messages it sent. */
export const webhookRoutes: readonly Route[] = [
  tokenRoute('POST', path, followUp),
  tokenRoute('GET', `${path}/messages/:message`, (core, call) => ({
    status: 200,
    body: messagePayload(find(core, call).message),
  })),
  tokenRoute('PATCH', `${path}/messages/:message`, edit),
  tokenRoute('DELETE', `${path}/messages/:message`, (core, call) => {
    core.messages.remove(find(core, call).message);
    return { status: 204 };
  }),
];

function interactionOf(core: Core, call: Call): Interaction {
  if (call.param('application') !== core.world.bot.id) throw apiError(errorCodes.unknownWebhook);
  return core.interactions.byWebhook(call.param('token'));
}

/** Posts a follow-up. The first one after a deferred reply fills that reply and inherits its ephemeral flag. */
function followUp(core: Core, call: Call): Outcome {
  const interaction = interactionOf(core, call);
  const { original } = interaction;
  const body = jsonOf(call.body);
  if (original?.loading && !original.deleted) return change(core, call, interaction, original);
  const draft = checkMessage(body, { allowedFlags: replyFlags, files: call.files, emojis: core.emojis });
  if (interaction.followUps.length >= interaction.followUpLimit) throw apiError(errorCodes.tooManyFollowUps);
  const parts = { draft, body, files: call.files };
  const message = core.messages.create(provenance(core, interaction, draft.flags), parts);
  interaction.followUps.push(message);
  interaction.progress.emit('followUp', message);
  return { status: 200, body: messagePayload(message) };
}

function edit(core: Core, call: Call): Outcome {
  const { interaction, message } = find(core, call);
  return change(core, call, interaction, message);
}

function change(core: Core, call: Call, interaction: Interaction, message: Message): Outcome {
  try {
    editMessage(core, message, { body: jsonOf(call.body), files: call.files, allowedFlags: replyFlags });
  } catch (error) {
    if (error instanceof ApiError) interaction.refused = error;
    throw error;
  }
  if (message === interaction.original) interaction.progress.emit('reply', message);
  return { status: 200, body: messagePayload(message) };
}

/**
 * Finds `@original` or one of the follow-ups.
 * @throws ApiError for any other message, or a deleted one
 */
function find(core: Core, call: Call): { interaction: Interaction; message: Message } {
  const interaction = interactionOf(core, call);
  const id = call.param('message');
  const candidates = [interaction.original, ...interaction.followUps];
  const message = id === '@original' ? interaction.original : candidates.find((each) => each?.id === id);
  if (!message || message.deleted) throw apiError(errorCodes.unknownMessage);
  return { interaction, message };
}
