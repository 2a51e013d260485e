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
import type { AlertClient, Pass } from '../rest/clients.ts';

type Channel = APIGuildChannel<GuildChannelType>;

/** Age of roles and permissions that still counts. A role that was deleted since is harmless: Discord ignores it. */
const FRESH_MS = 5 * 60_000;
/** A post waits for no slower answer. */
const LONGEST_WAIT_MS = 3_000;
/** Servers, and channels of them, whose answers are kept. */
const MOST_KEPT = 1_000;

export interface RoleMentionsParts {
  readonly client: Pick<AlertClient, 'read'>;
  readonly pass: Pass;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Judges by Discord's REST whether posts can mention a role, where no gateway of this process knows the server. */
export class RoleMentions {
  readonly #parts: RoleMentionsParts;
  /** By server. Null if Discord did not say. */
  readonly #roles: PromiseCache<readonly APIRole[] | null>;
  /** By channel: whether Crier has Mention Everyone there. Null if Discord did not say. */
  readonly #rights: PromiseCache<boolean | null>;
  #self: Promise<APIUser> | null = null;

  constructor(parts: RoleMentionsParts) {
    this.#parts = parts;
    const kept = { most: MOST_KEPT, freshMs: FRESH_MS, now: () => parts.clock.now() };
    this.#roles = new PromiseCache(kept);
    this.#rights = new PromiseCache(kept);
  }

  /** @returns false if Discord says that a post cannot mention the role; true if it can, or if Discord does not say */
  async canMention(role: SealedRole, channelId: string): Promise<boolean> {
    let can = true;
    const asked = this.#ask(role, channelId).then((answer) => {
      can = answer;
    });
    await within(LONGEST_WAIT_MS, asked, this.#parts.clock);
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

  /** Discord notifies a role that is not mentionable if the author has Mention Everyone in the channel. */
  async #mentionsEveryone(guildId: string, channelId: string, roles: readonly APIRole[]): Promise<boolean> {
    this.#self ??= this.#read<APIUser>(Routes.user());
    this.#self.catch(() => {
      this.#self = null;
    });
    const { id: selfId } = await this.#self;
    const member = await this.#read<APIGuildMember>(Routes.guildMember(guildId, selfId));
    const channel = await this.#read<Channel>(Routes.channel(channelId));
    const parentId = isThread(channel.type) ? channel.parent_id : null;
    const place = parentId ? await this.#read<Channel>(Routes.channel(parentId)) : channel;
    return (
      (permissionsIn(place, { id: guildId, roles: [...roles] }, member) & PermissionFlagsBits.MentionEveryone) !== 0n
    );
  }

  async #read<T>(route: `/${string}`): Promise<T> {
    return (await this.#parts.client.read(route, this.#parts.pass)) as T;
  }

  /** A failure counts as an answer for as long as one: posts do not repeat it. */
  async #orNull<T>(guild: string, answer: Promise<T>): Promise<T | null> {
    const { log } = this.#parts;
    try {
      return await answer;
    } catch (err) {
      log.warn({ err, guild }, 'Could not read roles, mentioning them as before');
      return null;
    }
  }
}
