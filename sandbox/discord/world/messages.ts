import type { Clock } from '../clock.ts';
import type { Events } from '../events.ts';
import type { Json } from '../json.ts';
import { intents, messageFlags } from '../numbers.ts';
import { descriptionOf, type UploadedFile } from '../rules/attachment-rules.ts';
import { textOf, withDescendants } from '../rules/component-rules.ts';
import { type Mentions, mentionEffect } from '../rules/mention-effect.ts';
import type { MessageDraft } from '../rules/message-rules.ts';
import type { Snowflakes } from '../snowflake.ts';
import type { Attachments } from './attachments.ts';
import type { Attachment, Channel, Message, User } from './entities.ts';
import { messagePayload } from './message-payload.ts';
import { permissionBits, permissionsIn } from './permissions.ts';
import { showFiles } from './shown-files.ts';

/** The parts of a message: the checked draft, the request body it came from, and its files. */
export interface MessageParts {
  readonly draft: MessageDraft;
  readonly body: Json;
  readonly files: readonly UploadedFile[];
}

export interface Provenance {
  readonly channel: Channel;
  readonly author: User;
  readonly nonce?: string | null;
  readonly referenceId?: string | null;
  readonly interactionMetadata?: Json | null;
  readonly onlyFor?: User | null;
}

const hourMs = 60 * 60_000;
const empty: MessageDraft = { content: '', embeds: [], components: [], flags: 0, keptAttachmentIds: [] };

/**
 * The messages of every channel, ephemeral ones included, oldest first. Each channel keeps only its newest messages.
 */
export class Messages {
  /** If true, Discord refuses every edit of a message older than an hour, as it does after too many such edits. */
  refusesOldEdits = false;
  readonly #byId = new Map<string, Message>();
  /** Messages by channel id, oldest first. */
  readonly #byChannel = new Map<string, Set<Message>>();
  /** The newest message of each nonce, by channel id and nonce. */
  readonly #byNonce = new Map<string, Message>();
  readonly #clock: Clock;
  readonly #ids: Snowflakes;
  readonly #events: Events;
  readonly #attachments: Attachments;
  readonly #mostInChannel: number;

  constructor(parts: {
    clock: Clock;
    ids: Snowflakes;
    events: Events;
    attachments: Attachments;
    mostInChannel: number;
  }) {
    this.#clock = parts.clock;
    this.#ids = parts.ids;
    this.#events = parts.events;
    this.#attachments = parts.attachments;
    this.#mostInChannel = parts.mostInChannel;
  }

  create(provenance: Provenance, parts: MessageParts): Message {
    const message = this.#add(provenance, false);
    this.#apply(message, parts);
    this.#announce('MESSAGE_CREATE', message);
    this.#events.emit('message', message);
    return message;
  }

  /** Creates the "… is thinking" message of a deferred reply. */
  createLoading(provenance: Provenance): Message {
    const message = this.#add(provenance, true);
    this.#announce('MESSAGE_CREATE', message);
    return message;
  }

  edit(message: Message, parts: MessageParts): void {
    const wasLoading = message.loading;
    message.loading = false;
    this.#apply(message, parts);
    if (!wasLoading) message.editedAtMs = this.#clock.now();
    this.#announce('MESSAGE_UPDATE', message);
    this.#events.emit(wasLoading ? 'message' : 'messageEdit', message);
  }

  crosspost(message: Message): void {
    message.flags |= messageFlags.crossposted;
    this.#announce('MESSAGE_UPDATE', message);
    this.#events.emit('messageEdit', message);
  }

  remove(message: Message): void {
    message.deleted = true;
    this.#forget(message);
    if (!message.onlyFor) {
      const data = { id: message.id, channel_id: message.channel.id, guild_id: message.channel.guild?.id };
      this.#events.emit('dispatch', { name: 'MESSAGE_DELETE', data, intents: intentsOf(message) });
    }
    this.#events.emit('messageDelete', message);
  }

  /** @returns the message of an id, or undefined if it is not in the channel */
  find(channel: Channel, id: string): Message | undefined {
    const message = this.#byId.get(id);
    return message?.channel === channel ? message : undefined;
  }

