import type { Clock } from '../clock.ts';
import type { Events } from '../events.ts';
import type { Json } from '../json.ts';
import { spokenLocales } from '../locales.ts';
import { intents } from '../numbers.ts';
import type { Snowflakes } from '../snowflake.ts';
import type { Channel, ChannelType, Guild, Member, Overwrite, Role, User } from './entities.ts';
import { channelPayload, guildCreatePayload, guildPayload, memberPayload, rolePayload } from './payloads.ts';
import { bitsOf, botBits, everyoneBits, type Permission, permissionsIn } from './permissions.ts';

export interface ChannelPlan {
  readonly name: string;
  readonly type?: ChannelType;
  /** The channel of a thread; required for threads. */
  readonly parent?: Channel;
  readonly archived?: boolean;
  readonly locked?: boolean;
  /** False for a private thread that the bot was not added to. The bot does not see it. */
  readonly withBot?: boolean;
  /** The permissions that the bot initially lacks in the channel. */
  readonly deniesBot?: readonly Permission[];
}

export interface GuildPlan {
  readonly name: string;
  /** One of `spokenLocales`. */
  readonly locale?: string;
  readonly channels?: readonly ChannelPlan[];
  /** The name of the channel in which Discord announces new members; none by default. */
  readonly systemChannel?: string;
  /** Whether the bot is a member (default). Without it the app works only for users who installed it themselves. */
  readonly withBot?: boolean;
}

/** Users, guilds, channels and permissions. Changes reach the bot as gateway events. */
export class World {
  readonly users = new Map<string, User>();
  readonly guilds = new Map<string, Guild>();
  readonly channels = new Map<string, Channel>();
  readonly bot: User;
  readonly #clock: Clock;
  readonly #ids: Snowflakes;
  readonly #events: Events;

  constructor(clock: Clock, ids: Snowflakes, events: Events) {
    this.#clock = clock;
    this.#ids = ids;
    this.#events = events;
    this.bot = this.#addUser('Crier', 'en-US', true);
  }

  addUser(plan: { name: string; locale?: string; installed?: boolean; takesDms?: boolean }): User {
    const user = this.#addUser(plan.name, plan.locale ?? 'en-US', false);
    user.installed = plan.installed ?? false;
    user.takesDms = plan.takesDms ?? true;
    return user;
  }

  addGuild(plan: GuildPlan): Guild {
    const id = this.#ids.next();
    const guild: Guild = {
      id,
      name: plan.name,
      locale: supportedLocale(plan.locale ?? 'en-US'),
      owner: this.addUser({ name: `Owner of ${plan.name}` }),
      everyone: { id, name: '@everyone', permissions: everyoneBits, position: 0, mentionable: false, botId: null },
      roles: [],
      members: new Map(),
      channels: new Map(),
      systemChannel: null,
      hasBot: false,
      isAvailable: true,
    };
    this.guilds.set(id, guild);
    this.#join(guild, guild.owner, []);
    for (const channel of plan.channels ?? []) this.#makeChannel(guild, channel);
    guild.systemChannel = [...guild.channels.values()].find(({ name }) => name === plan.systemChannel) ?? null;
    if (plan.withBot ?? true) this.inviteBot(guild);
    return guild;
  }

  /** Adds the bot to a guild. A bot that is offline learns of it when it reconnects. */
  inviteBot(guild: Guild): void {
    guild.hasBot = true;
    this.#join(guild, this.bot, [this.#makeRole(guild, this.bot.name, botBits, this.bot.id)]);
    this.#dispatch('GUILD_CREATE', guildCreatePayload(guild, this.bot, false));
  }

  setLocale(guild: Guild, locale: string): void {
    guild.locale = supportedLocale(locale);
    if (guild.hasBot) this.#dispatch('GUILD_UPDATE', guildPayload(guild));
  }

  setPersonLocale(user: User, locale: string): void {
    user.locale = supportedLocale(locale);
  }

  setSystemChannel(guild: Guild, channel: Channel | null): void {
    guild.systemChannel = channel;
    if (guild.hasBot) this.#dispatch('GUILD_UPDATE', guildPayload(guild));
  }

