import type { Json } from '../json.ts';
import { messageFlags, messageTypes } from '../numbers.ts';
import type { Attachment, Message } from './entities.ts';
import { attachmentPayload, isoTime, userPayload } from './payloads.ts';

/** Lists a message's attachments. Discord omits those that an embed or a component shows. */
export function listedAttachments({ attachments, shownFiles }: Message): Attachment[] {
  return attachments.filter(({ id }) => !shownFiles.includes(id));
}

/** Returns a message in Discord's format for REST and gateway. */
export function messagePayload(message: Message): Json {
  const answersInteraction = message.interactionMetadata !== null;
  return {
    id: message.id,
    type: answersInteraction
      ? messageTypes.commandAnswer
      : message.referenceId
        ? messageTypes.reply
        : messageTypes.usual,
    channel_id: message.channel.id,
    ...(message.channel.guild && { guild_id: message.channel.guild.id }),
    author: userPayload(message.author),
    content: message.content,
    timestamp: isoTime(message.createdAtMs),
    edited_timestamp: message.editedAtMs === null ? null : isoTime(message.editedAtMs),
    tts: false,
    mention_everyone: message.mentions.notified.includes('everyone'),
    mentions: [],
    mention_roles: message.mentions.notified.filter((id) =>
      message.channel.guild?.roles.some((role) => role.id === id),
    ),
    attachments: listedAttachments(message).map(attachmentPayload),
    embeds: message.embeds.map((embed) => ({ type: 'rich', ...embed })),
    components: message.components,
    pinned: false,
    flags:
      message.flags | (message.onlyFor ? messageFlags.ephemeral : 0) | (message.loading ? messageFlags.loading : 0),
    ...(message.nonce !== null && { nonce: message.nonce }),
    ...(message.referenceId && {
      message_reference: { type: 0, channel_id: message.channel.id, message_id: message.referenceId },
    }),
    ...(answersInteraction && {
      webhook_id: message.author.id,
      application_id: message.author.id,
      interaction_metadata: message.interactionMetadata,
    }),
  };
}
