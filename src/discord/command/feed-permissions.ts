import { ChannelType, PermissionFlagsBits } from 'discord.js';
import type { FeedPermission } from '../render/answer/feed.ts';

const THREADS = [ChannelType.PublicThread, ChannelType.PrivateThread, ChannelType.AnnouncementThread] as const;
/** Where feeds can go. */
export const FEED_CHANNELS = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ...THREADS] as const;

export function isThread(type: ChannelType | undefined): boolean {
  return THREADS.some((one) => one === type);
}

/** The permissions that a feed needs in a channel of this type. Without Attach Files it is posted without pictures. */
export function permissionsNeededIn(type: ChannelType | undefined): readonly (readonly [FeedPermission, bigint])[] {
  return [
    ['view', PermissionFlagsBits.ViewChannel],
    isThread(type)
      ? ['send-in-threads', PermissionFlagsBits.SendMessagesInThreads]
      : ['send', PermissionFlagsBits.SendMessages],
    ['embed', PermissionFlagsBits.EmbedLinks],
    ['attach-files', PermissionFlagsBits.AttachFiles],
  ];
}
