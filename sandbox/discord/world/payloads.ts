import type { Json } from '../json.ts';
import {
  type Attachment,
  type Channel,
  channelTypes,
  type Guild,
  type Member,
  type Role,
  type User,
} from './entities.ts';

/** Users, guilds, channels and attachments in Discord's format. */
export function userPayload(user: User): Json {
  return {
    id: user.id,
    username: user.name.toLowerCase(),
    global_name: user.bot ? null : user.name,
    discriminator: '0',
    avatar: null,
    bot: user.bot,
    public_flags: 0,
    primary_guild: null,
  };
}

export function memberPayload(member: Member): Json {
  return {
    user: userPayload(member.user),
    nick: null,
    avatar: null,
    banner: null,
    roles: member.roles.map((role) => role.id),
    joined_at: isoTime(member.joinedAtMs),
    premium_since: null,
    communication_disabled_until: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
  };
}

export function rolePayload(role: Role): Json {
  return {
    id: role.id,
    name: role.name,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: role.position,
    permissions: role.permissions.toString(),
    managed: role.botId !== null,
    mentionable: role.mentionable,
    flags: 0,
    ...(role.botId && { tags: { bot_id: role.botId } }),
  };
}

export function channelPayload(channel: Channel): Json {
  const base = { id: channel.id, type: channelTypes[channel.type], last_message_id: channel.lastMessageId, flags: 0 };
  if (!channel.guild) return { ...base, recipients: channel.recipient ? [userPayload(channel.recipient)] : [] };
  const inGuild = { ...base, guild_id: channel.guild.id, name: channel.name, rate_limit_per_user: 0 };
  if (channel.parent) return { ...inGuild, ...threadFields(channel, channel.parent) };
  return {
    ...inGuild,
    parent_id: null,
    position: channel.position,
    topic: null,
    nsfw: false,
    permission_overwrites: channel.overwrites.map((overwrite) => ({
      id: overwrite.id,
      type: overwrite.kind === 'role' ? 0 : 1,
      allow: overwrite.allow.toString(),
      deny: overwrite.deny.toString(),
    })),
  };
}

function threadFields(thread: Channel, parent: Channel): Json {
  return {
    parent_id: parent.id,
    owner_id: thread.guild?.owner.id,
    message_count: thread.messageCount,
    total_message_sent: thread.messageCount,
    member_count: 1,
    thread_metadata: {
      archived: thread.archived,
      locked: thread.locked,
      auto_archive_duration: 1_440,
      archive_timestamp: isoTime(0),
      create_timestamp: isoTime(0),
    },
  };
}

/** Returns a guild in the format of `GET /guilds/{id}`. */
export function guildPayload(guild: Guild): Json {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    owner_id: guild.owner.id,
    afk_channel_id: null,
    afk_timeout: 300,
    verification_level: 0,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    roles: [guild.everyone, ...guild.roles].map(rolePayload),
    emojis: [],
    stickers: [],
    features: [],
    mfa_level: 0,
    application_id: null,
    system_channel_id: guild.systemChannel?.id ?? null,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    max_members: 500_000,
    max_video_channel_users: 25,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    preferred_locale: guild.locale,
    nsfw_level: 0,
    nsfw: false,
  };
}

/** Returns a guild in the format of GUILD_CREATE. Without the members intent it lists only the bot. */
export function guildCreatePayload(guild: Guild, bot: User, withMembers: boolean): Json {
  const members = [...guild.members.values()].filter((member) => withMembers || member.user === bot);
  const channels = [...guild.channels.values()].filter((channel) => channel.withBot);
  return {
    ...guildPayload(guild),
    joined_at: isoTime(guild.members.get(bot.id)?.joinedAtMs ?? 0),
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    members: members.map(memberPayload),
    channels: channels.filter((channel) => !channel.parent).map(channelPayload),
    threads: channels.filter((channel) => channel.parent && !channel.archived).map(channelPayload),
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

export function attachmentPayload(attachment: Attachment): Json {
  return {
    id: attachment.id,
    filename: attachment.filename,
    size: attachment.size,
    url: attachment.url,
    proxy_url: attachment.url,
    content_type: attachment.contentType,
    ...attachment.image,
    ...(attachment.description !== null && { description: attachment.description }),
  };
}

export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '000+00:00');
}
