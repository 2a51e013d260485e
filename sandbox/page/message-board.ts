import type { Dispatch } from '../discord/events.ts';
import type { Json } from '../discord/json.ts';
import { messageFlags } from '../discord/numbers.ts';
import type { Attachment, Channel, Message, User } from '../discord/world/entities.ts';
import { emojiPathOf } from './emoji-views.ts';
import { InteractionOrigins } from './interaction-origins.ts';
import type { FileView, FromServer, MessageView } from './protocol.ts';
import type { Sandbox } from './sandbox.ts';

const shownPerPlace = 200;

/** The messages of all places as the page shows them, with a notification of each change. */
export class MessageBoard {
  readonly #sandbox: Sandbox;
  readonly #send: (push: FromServer) => void;
  readonly #asked = new InteractionOrigins();
  readonly #loading = new WeakSet<Message>();
  readonly #events;

  constructor(sandbox: Sandbox, send: (push: FromServer) => void) {
    this.#sandbox = sandbox;
    this.#send = send;
    this.#events = {
      dispatch: (dispatch: Dispatch) => this.#asked.note(dispatch),
      message: (message: Message) => this.#show(message, this.#loading.delete(message) ? 'edit' : 'message'),
      messageEdit: (message: Message) => this.#show(message, 'edit'),
      messageDelete: (message: Message) => this.#send({ push: 'delete', messageId: message.id }),
    };
    const { dispatch, message, messageEdit, messageDelete } = this.#events;
    sandbox.discord.events.on('dispatch', dispatch).on('message', message);
    sandbox.discord.events.on('messageEdit', messageEdit).on('messageDelete', messageDelete);
  }

  /** Returns each place's newest messages, oldest first. */
  views(): MessageView[] {
    return this.#sandbox.places.flatMap((place) =>
      this.#in(place)
        .slice(-shownPerPlace)
        .map((each) => this.#view(each)),
    );
  }

  /** Finds a message that the person can see, in any place. */
  find(reader: User, id: string): Message | undefined {
    const { discord, places } = this.#sandbox;
    for (const place of places) {
      const found = discord.messages(place, reader).find((message) => message.id === id);
      if (found) return found;
    }
    return undefined;
  }

  /** Reports a pending reply, which Discord's own events do not. */
  showLoading(message: Message): void {
    this.#loading.add(message);
    this.#show(message, 'message');
  }

  close(): void {
    const { dispatch, message, messageEdit, messageDelete } = this.#events;
    this.#sandbox.discord.events.off('dispatch', dispatch).off('message', message);
    this.#sandbox.discord.events.off('messageEdit', messageEdit).off('messageDelete', messageDelete);
  }

  #in(place: Channel): Message[] {
    const { discord, people } = this.#sandbox;
    const seen = new Set(people.flatMap(({ user }) => discord.messages(place, user)));
    return [...seen].sort((left, right) => (BigInt(left.id) < BigInt(right.id) ? -1 : 1));
  }

  #show(message: Message, push: 'message' | 'edit'): void {
    this.#send({ push, message: this.#view(message) });
  }

  #view(message: Message): MessageView {
    const { author, onlyFor } = message;
    return {
      id: message.id,
      placeId: message.channel.id,
      author: { id: author.id, name: author.name, isBot: author.bot },
      createdAt: message.createdAtMs,
      editedAt: message.editedAtMs,
      content: message.content,
      embeds: withOwnAddresses(message.embeds, message.attachments),
      components: withOwnAddresses(message.components, message.attachments),
      files: filesOf(message),
      flags: message.flags,
      onlyFor: onlyFor?.id ?? null,
      loading: message.loading,
      asked: this.#asked.of(message, this.#sandbox.discord.world),
    };
  }
}

/** In Components V2 a file without a component is invisible. */
function filesOf({ attachments, shownFiles, flags }: Message): FileView[] {
  const isV2 = (flags & messageFlags.componentsV2) !== 0;
  const seen = isV2 ? attachments.filter(({ id }) => shownFiles.includes(id)) : attachments;
  return seen.map(({ id, filename: name, url, contentType: type, size, description, image }) => {
    return { name, url: new URL(url).pathname, type, size, description, image, isShown: shownFiles.includes(id) };
  });
}

/** Addresses of files and emojis lead to the page's own server, because the page loads from nowhere else. */
function withOwnAddresses(parts: readonly Json[], files: readonly Attachment[]): Json[] {
  if (parts.length === 0) return [];
  const paths = new Map(files.map(({ url }) => [url, new URL(url).pathname]));
  const own = (_: string, value: unknown) =>
    typeof value === 'string' ? (paths.get(value) ?? emojiPathOf(value) ?? value) : value;
  return JSON.parse(JSON.stringify(parts), own);
}
