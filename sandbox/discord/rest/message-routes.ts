import { apiError } from '../api-error.ts';
import type { Core } from '../core.ts';
import { type Json, jsonOf } from '../json.ts';
import { errorCodes, messageFlags } from '../numbers.ts';
import { checkMessage } from '../rules/message-rules.ts';
import type { Message } from '../world/entities.ts';
import { messagePayload } from '../world/message-payload.ts';
import { channelInReach, checkMayPost, mayDo } from './channel-access.ts';
import { editMessage } from './edit-message.ts';
import { botRoute, type Call, type Outcome, type Route } from './route.ts';

const sendFlags = messageFlags.suppressEmbeds | messageFlags.silent | messageFlags.componentsV2;
const path = '/channels/:channel/messages';
const major = ['channel'];

/** Routes of a channel's messages. Each channel has a posting limit of its own. */
export function messageRoutes(messagesPer5s: number): readonly Route[] {
  const posting = { limit: messagesPer5s, windowMs: 5_000, major };
  return [
    botRoute('POST', path, post, posting),
    botRoute('GET', path, list, { major }),
    botRoute('GET', `${path}/:message`, (core, call) => answer(200, find(core, call)), { major }),
    botRoute('PATCH', `${path}/:message`, edit, posting),
    botRoute('POST', `${path}/:message/crosspost`, crosspost, { limit: 10, windowMs: 3_600_000, major }),
    botRoute('DELETE', `${path}/:message`, remove, { limit: 5, windowMs: 1_000, major }),
  ];
}

function post(core: Core, call: Call): Outcome {
  const channel = channelInReach(core, call.param('channel'));
  const body = jsonOf(call.body);
  const draft = checkMessage(body, { allowedFlags: sendFlags, files: call.files, emojis: core.emojis });
  checkMayPost(core, channel, { embeds: draft.embeds.length > 0, files: call.files.length > 0 });
  const nonce = body.nonce == null ? null : String(body.nonce);
  const { messages, settings, world } = core;
  const earlier = body.enforce_nonce && nonce ? messages.byNonce(channel, nonce, settings.nonceWindowMs) : undefined;
  if (earlier) return answer(200, earlier);
  const reference = referenceOf(core, call, body);
  const provenance = { channel, author: world.bot, nonce, referenceId: reference };
  return answer(200, messages.create(provenance, { draft, body, files: call.files }));
}

function referenceOf(core: Core, call: Call, body: Json): string | null {
  if (body.message_reference == null) return null;
  const reference = jsonOf(body.message_reference);
  const id = String(reference.message_id);
  if (core.messages.find(channelInReach(core, call.param('channel')), id)) return id;
  if (reference.fail_if_not_exists === false) return null;
  const errors = { message_reference: { _errors: [{ code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' }] } };
  throw apiError(errorCodes.invalidFormBody, errors);
}

function list(core: Core, call: Call): Outcome {
  const channel = channelInReach(core, call.param('channel'));
  if (!mayDo(core, channel, 'ReadMessageHistory')) return { status: 200, body: [] };
  const limit = Number(call.query.get('limit') ?? 50);
  const newest = core.messages.list(channel).slice(-limit).reverse();
  return { status: 200, body: newest.map(messagePayload) };
}

function edit(core: Core, call: Call): Outcome {
  const message = find(core, call);
  if (message.author !== core.world.bot) throw apiError(errorCodes.cannotEditOthersMessage);
  if (message.channel.archived) throw apiError(errorCodes.archivedThread);
  editMessage(core, message, { body: jsonOf(call.body), files: call.files });
  return answer(200, message);
}

/** Publishes a message of an announcement channel to the channels that follow it. */
function crosspost(core: Core, call: Call): Outcome {
  const message = find(core, call);
  if (message.channel.type !== 'announcement') throw apiError(errorCodes.wrongChannelType);
  const needed = message.author === core.world.bot ? 'SendMessages' : 'ManageMessages';
  if (!mayDo(core, message.channel, needed)) throw apiError(errorCodes.missingPermissions);
  if ((message.flags & messageFlags.crossposted) !== 0) throw apiError(errorCodes.alreadyCrossposted);
  core.messages.crosspost(message);
  return answer(200, message);
}

function remove(core: Core, call: Call): Outcome {
  const message = find(core, call);
  if (message.author !== core.world.bot && !mayDo(core, message.channel, 'ManageMessages'))
    throw apiError(errorCodes.missingPermissions);
  core.messages.remove(message);
  return { status: 204 };
}

function find(core: Core, call: Call): Message {
  const message = core.messages.find(channelInReach(core, call.param('channel')), call.param('message'));
  if (!message || message.onlyFor) throw apiError(errorCodes.unknownMessage);
  return message;
}

function answer(status: number, message: Message): Outcome {
  return { status, body: messagePayload(message) };
}
