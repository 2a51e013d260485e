import { type Client, type Guild, type REST, Status } from 'discord.js';
import { commands } from '../../commands/index.ts';
import { feedPlaceIn, roleFaultIn } from '../discord/command/permissions.ts';
import { explainGatewayProxy, leaveGateway } from '../discord/gateway/client.ts';
import { checkGateway, type Shards, shardsOfBlock } from '../discord/gateway/shards.ts';
import { createDispatch } from '../discord/interactions/dispatch.ts';
import type { SealedRole } from '../discord/render/alert/alert-body.ts';
import { inviteLink } from '../discord/rest/application.ts';
import { createRest } from '../discord/rest/clients.ts';
import { retryRequest } from '../discord/rest/retry-request.ts';
import type { ShardBlock, ShardBlocks, Sharding } from '../ports/fleet.ts';
import type { GatewayStatus } from '../ports/status.ts';
import type { Feed } from '../routing/feed.ts';
import type { FeedPlace } from '../routing/notice.ts';
import { within } from '../time/deadline.ts';
import { greet, LEAVE_MS, type LoginParts, logIn, prepareClient, publish } from './bot-client.ts';

/**
 * Limits the wait for the ids of the commands before servers are greeted. A rejected registration may last a day, and a
 * greeting can name the commands without ids.
 */
const COMMAND_IDS_WAIT_MS = 10_000;
/** A login behind a proxy is explained in the log if it takes longer. Without a proxy it takes some seconds. */
const SLOW_LOGIN_MS = 30_000;

const LOGIN = { failing: 'Discord unreachable, retrying the login', recovered: 'Discord reachable, logged in' };

export interface ConnectParts extends LoginParts {
  readonly shardBlocks: ShardBlocks;
  /** Resolves when the ids of the commands are known. */
  readonly commandsKnown: Promise<void>;
  /** Called if Discord ends the session for good, or a fault occurs that no retry fixes. */
  readonly onFatal: (error: Error) => void;
}

interface LoggedIn {
  readonly block: ShardBlock;
  readonly shards: Shards;
  readonly client: Client<true>;
}

/** A block of shards whose client is ready. */
interface Connected {
  readonly block: ShardBlock;
  readonly client: Client<true>;
  /** Resolves when no greeting of a server is in progress. */
  readonly settled: () => Promise<void>;
}

/** The clients of this process, one for each block of shards that it runs. */
export class GatewayConnection {
  /** Resolves when the first of them is ready, or none will be. */
  readonly ready: Promise<void>;
  readonly #parts: ConnectParts;
  readonly #rest: REST;
  readonly #dispatch: ReturnType<typeof createDispatch>;
  readonly #connected = new Set<Connected>();
  #sharding: Sharding | null = null;
  /**
   * Explains why the gateway may be unreachable behind a proxy. Null if no proxy is set for it, or the gateway is not
   * known yet.
   */
  #proxyNote: string | null = null;
  /** The block that is being logged in. */
  #next: ShardBlock | null = null;

