import type { Clock } from '../clock.ts';
import type { Events } from '../events.ts';
import type { Json } from '../json.ts';
import { textOf, withDescendants } from '../rules/component-rules.ts';
import { type Mentions, mentionEffect } from '../rules/mention-effect.ts';
import type { MessageDraft, UploadedFile } from '../rules/message-rules.ts';
import type { Snowflakes } from '../snowflake.ts';
import type { Attachment, Channel, Message, User } from './entities.ts';
import { messagePayload } from './message-payload.ts';

/** What a message is made of: the checked draft, the body it came from, and its files. */
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

const guildMessagesIntent = 1 << 9;
const directMessagesIntent = 1 << 12;
const empty: MessageDraft = { content: '', embeds: [], components: [], flags: 0, keptAttachmentIds: [] };

/** The messages of every channel, ephemeral ones included, oldest first, and the files attached to them. */
export class Messages {
  readonly attachments = new Map<string, Attachment>();
  readonly #byId = new Map<string, Message>();
  /** By channel id and nonce: the newest message of that nonce. */
  readonly #byNonce = new Map<string, Message>();
  readonly #clock: Clock;
  readonly #ids: Snowflakes;
  readonly #events: Events;
  readonly #cdnUrl: () => string;

  constructor(parts: { clock: Clock; ids: Snowflakes; events: Events; cdnUrl: () => string }) {
    this.#clock = parts.clock;
    this.#ids = parts.ids;
    this.#events = parts.events;
    this.#cdnUrl = parts.cdnUrl;
  }

  create(provenance: Provenance, parts: MessageParts): Message {
    const message = this.#add(provenance, false);
    this.#apply(message, parts);
    this.#announce('MESSAGE_CREATE', message);
    this.#events.emit('message', message);
    return message;
  }

  /** The "… is thinking" that stands for a reply to come. */
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

  remove(message: Message): void {
    message.deleted = true;
    this.#byId.delete(message.id);
    if (!message.onlyFor) {
      const data = { id: message.id, channel_id: message.channel.id, guild_id: message.channel.guild?.id };
      this.#events.emit('dispatch', { name: 'MESSAGE_DELETE', data, intents: intentsOf(message) });
    }
    this.#events.emit('messageDelete', message);
  }

  /** A message by its id, where it is in that channel. */
  find(channel: Channel, id: string): Message | undefined {
    const message = this.#byId.get(id);
    return message?.channel === channel ? message : undefined;
  }

  /** What the person (without one: everybody) sees in a channel, oldest first. */
  list(channel: Channel, reader?: User): Message[] {
    return [...this.#byId.values()].filter(
      (message) => message.channel === channel && (message.onlyFor === null || message.onlyFor === reader),
    );
  }

  /** An earlier message of this nonce, not older than the window. */
  byNonce(channel: Channel, nonce: string, windowMs: number): Message | undefined {
    const since = this.#clock.now() - windowMs;
    const message = this.#byNonce.get(`${channel.id} ${nonce}`);
    return message && message.createdAtMs >= since ? message : undefined;
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
      flags: 0,
      nonce: provenance.nonce ?? null,
      mentions: { written: [], notified: [] },
      referenceId: provenance.referenceId ?? null,
      interactionMetadata: provenance.interactionMetadata ?? null,
      onlyFor: provenance.onlyFor ?? null,
      loading,
      deleted: false,
    };
    this.#byId.set(message.id, message);
    if (message.nonce !== null) this.#byNonce.set(`${channel.id} ${message.nonce}`, message);
    if (!message.onlyFor) channel.lastMessageId = message.id;
    return message;
  }

  #apply(message: Message, { draft, body, files }: MessageParts): void {
    const kept = message.attachments.filter((attachment) => draft.keptAttachmentIds.includes(attachment.id));
    const added = files.map((file) => this.#attach(message.channel, file, body));
    message.attachments = [...kept, ...added];
    message.content = draft.content;
    message.embeds = draft.embeds;
    message.components = draft.components;
    message.flags = draft.flags;
    message.mentions = mentionsOf(draft, body);
  }

  /** Keeps a file and gives it an address. */
  upload(
    channel: Channel,
    file: { filename: string; contentType: string; bytes: Buffer },
    description = null as string | null,
  ): Attachment {
    const id = this.#ids.next();
    const url = `${this.#cdnUrl()}/attachments/${channel.id}/${id}/${encodeURIComponent(file.filename)}`;
    const { filename, contentType, bytes } = file;
    const attachment = { id, filename, contentType, bytes, url, description };
    this.attachments.set(id, attachment);
    return attachment;
  }

  #attach(channel: Channel, file: UploadedFile, body: Json): Attachment {
    const listed = Array.isArray(body.attachments) ? (body.attachments as Json[]) : [];
    const description = listed.find((each) => String(each.id) === file.index)?.description;
    return this.upload(channel, file, toText(description));
  }

  #announce(name: string, message: Message): void {
    if (message.onlyFor) return;
    this.#events.emit('dispatch', { name, data: messagePayload(message), intents: intentsOf(message) });
  }
}

/** A draft that leaves a message as it is. */
export function draftOf(message: Message | null): MessageDraft {
  if (!message) return empty;
  const { content, embeds, components, flags, attachments } = message;
  return { content, embeds, components, flags, keptAttachmentIds: attachments.map((attachment) => attachment.id) };
}

function mentionsOf(draft: MessageDraft, body: Json): Mentions {
  const displayed = draft.components.flatMap(withDescendants).map(textOf);
  return mentionEffect([draft.content, ...displayed].join('\n'), body.allowed_mentions);
}

function intentsOf(message: Message): number {
  return message.channel.guild ? guildMessagesIntent : directMessagesIntent;
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