  addChannel(guild: Guild, plan: ChannelPlan): Channel {
    const channel = this.#makeChannel(guild, plan);
    if (guild.hasBot && channel.withBot)
      this.#dispatch(channel.parent ? 'THREAD_CREATE' : 'CHANNEL_CREATE', channelPayload(channel));
    return channel;
  }

  /** Removes a channel. Requests for it then fail as unknown. */
  removeChannel(channel: Channel): void {
    this.channels.delete(channel.id);
    channel.guild?.channels.delete(channel.id);
    if (channel.guild?.systemChannel === channel) channel.guild.systemChannel = null;
    if (channel.guild?.hasBot)
      this.#dispatch(channel.parent ? 'THREAD_DELETE' : 'CHANNEL_DELETE', channelPayload(channel));
  }

  setThread(thread: Channel, state: { archived?: boolean; locked?: boolean }): void {
    Object.assign(thread, state);
    if (thread.guild?.hasBot) this.#dispatch('THREAD_UPDATE', channelPayload(thread));
  }

  /** Adds a user to a guild, with permissions in addition to everyone's. */
  addMember(guild: Guild, user: User, permissions: readonly Permission[] = []): Member {
    const roles = permissions.length > 0 ? [this.#makeRole(guild, `${user.name}'s`, bitsOf(permissions), null)] : [];
    const member = this.#join(guild, user, roles);
    if (!guild.hasBot) return member;
    for (const role of roles) this.#dispatch('GUILD_ROLE_CREATE', { guild_id: guild.id, role: rolePayload(role) });
    this.#dispatch('GUILD_MEMBER_ADD', { guild_id: guild.id, ...memberPayload(member) }, intents.guildMembers);
    return member;
  }

  /** Adds a role that grants no permissions. */
  addRole(
    guild: Guild,
    { name, mentionable = false }: { readonly name: string; readonly mentionable?: boolean },
  ): Role {
    const role = this.#makeRole(guild, name, 0n, null);
    role.mentionable = mentionable;
    this.#dispatchRole('GUILD_ROLE_CREATE', guild, { role: rolePayload(role) });
    return role;
  }

  setMentionable(guild: Guild, role: Role, mentionable: boolean): void {
    role.mentionable = mentionable;
    this.#dispatchRole('GUILD_ROLE_UPDATE', guild, { role: rolePayload(role) });
  }

  /** Deletes a role, also from its members. A mention of it no longer notifies anybody. */
  removeRole(guild: Guild, role: Role): void {
    guild.roles.splice(0, Infinity, ...guild.roles.filter((one) => one !== role));
    for (const member of guild.members.values()) member.roles = member.roles.filter((one) => one !== role);
    this.#dispatchRole('GUILD_ROLE_DELETE', guild, { role_id: role.id });
  }

  /** Removes the bot from a guild. */
  removeBot(guild: Guild): void {
    guild.hasBot = false;
    guild.members.delete(this.bot.id);
    guild.roles.splice(0, Infinity, ...guild.roles.filter(({ botId }) => botId !== this.bot.id));
    this.#dispatch('GUILD_DELETE', { id: guild.id });
  }

  /** Starts or ends an outage of Discord in which the guild is unavailable. The bot stays a member. */
  setAvailable(guild: Guild, isAvailable: boolean): void {
    guild.isAvailable = isAvailable;
    if (!guild.hasBot) return;
    if (isAvailable) this.#dispatch('GUILD_CREATE', guildCreatePayload(guild, this.bot, false));
    else this.#dispatch('GUILD_DELETE', { id: guild.id, unavailable: true });
  }

  /** Denies or grants a user permissions in one channel by an overwrite of the channel. */
  overwrite(channel: Channel, user: User, side: 'allow' | 'deny', permissions: readonly Permission[]): void {
    this.#overwrite(channel, { id: user.id, kind: 'member' }, side, permissions);
  }

  /** Denies or grants everyone in the guild permissions in one channel. */
  overwriteEveryone(channel: Channel, side: 'allow' | 'deny', permissions: readonly Permission[]): void {
    if (channel.guild) this.#overwrite(channel, { id: channel.guild.id, kind: 'role' }, side, permissions);
  }

  /**
   * Returns the direct message channel with a user and creates it at the first call.
   * @param withBot false for a channel between the user and somebody else
   */
  dmChannel(user: User, withBot = true): Channel {
    const open = [...this.channels.values()].find((each) => each.recipient === user && each.withBot === withBot);
    return (
      open ?? this.#addChannel({ name: user.name, type: 'dm', guild: null, parent: null, recipient: user, withBot })
    );
  }

  hasDmChannel(user: User): boolean {
    return [...this.channels.values()].some((channel) => channel.recipient === user && channel.withBot);
  }

  sharesGuildWithBot(user: User): boolean {
    return [...this.guilds.values()].some((guild) => guild.hasBot && guild.members.has(user.id));
  }

  /** Returns a user's permissions in a channel of a guild; none if the user is not a member. */
  permissionsOf(user: User, channel: Channel): bigint {
    const member = channel.guild?.members.get(user.id);
    return channel.guild && member ? permissionsIn(channel, channel.guild, member) : 0n;
  }

  #addUser(name: string, locale: string, bot: boolean): User {
    const user: User = {
      id: this.#ids.next(),
      name,
      bot,
      locale: supportedLocale(locale),
      takesDms: true,
      installed: false,
    };
    this.users.set(user.id, user);
    return user;
  }