  /**
   * Takes one block of shards after the other and logs it in, however long Discord is unreachable. The process with
   * shard 0 then registers the commands in the background; new servers are greeted once the commands are usable.
   */
  constructor(parts: ConnectParts) {
    this.#parts = parts;
    this.#rest = createRest(parts.config.DISCORD_API_URL, parts.config.DISCORD_TOKEN, parts);
    this.#dispatch = createDispatch(commands, parts.context);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#run(resolve)
      .catch((error) => this.#giveUp(error))
      .finally(resolve);
  }

  /** Returns the present state. */
  status(): GatewayStatus {
    return gatewayStatusOf({
      clients: Array.from(this.#connected, ({ client }) => client),
      next: this.#next,
      sharding: this.#sharding,
      isStandingBy: this.#parts.shardBlocks.isStandingBy(),
    });
  }

  /**
   * Whether posts in a channel can mention a role now, by the gateway's data.
   * @returns null if another process has the server's shard, or the server is in an outage
   */
  canMention({ id, guildId }: SealedRole, channelId: string): boolean | null {
    const guild = this.#guild(guildId);
    return guild && roleFaultIn(guild, channelId, id) === null;
  }

  /** @returns a feed's channel by the gateway's data, or null as in `canMention` */
  placeOf({ guildId, channelId }: Feed): FeedPlace | null {
    const guild = this.#guild(guildId);
    return guild && feedPlaceIn(guild, channelId);
  }

  /** Resolves when no greeting of a server is in progress. */
  async settled(): Promise<void> {
    await Promise.all(Array.from(this.#connected, ({ settled }) => settled()));
  }

  /** Disconnects all clients and releases their shards. A client that waits for Discord is abandoned after a second. */
  async leave(): Promise<void> {
    await Promise.all(Array.from(this.#connected, (one) => this.#leave(one)));
  }

  #guild(guildId: string): Guild | null {
    for (const { client } of this.#connected) {
      const guild = client.guilds.cache.get(guildId);
      if (guild?.available) return guild;
    }
    return null;
  }

  async #run(onReady: () => void): Promise<void> {
    const { signal, shardBlocks: blocks } = this.#parts;
    try {
      while (!signal.aborted) {
        if (this.#sharding !== null) this.#next = await blocks.take(signal);
        if (signal.aborted) return;
        this.#add(await retryRequest(() => this.#logInNext(), LOGIN, this.#parts));
        onReady();
      }
    } finally {
      await this.#next?.release();
    }
  }

  async #logInNext(): Promise<LoggedIn> {
    const { config, shardBlocks: blocks, signal } = this.#parts;
    const { url, shards: recommended } = await checkGateway(this.#rest);
    this.#noteProxy(url);
    signal.throwIfAborted();
    const given = { total: config.SHARDS ?? null, perBlock: config.SHARDS_PER_PROCESS };
    this.#sharding ??= await blocks.agree(given, recommended, signal);
    this.#next ??= await blocks.take(signal);
    const block = this.#next;
    signal.throwIfAborted();
    if (block === null) throw new Error('No block of shards, though Crier is not stopping');
    const [parts, shards] = [this.#partsOf(block), shardsOfBlock(block.number, this.#sharding)];
    try {
      return { block, shards, client: await logIn(prepareClient(shards, this.#dispatch, parts), parts) };
    } catch (error) {
      if (!block.lost.aborted) throw error;
      this.#next = null;
      await block.release();
      this.#parts.log.warn(
        { shards: shards.shards },
        'Lost the shards before their login, another process may run them by now',
      );
      return this.#logInNext();
    }
  }

  /** Logs once that the gateway is reached past the proxy, and once more if no client is ready half a minute later. */
  #noteProxy(gatewayUrl: string): void {
    const { config, clock, log, signal } = this.#parts;
    if (this.#proxyNote !== null) return;
    this.#proxyNote = explainGatewayProxy(gatewayUrl, config);
    if (this.#proxyNote === null) return;
    log.warn({}, this.#proxyNote);
    void clock.sleep(SLOW_LOGIN_MS, signal).then(() => {
      const isLate = this.#connected.size === 0 && !signal.aborted && !this.#parts.shardBlocks.isStandingBy();
      if (isLate) log.warn({ waitedSeconds: SLOW_LOGIN_MS / 1_000 }, `No login at Discord yet. ${this.#proxyNote}`);
    });
  }

  #add({ block, shards, client }: LoggedIn): void {
    const parts = this.#partsOf(block);
    const facts = shards.total === 1 ? {} : { shards: shards.shards, of: shards.total };
    parts.log.info({ bot: client.user.tag, guilds: client.guilds.cache.size, ...facts }, 'Crier is ready');
    const isAlone = shards.shards.length === shards.total;
    if (isAlone && client.guilds.cache.size === 0)
      parts.log.info(
        { invite: inviteLink(client.application.id) },
        'Crier is in no server yet, open the link to invite it',
      );
    let greeter: ReturnType<typeof greet> | null = null;
    const connected: Connected = { block, client, settled: async () => greeter?.settled() };
    this.#next = null;
    this.#connected.add(connected);
    const leave = () => void this.#leave(connected);
    block.lost.addEventListener('abort', leave, { once: true });
    if (block.lost.aborted) leave();
    if (shards.shards.includes(0)) publish(client, parts, (error) => this.#giveUp(error));
    void within(COMMAND_IDS_WAIT_MS, parts.commandsKnown, parts.clock).then(() => {
      if (!parts.signal.aborted) greeter = greet(client, shards, parts);
    });
  }

  /** Returns the parts for a block, with a signal that also aborts when this process loses the block. */
  #partsOf({ lost }: ShardBlock): ConnectParts {
    return { ...this.#parts, signal: AbortSignal.any([this.#parts.signal, lost]) };
  }

  async #leave(one: Connected): Promise<void> {
    if (!this.#connected.delete(one)) return;
    await within(LEAVE_MS, leaveGateway(one.client), this.#parts.clock);
    await one.block.release();
  }

  #giveUp(error: unknown): void {
    const { signal, onFatal } = this.#parts;
    if (!signal.aborted) onFatal(error instanceof Error ? error : new Error(String(error)));
  }
}

/** The blocks of shards of this process. */
export interface GatewayState {
  /** The clients that have logged in. */
  readonly clients: readonly Pick<Client<true>, 'ws'>[];
  /** The block that is being logged in. */
  readonly next: Pick<ShardBlock, 'number'> | null;
  readonly sharding: Sharding | null;
  /** See `ShardBlocks`. */
  readonly isStandingBy: boolean;
}

export function gatewayStatusOf({ clients, next, sharding, isStandingBy }: GatewayState): GatewayStatus {
  const shards = clients.flatMap(({ ws }) => [...ws.shards.values()]);
  const comingUp = next && sharding ? shardsOfBlock(next.number, sharding).shards.length : 0;
  const idle = isStandingBy && comingUp === 0 ? 'standing-by' : 'logging-in';
  return {
    state: clients.length > 0 ? 'running' : idle,
    total: sharding?.total ?? null,
    run: shards.length + comingUp,
    ready: shards.filter(({ status }) => status === Status.Ready).length,
  };
}