  /** Lists the messages of a channel that everybody sees, or that the reader sees, oldest first. */
  list(channel: Channel, reader?: User): Message[] {
    const all = [...(this.#byChannel.get(channel.id) ?? [])];
    return all.filter((message) => message.onlyFor === null || message.onlyFor === reader);
  }

  /** @returns the message of a nonce, or undefined if it is older than the window */
  byNonce(channel: Channel, nonce: string, windowMs: number): Message | undefined {
    const since = this.#clock.now() - windowMs;
    const message = this.#byNonce.get(`${channel.id} ${nonce}`);
    return message && message.createdAtMs >= since ? message : undefined;
  }

  refusesEdit({ createdAtMs }: Message): boolean {
    return this.refusesOldEdits && this.#clock.now() - createdAtMs > hourMs;
  }

  #add(provenance: Provenance, loading: boolean): Message {
    const { channel, author } = provenance;
    const message: Message = {
      id: this.#ids.next(),
      channel,
      author,
      createdAtMs: this.#clock.now(),
      editedAtMs: null,
      content: '',
      embeds: [],
      components: [],
      attachments: [],
      shownFiles: [],
      flags: 0,
      nonce: provenance.nonce ?? null,
      mentions: { written: [], notified: [] },
      referenceId: provenance.referenceId ?? null,
      interactionMetadata: provenance.interactionMetadata ?? null,
      onlyFor: provenance.onlyFor ?? null,
      loading,
      deleted: false,
    };
    this.#keep(message);
    if (message.nonce !== null) this.#byNonce.set(`${channel.id} ${message.nonce}`, message);
    if (!message.onlyFor) channel.lastMessageId = message.id;
    channel.messageCount += 1;
    return message;
  }

  #keep(message: Message): void {
    this.#byId.set(message.id, message);
    const { id } = message.channel;
    const here = this.#byChannel.get(id) ?? new Set();
    this.#byChannel.set(id, here.add(message));
    const [oldest] = here;
    if (!oldest || here.size <= this.#mostInChannel) return;
    this.#forget(oldest);
    const key = `${id} ${oldest.nonce}`;
    if (this.#byNonce.get(key) === oldest) this.#byNonce.delete(key);
  }

  #forget(message: Message): void {
    this.#byId.delete(message.id);
    this.#byChannel.get(message.channel.id)?.delete(message);
    for (const { id } of message.attachments) this.#attachments.forget(id);
  }

  #apply(message: Message, { draft, body, files }: MessageParts): void {
    const isKept = ({ id }: Attachment) => draft.keptAttachmentIds.includes(id);
    for (const gone of message.attachments.filter((each) => !isKept(each))) this.#attachments.forget(gone.id);
    const added = files.map((file) => this.#attachments.add(message.channel, file, descriptionOf(body, file)));
    message.attachments = [...message.attachments.filter(isKept), ...added];
    const embeds = showFiles(draft.embeds, message.attachments);
    const components = showFiles(draft.components, message.attachments);
    const shownBefore = body.embeds === undefined ? message.shownFiles : [];
    message.shownFiles = [...shownBefore, ...embeds.shown, ...components.shown];
    message.content = draft.content;
    message.embeds = embeds.parts;
    message.components = components.parts;
    message.flags = draft.flags | (message.flags & messageFlags.crossposted);
    message.mentions = mentionsOf(message, draft, body);
  }

  #announce(name: string, message: Message): void {
    if (message.onlyFor) return;
    this.#events.emit('dispatch', { name, data: messagePayload(message), intents: intentsOf(message) });
  }
}

/** Returns the draft that leaves a message unchanged. */
export function draftOf(message: Message | null): MessageDraft {
  if (!message) return empty;
  const { content, embeds, components, flags, attachments } = message;
  return { content, embeds, components, flags, keptAttachmentIds: attachments.map((attachment) => attachment.id) };
}

function mentionsOf({ channel, author }: Message, draft: MessageDraft, body: Json): Mentions {
  const displayed = draft.components.flatMap(withDescendants).map(textOf);
  const text = [draft.content, ...displayed].join('\n');
  return mentionEffect(text, body.allowed_mentions, (roleId) => mayMention(channel, author, roleId));
}

/**
 * Returns whether an author's mention of a role notifies it. The role must exist, and be mentionable or the author
 * allowed to mention everyone.
 */
function mayMention(channel: Channel, author: User, roleId: string): boolean {
  const role = channel.guild?.roles.find(({ id }) => id === roleId);
  const member = channel.guild?.members.get(author.id);
  if (role === undefined || !channel.guild || !member) return false;
  return role.mentionable || (permissionsIn(channel, channel.guild, member) & permissionBits.MentionEveryone) !== 0n;
}

function intentsOf(message: Message): number {
  return message.channel.guild ? intents.guildMessages : intents.directMessages;
}
