import {
  type APIGuildChannel,
  type APIGuildMember,
  type APIRole,
  type APIUser,
  type GuildChannelType,
  PermissionFlagsBits,
  Routes,
} from 'discord.js';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { within } from '../../time/deadline.ts';
import { PromiseCache } from '../../time/promise-cache.ts';
import { isThread, permissionsIn } from '../command/permissions.ts';
import type { SealedRole } from '../render/alert/alert-body.ts';
import type { AlertClient, PassRateLimiter } from '../rest/clients.ts';

type GuildChannel = APIGuildChannel<GuildChannelType>;

/** Limits the age of cached roles and permissions. Discord ignores mentions of roles that were deleted since. */
const ROLES_FRESH_MS = 5 * 60_000;
/** Limits a post's wait for the answers about its role. */
const LONGEST_ROLES_WAIT_MS = 3_000;
/** Limits the servers, and separately the channels, whose answers are cached. */
const MOST_CACHED_ANSWERS = 1_000;

export interface RoleMentionsParts {
  readonly client: Pick<AlertClient, 'read'>;
  readonly pass: PassRateLimiter;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Checks through Discord's REST API whether posts can mention a role, if no gateway of this process knows the server.
 */
export class RoleMentions {
  readonly #parts: RoleMentionsParts;
  /** Roles by server, or null if Discord did not answer. */
  readonly #roles: PromiseCache<readonly APIRole[] | null>;
  /** Whether Crier has Mention Everyone, by channel, or null if Discord did not answer. */
  readonly #rights: PromiseCache<boolean | null>;
  #self: Promise<APIUser> | null = null;

  constructor(parts: RoleMentionsParts) {
    this.#parts = parts;
    const kept = { most: MOST_CACHED_ANSWERS, freshMs: ROLES_FRESH_MS, now: () => parts.clock.now() };
    this.#roles = new PromiseCache(kept);
    this.#rights = new PromiseCache(kept);
  }

  /** @returns false if Discord says that a post cannot mention the role, else true, also without an answer */
  async canMention(role: SealedRole, channelId: string): Promise<boolean> {
    let can = true;
    const asked = this.#ask(role, channelId).then((answer) => {
      can = answer;
    });
    await within(LONGEST_ROLES_WAIT_MS, asked, this.#parts.clock);
    return can;
  }

  async #ask({ id, guildId }: SealedRole, channelId: string): Promise<boolean> {
    const roles = await this.#roles.get(guildId, () => this.#orNull(guildId, this.#read(Routes.guildRoles(guildId))));
    if (roles === null) return true;
    const role = roles.find((one) => one.id === id);
    if (role === undefined || role.mentionable) return role !== undefined;
    const rights = await this.#rights.get(channelId, () =>
      this.#orNull(guildId, this.#mentionsEveryone(guildId, channelId, roles)),
    );
    return rights ?? true;
  }

  /** Returns whether Crier has Mention Everyone, with which it can mention every role in the channel. */
  async #mentionsEveryone(guildId: string, channelId: string, roles: readonly APIRole[]): Promise<boolean> {
    this.#self ??= this.#read<APIUser>(Routes.user());
    this.#self.catch(() => {
      this.#self = null;
    });
    const { id: selfId } = await this.#self;
    const member = await this.#read<APIGuildMember>(Routes.guildMember(guildId, selfId));
    const channel = await this.#read<GuildChannel>(Routes.channel(channelId));
    const parentId = isThread(channel.type) ? channel.parent_id : null;
    const place = parentId ? await this.#read<GuildChannel>(Routes.channel(parentId)) : channel;
    return (
      (permissionsIn(place, { id: guildId, roles: [...roles] }, member) & PermissionFlagsBits.MentionEveryone) !== 0n
    );
  }

  async #read<T>(route: `/${string}`): Promise<T> {
    return (await this.#parts.client.read(route, this.#parts.pass)) as T;
  }

  /** Turns a failure into null, which is cached like an answer, so that posts do not repeat the request. */
  async #orNull<T>(guild: string, answer: Promise<T>): Promise<T | null> {
    const { log } = this.#parts;
    try {
      return await answer;
    } catch (err) {
      log.warn({ err, guild }, 'Could not read roles, mentioning them unchecked');
      return null;
    }
  }
}
