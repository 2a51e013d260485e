import type { Json } from '../json.ts';
import type { Mentions } from '../rules/mention-effect.ts';

export interface User {
  readonly id: string;
  readonly name: string;
  readonly bot: boolean;
  locale: string;
  /** False if the user refuses direct messages from the bot. The bot cannot tell closed messages from a block. */
  takesDms: boolean;
  /** Whether the user installed the app to their own account. */
  installed: boolean;
}

export interface Role {
  readonly id: string;
  readonly name: string;
  permissions: bigint;
  readonly position: number;
  /** Whether everybody may mention the role; otherwise Mention Everyone is required. */
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

/** Channel types that contain other channels or posts, and no messages of their own. */
export const withoutMessages: readonly ChannelType[] = ['category', 'forum'];

export interface Channel {
  readonly id: string;
  readonly type: ChannelType;
  readonly name: string;
  readonly guild: Guild | null;
  /** The channel of a thread. */
  readonly parent: Channel | null;
  /** The user of a direct message channel. */
  readonly recipient: User | null;
  /** False if the bot does not take part: direct messages between others, or a private thread it was not added to. */
  readonly withBot: boolean;
  readonly overwrites: Overwrite[];
  /** Position among the channels of the guild, from 0. */
  readonly position: number;
  archived: boolean;
  locked: boolean;
  lastMessageId: string | null;
  /** Number of messages ever posted, including dropped ones. */
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
  /** The channel in which Discord announces new members. */
  systemChannel: Channel | null;
  /** Whether the bot is a member (a guild install). */
  hasBot: boolean;
  /** False during an outage of Discord: the bot stays a member but receives nothing of the guild. */
  isAvailable: boolean;
}

/** An emoji of the application. The bot may use it in every channel it writes to. */
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
  /** Size in bytes. The bytes themselves are at the URL. */
  readonly size: number;
  /** Dimensions of a PNG in pixels. */
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
  /** All files of the message, including those that an embed or a component shows. */
  attachments: Attachment[];
  /** Ids of the attachments that an embed or a component shows. Discord omits them from the list of attachments. */
  shownFiles: readonly string[];
  flags: number;
  readonly nonce: string | null;
  mentions: Mentions;
  readonly referenceId: string | null;
  /** Discord's `interaction_metadata` of the interaction that the message answers. */
  readonly interactionMetadata: Json | null;
  /** The only user who sees the message; set for ephemeral messages. */
  readonly onlyFor: User | null;
  /** True for a deferred reply that is still empty ("… is thinking"). */
  loading: boolean;
  deleted: boolean;
}
