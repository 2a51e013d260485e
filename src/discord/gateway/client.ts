import { EventEmitter } from 'node:events';
import { Client, type ClientOptions, Events, GatewayCloseCodes, GatewayIntentBits, Options } from 'discord.js';
import type { Identifies } from '../../ports/fleet.ts';
import type { Log } from '../../ports/log.ts';
import { chooseProxy, type ProxySettings } from '../../proxy/proxy.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { botRestOptions, type RestParts } from '../rest/clients.ts';
import { DiscordRefused, FAULT_OF_VERSION, TokenRefused } from '../rest/faults.ts';
import type { Shards } from './shards.ts';

/** Close codes after which discord.js does not reconnect, with advice for the operator. */
const FATAL_CLOSES: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.InvalidShard]: `Discord rejects the shards that Crier logs in as. ${FAULT_OF_VERSION}`,
  [GatewayCloseCodes.ShardingRequired]:
    'Crier is in more servers than Discord lets its shards serve (2,500 each): stop it, in all its processes, and start it again without SHARDS, or with a larger one.',
  [GatewayCloseCodes.InvalidAPIVersion]: 'Discord no longer speaks this gateway version: update Crier.',
  [GatewayCloseCodes.InvalidIntents]: `Discord does not know the intents that Crier asks for. ${FAULT_OF_VERSION}`,
  [GatewayCloseCodes.DisallowedIntents]: `Discord refuses the intents that Crier asks for, though none of them has to be switched on at discord.com/developers. ${FAULT_OF_VERSION}`,
};

/** Limits the causes that are kept to log each of them once. Discord has some dozens of events. */
const MOST_LOGGED_CAUSES = 100;
/** Events without which the client has no session. Crier would keep running and receive nothing. */
const SESSION_EVENTS: readonly unknown[] = ['READY', 'ready', 'resumed'];

interface GatewayParts {
  readonly log: Log;
  /** Aborts when Crier is to stop. */
  readonly signal: AbortSignal;
  readonly onFatal: (error: DiscordRefused) => void;
}

export interface ClientParts extends RestParts, GatewayParts {}

/**
 * Creates a client for some of the bot's shards, even if the environment sets SHARDS or SHARD_COUNT, which discord.js
 * would read. The client requests only the guilds intent, and caches only what Crier reads.
 */
export function createClient(
  api: string,
  { shards, total }: Shards,
  identifies: Identifies,
  parts: ClientParts,
): Client {
  const guard = new PacketGuard(parts);
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    shards,
    // At 1, the default, discord.js would use the environment's SHARD_COUNT instead.
    shardCount: Math.max(total, 2),
    rest: botRestOptions(api, parts),
    ws: {
      async buildIdentifyThrottler(manager) {
        guard.guardManager(manager);
        const { session_start_limit: limit } = await manager.fetchGatewayInformation();
        return { waitForIdentify: (shardId, signal) => identifies.pass(shardId, limit.max_concurrency, signal) };
      },
    },
    allowedMentions: { parse: [] },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ReactionManager: 0,
      GuildMemberManager: { maxSize: 100, keepOverLimit: (member) => member.id === member.client.user.id },
      UserManager: { maxSize: 1_000, keepOverLimit: (user) => user.id === user.client.user.id },
    }),
  });
  client.options.shardCount = total;
  guard.guardClient(client);
  followGateway(client, parts);
  return client;
}

/** Logs the state of the connection to Discord's gateway, and reports a permanent close to `onFatal`. */
function followGateway(client: Client, { log, signal: stopping, onFatal }: GatewayParts): void {
  client.on(Events.Error, (error) => log.warn({ err: error }, 'Discord client error'));
  // Logged once, because discord.js retries every half second. A login logs its own failures.
  const lost = new Set<number>();
  client.on(Events.ShardError, ({ message }, shard) => {
    const line = client.isReady() && !lost.has(shard) && !stopping.aborted ? log.warn : log.debug;
    line({ reason: message, shard }, 'Gateway error, reconnecting');
  });
  client.on(Events.ShardReconnecting, (shard) => {
    if (!stopping.aborted && !lost.has(shard)) log.info({ shard }, 'Gateway lost, reconnecting');
    lost.add(shard);
  });
  client.on(Events.ShardReady, (shard) => {
    if (lost.delete(shard)) log.info({ shard }, 'Gateway reconnected with a new session');
  });
  client.on(Events.ShardResume, (shard, replayed) => {
    lost.delete(shard);
    log.info({ shard, replayed }, 'Gateway reconnected, session resumed');
  });
  client.on(Events.ShardDisconnect, ({ code }, shard) => {
    log.error({ shard, code }, 'Gateway closed for good');
    onFatal(refusalOfClose(code));
  });
}

function refusalOfClose(code: number): DiscordRefused {
  if (code === GatewayCloseCodes.AuthenticationFailed) return new TokenRefused();
  return new DiscordRefused(
    FATAL_CLOSES[code] ??
      `Discord closed the gateway for good (${code}): start Crier again, and update it if that does not help.`,
  );
}

/**
 * Catches errors from handling a packet, which discord.js would turn into an unhandled rejection that ends the process.
 * Logs each cause once, without the content of the packet.
 */
class PacketGuard {
  readonly #parts: Pick<GatewayParts, 'log' | 'onFatal'>;
  readonly #logged = new Set<string>();
  #count = 0;

  constructor(parts: Pick<GatewayParts, 'log' | 'onFatal'>) {
    this.#parts = parts;
  }

