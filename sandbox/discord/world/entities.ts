import type { Json } from '../json.ts';
import type { Mentions } from '../rules/mention-effect.ts';

export interface User {
  readonly id: string;
  readonly name: string;
  readonly bot: boolean;
  locale: string;
  /** Whether the person takes direct messages of the bot; closed or blocked looks the same to it. */
  takesDms: boolean;
  /** Whether the person installed the app to their own account. */
  installed: boolean;
}

export interface Role {
  readonly id: string;
  readonly name: string;
  permissions: bigint;
  readonly position: number;
  /** Whether everybody may mention it; else Mention Everyone is needed. */
  mentionable: boolean;
  readonly botId: string | null;
}

export interface Member {
  readonly user: User;
  roles: Role[];
  readonly joinedAtMs: number;
}

export interface Overwrite {
  readonly id: string;
  readonly kind: 'role' | 'member';
  allow: bigint;
  deny: bigint;
}

/** Discord's channel types by number. */
export const channelTypes = {
  text: 0,
  dm: 1,
  voice: 2,
  category: 4,
  announcement: 5,
  'announcement-thread': 10,
  thread: 11,
  'private-thread': 12,
  forum: 15,
} as const;

export type ChannelType = keyof typeof channelTypes;

/** Those that hold other channels or posts, and no messages of their own. */
export const withoutMessages: readonly ChannelType[] = ['category', 'forum'];

export interface Channel {
  readonly id: string;
  readonly type: ChannelType;
  readonly name: string;
  readonly guild: Guild | null;
  /** The channel a thread belongs to. */
  readonly parent: Channel | null;
  /** The person of a direct message channel. */
  readonly recipient: User | null;
  /** False where the bot is not one of them: direct messages between others, a private thread it was not added to. */
  readonly withBot: boolean;
  readonly overwrites: Overwrite[];
  /** Among the channels of its guild, the first is 0. */
  readonly position: number;
  archived: boolean;
  locked: boolean;
  lastMessageId: string | null;
  /** How many messages there ever were, also those no longer kept. */
  messageCount: number;
}

export interface Guild {
  readonly id: string;
  readonly name: string;
  locale: string;
  readonly owner: User;
  readonly everyone: Role;
  readonly roles: Role[];
  readonly members: Map<string, Member>;
  readonly channels: Map<string, Channel>;
  /** Where Discord itself says who has joined. */
  systemChannel: Channel | null;
  /** Whether the bot was invited (a guild install). */
  hasBot: boolean;
  /** False in an outage of Discord's: the bot is in it and sees nothing of it. */
  isAvailable: boolean;
}

/** An emoji of the application, which the bot may use wherever it writes. */
export interface Emoji {
  readonly id: string;
  readonly name: string;
  readonly animated: boolean;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  /** In bytes; the bytes themselves are at the address. */
  readonly size: number;
  /** Of a picture (PNG), in pixels. */
  readonly image: { readonly width: number; readonly height: number } | null;
  readonly url: string;
  readonly description: string | null;
}

export interface Message {
  readonly id: string;
  readonly channel: Channel;
  readonly author: User;
  readonly createdAtMs: number;
  editedAtMs: number | null;
  content: string;
  embeds: Json[];
  components: Json[];
  /** All of its files, also those that an embed shows. */
  attachments: Attachment[];
  /** The ids of the attachments that an embed or a component shows: Discord lists them no longer. */
  shownFiles: readonly string[];
  flags: number;
  readonly nonce: string | null;
  mentions: Mentions;
  readonly referenceId: string | null;
  /** The interaction it answers, as Discord describes it in `interaction_metadata`. */
  readonly interactionMetadata: Json | null;
  /** Who alone sees it: set for ephemeral messages. */
  readonly onlyFor: User | null;
  /** "… is thinking": a deferred reply that is still empty. */
  loading: boolean;
  deleted: boolean;
}