  #join(guild: Guild, user: User, roles: Role[]): Member {
    const member = { user, roles, joinedAtMs: this.#clock.now() };
    guild.members.set(user.id, member);
    return member;
  }

  #dispatchRole(name: string, guild: Guild, data: Json): void {
    if (guild.hasBot) this.#dispatch(name, { guild_id: guild.id, ...data });
  }

  #makeRole(guild: Guild, name: string, permissions: bigint, botId: string | null): Role {
    const position = guild.roles.length + 1;
    const role = { id: this.#ids.next(), name, permissions, position, mentionable: false, botId };
    guild.roles.push(role);
    return role;
  }

  #makeChannel(guild: Guild, plan: ChannelPlan): Channel {
    const type = plan.type ?? 'text';
    if (type.endsWith('thread') !== (plan.parent !== undefined)) throw new Error('a thread, and only it, has a parent');
    const { name, parent = null, withBot = true } = plan;
    const place = { name, type, guild, parent, recipient: null, withBot };
    const channel = this.#addChannel(place);
    channel.archived = plan.archived ?? false;
    channel.locked = plan.locked ?? false;
    if (plan.deniesBot) denyOrAllow(channel, { id: this.bot.id, kind: 'member' }, 'deny', bitsOf(plan.deniesBot));
    guild.channels.set(channel.id, channel);
    return channel;
  }

  #addChannel(place: Pick<Channel, 'name' | 'type' | 'guild' | 'parent' | 'recipient' | 'withBot'>): Channel {
    const position = place.guild?.channels.size ?? 0;
    const state = { overwrites: [], position, archived: false, locked: false, lastMessageId: null, messageCount: 0 };
    const channel: Channel = { id: this.#ids.next(), ...place, ...state };
    this.channels.set(channel.id, channel);
    return channel;
  }

  #overwrite(
    channel: Channel,
    whose: Pick<Overwrite, 'id' | 'kind'>,
    side: 'allow' | 'deny',
    permissions: readonly Permission[],
  ): void {
    denyOrAllow(channel, whose, side, bitsOf(permissions));
    if (channel.guild?.hasBot) this.#dispatch('CHANNEL_UPDATE', channelPayload(channel));
  }

  #dispatch(name: string, data: ReturnType<typeof channelPayload>, wanted: number = intents.guilds): void {
    this.#events.emit('dispatch', { name, data, intents: wanted });
  }
}

/** @throws Error for a locale that neither Discord nor the sandbox has */
function supportedLocale(locale: string): string {
  if (spokenLocales.includes(locale)) return locale;
  throw new Error(`Discord has no locale “${locale}”`);
}

function denyOrAllow(
  channel: Channel,
  whose: Pick<Overwrite, 'id' | 'kind'>,
  side: 'allow' | 'deny',
  bits: bigint,
): void {
  const none: Overwrite = { ...whose, allow: 0n, deny: 0n };
  const own = channel.overwrites.find((overwrite) => overwrite.id === whose.id) ?? none;
  if (own === none) channel.overwrites.push(own);
  own.allow = side === 'allow' ? own.allow | bits : own.allow & ~bits;
  own.deny = side === 'deny' ? own.deny | bits : own.deny & ~bits;
}