  /** Guards the listeners of discord.js's connections, through which every packet enters. */
  readonly guardManager = (manager: GatewayManager): void => {
    const emit = manager.emit.bind(manager) as (...args: readonly unknown[]) => boolean;
    const guarded = (...args: readonly unknown[]) => this.#run(() => emit(...args), eventOf(args));
    Object.defineProperty(manager, 'emit', { value: guarded });
  };

  /**
   * Guards the packet handler of a client. Packets from before it was ready are handled later, outside the listeners,
   * and a server whose packet fails counts as received.
   *
   * @throws Error if this version of discord.js has no `handlePacket`
   */
  guardClient({ ws }: Client): void {
    const handlePacket: unknown = Reflect.get(ws, 'handlePacket');
    if (typeof handlePacket !== 'function') throw new Error('This discord.js has no ws.handlePacket to guard');
    const guarded = (...args: readonly unknown[]) =>
      this.#run(() => Reflect.apply(handlePacket, ws, args), packetName(args[0]));
    Object.defineProperty(ws, 'handlePacket', { value: guarded });
  }

  #run<T>(handle: () => T, event: string): T | true {
    try {
      return handle();
    } catch (error) {
      this.#note(event, error);
      return true;
    }
  }

  #note(event: string, error: unknown): void {
    const { log, onFatal } = this.#parts;
    this.#count += 1;
    const cause = `${event}: ${error instanceof Error ? error.message : String(error)}`;
    const isNew = !this.#logged.has(cause) && this.#logged.size < MOST_LOGGED_CAUSES;
    if (isNew) this.#logged.add(cause);
    if (isNew) log.error({ err: error, event, failedPackets: this.#count }, 'Could not process a gateway packet');
    else log.debug({ err: error, event, failedPackets: this.#count }, 'Could not process another gateway packet');
    if (SESSION_EVENTS.includes(event))
      onFatal(new DiscordRefused(`Crier cannot read the session that Discord opened. ${FAULT_OF_VERSION}`));
  }
}

type GatewayManager = Parameters<NonNullable<NonNullable<ClientOptions['ws']>['buildIdentifyThrottler']>>[0];

/** Returns the name of a manager's event, or of its packet if the event is a dispatch. */
function eventOf([event, payload]: readonly unknown[]): string {
  if (event !== 'dispatch') return String(event);
  return typeof payload === 'object' && payload !== null && 'data' in payload ? packetName(payload.data) : 'dispatch';
}

function packetName(packet: unknown): string {
  const name = typeof packet === 'object' && packet !== null && 't' in packet ? packet.t : undefined;
  return typeof name === 'string' ? name.slice(0, 50) : 'unnamed';
}

/**
 * Explains that Crier connects to the gateway directly although a proxy is set for its address. discord.js passes no
 * agent to the gateway's WebSocket.
 *
 * @returns the explanation, or null if no proxy is set for that address
 */
export function explainGatewayProxy(url: string, proxies: ProxySettings): string | null {
  if (!URL.canParse(url)) return null;
  const proxy = chooseProxy(url, proxies);
  if (proxy === null) return null;
  const { hostname, port } = new URL(url);
  return `Crier cannot use a proxy for Discord’s gateway: it connects to ${hostname}:${port || 443} directly, past ${proxy.setting}. Allow that in the firewall`;
}

/** The `readyState` of a WebSocket that is connecting. */
const SOCKET_CONNECTING = 0;

/**
 * Closes a client permanently. discord.js's `destroy` alone leaves open:
 * - a WebSocket that is still connecting, whose unhandled error would end the process
 * - a shard that waits for READY or for its next connection, and connects again half a second later
 * - a shard that starts only after /gateway/bot has answered
 *
 * Resolves when all are closed. A pending login of the client may never settle.
 */
export async function leaveGateway(client: Client): Promise<void> {
  const strategy = propertyOf(propertyOf(client.ws, '_ws'), 'strategy');
  if (typeof strategy === 'object' && strategy !== null) preventNewShards(strategy);
  const shards = clientShards(strategy);
  for (const shard of shards) preventReconnection(shard);
  const sockets = shards.map((shard) => propertyOf(shard, 'connection')).filter(isSocket);
  for (const socket of sockets) socket.on('error', () => undefined);
  const destroyed = client.destroy();
  await yieldToEventLoop();
  for (const socket of sockets) if (socket.readyState === SOCKET_CONNECTING) socket.terminate();
  await destroyed;
}

/** Prevents new shards, and first connections of existing shards. */
function preventNewShards(strategy: object): void {
  const refuse = () => Promise.reject(new Error('This gateway client was closed'));
  for (const step of ['spawn', 'connect']) Reflect.set(strategy, step, refuse);
}

/** Prevents a shard from connecting again. */
function preventReconnection(shard: object): void {
  Reflect.set(shard, 'internalConnect', async () => undefined);
  // Destroying a shard aborts its waits. Each would destroy the shard again, and the first call would never resolve.
  const waits = propertyOf(shard, 'timeoutAbortControllers');
  if (waits instanceof Map) waits.clear();
}

interface Socket extends EventEmitter {
  readonly readyState: number;
  terminate(): void;
}

/** Reads the shards of a client, which discord.js keeps private. */
function clientShards(strategy: unknown): readonly object[] {
  const shards = propertyOf(strategy, 'shards');
  return shards instanceof Map ? [...shards.values()] : [];
}

function propertyOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}

function isSocket(value: unknown): value is Socket {
  return value instanceof EventEmitter && 'terminate' in value;
}
