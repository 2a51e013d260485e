import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../clock.ts';
import type { Dispatch, Events } from '../events.ts';
import type { Json } from '../json.ts';
import { closeCodes, intents } from '../numbers.ts';
import type { DiscordSettings } from '../options.ts';
import type { Guild } from '../world/entities.ts';
import { guildCreatePayload, userPayload } from '../world/payloads.ts';
import type { World } from '../world/world.ts';
import { Connection, type ConnectionHost } from './connection.ts';
import { readIdentify } from './identify-rules.ts';
import { Session } from './session.ts';
import { type Shard, shardOf } from './shard.ts';

const dayMs = 24 * 60 * 60_000;
/** Guilds in a shard, about as many as Discord recommends. */
const guildsPerRecommendedShard = 1_000;

export interface GatewayParts {
  readonly settings: DiscordSettings;
  readonly clock: Clock;
  readonly events: Events;
  readonly world: World;
  readonly token: string;
  /** Returns `ws://host:port`, known once the server listens. */
  readonly url: () => string;
}

/** The gateway: sessions and their connections, the identify limit, and faults for tests. */
export class Gateway implements ConnectionHost {
  /** If false, heartbeats get no ACK, so that the client detects a zombie connection. */
  acknowledgesHeartbeats = true;
  /** If false, every new connection is cut during its handshake. */
  acceptsConnections = true;
  /** If false, an IDENTIFY gets no READY. */
  saysReady = true;
  /** The close code that every IDENTIFY gets, or null to check it as usual. */
  refusesIdentify: number | null = null;
  readonly #parts: GatewayParts;
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #connections = new Set<Connection>();
  readonly #sessions = new Map<string, Session>();
  #identifies = { used: 0, resetAtMs: 0 };
  /** Time of the last IDENTIFY of each bucket of shards, by bucket number. */
  readonly #identifiedAtMs = new Map<number, number>();

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    parts.events.on('dispatch', (dispatch) => this.#dispatch(dispatch));
  }

  /** Returns the response to `GET /gateway/bot`. */
  information(): Json {
    const { settings, clock, url } = this.#parts;
    const { used, resetAtMs } = this.#budget();
    return {
      url: `${url()}/gateway`,
      shards: settings.recommendedShards ?? Math.max(1, Math.ceil(this.#guilds().length / guildsPerRecommendedShard)),
      session_start_limit: {
        total: settings.identifiesADay,
        remaining: Math.max(0, settings.identifiesADay - used),
        reset_after: resetAtMs - clock.now(),
        max_concurrency: settings.maxConcurrency,
      },
    };
  }

  /** Number of identifies in the current day. */
  get identifies(): number {
    return this.#budget().used;
  }

  get connected(): boolean {
    return [...this.#connections].some((connection) => connection.session);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!this.acceptsConnections) {
      socket.destroy();
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#connect(webSocket, request.url ?? ''));
  }

  /** Sends opcode 7 to every connection. */
  askToReconnect(): void {
    for (const connection of this.#connections) connection.askToReconnect();
  }

  /** Sends opcode 9 to every connection and drops the sessions unless they are resumable. */
  invalidateSessions(resumable: boolean): void {
    if (!resumable) this.#sessions.clear();
    for (const connection of this.#connections) connection.invalidate(resumable);
  }

  /** Closes every connection with a code. Some codes, such as that of a refused token, are final for the client. */
  closeConnections(code: number): void {
    for (const connection of this.#connections) connection.socket.close(code);
  }

  /** Cuts every connection without a closing handshake. */
  cutConnections(): void {
    for (const connection of this.#connections) connection.socket.terminate();
  }

  identify(data: Json, socket: WebSocket): Session | 'invalid' | number {
    const { settings, token } = this.#parts;
    const wanted = readIdentify(data, token, settings.privilegedIntents);
    const budget = this.#budget();
    if (budget.used >= settings.identifiesADay) return closeCodes.authenticationFailed;
    budget.used += 1;
    if (typeof wanted === 'number') return wanted;
    if (this.refusesIdentify !== null) return this.refusesIdentify;
    if (this.#isTooSoon(wanted.shard[0])) return 'invalid';
    if (this.#guilds(wanted.shard).length > settings.guildsPerShard) return closeCodes.shardingRequired;
    const session = new Session(randomBytes(16).toString('hex'), wanted.intents, wanted.shard, socket);
    if (!this.saysReady) return session;
    this.#sessions.set(session.id, session);
    this.#greet(session);
    this.#parts.events.emit('gateway', { what: 'identified', sessionId: session.id, shard: session.shard });
    return session;
  }

  resume(data: Json, socket: WebSocket): Session | 'invalid' | number {
    if (data.token !== this.#parts.token) return closeCodes.authenticationFailed;
    const session = this.#sessions.get(String(data.session_id));
    if (!session) return 'invalid';
    const { seq } = data;
    if (typeof seq !== 'number' || seq > session.lastSequence) return closeCodes.invalidSequence;
    if (!session.remembers(seq)) return 'invalid';
    session.socket = socket;
    session.replay(seq);
    session.dispatch('RESUMED', { _trace: [] });
    this.#parts.events.emit('gateway', { what: 'resumed', sessionId: session.id, shard: session.shard });
    return session;
  }

  reportViolation(text: string): void {
    this.#parts.events.emit('violation', text);
  }

  stop(): void {
    this.cutConnections();
    this.#server.close();
  }

  #connect(socket: WebSocket, url: string): void {
    const query = new URL(url, 'ws://gateway').searchParams;
    if (query.get('v') !== '10' || query.get('encoding') !== 'json' || query.has('compress')) {
      this.reportViolation(`gateway opened with ${url}; offered are v=10, encoding=json and no compression`);
      socket.close(closeCodes.invalidVersion);
      return;
    }
    const { clock, settings, events } = this.#parts;
    const connection = new Connection(socket, { host: this, clock, heartbeatIntervalMs: settings.heartbeatIntervalMs });
    this.#connections.add(connection);
    socket.on('close', (code) => {
      this.#connections.delete(connection);
      const { session } = connection;
      if (session?.socket === socket) session.socket = null;
      if (session && (code === 1000 || code === 1001)) this.#sessions.delete(session.id);
      events.emit('gateway', { what: 'closed', code });
    });
    socket.on('error', () => socket.terminate());
  }

  #dispatch(dispatch: Dispatch): void {
    for (const session of this.#sessions.values()) {
      if (session.wants(dispatch)) session.dispatch(dispatch.name, dispatch.data);
    }
  }

  #greet(session: Session): void {
    const { world, url } = this.#parts;
    const guilds = this.#guilds(session.shard);
    session.dispatch('READY', {
      v: 10,
      user: { ...userPayload(world.bot), verified: true, mfa_enabled: true, flags: 0, email: null },
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      session_id: session.id,
      session_type: 'normal',
      resume_gateway_url: `${url()}/resume`,
      shard: session.shard,
      application: { id: world.bot.id, flags: 0 },
      private_channels: [],
      relationships: [],
      user_settings: {},
    });
    if ((session.intents & intents.guilds) === 0) return;
    const withMembers = (session.intents & intents.guildMembers) !== 0;
    for (const guild of guilds.filter(({ isAvailable }) => isAvailable))
      session.dispatch('GUILD_CREATE', guildCreatePayload(guild, world.bot, withMembers));
  }

  /** Returns the bot's guilds, or those of one shard. */
  #guilds([id, count]: Shard = [0, 1]): Guild[] {
    return [...this.#parts.world.guilds.values()].filter((guild) => guild.hasBot && shardOf(guild.id, count) === id);
  }

  /** Records an IDENTIFY and returns whether it followed another one of its bucket too soon. */
  #isTooSoon(shard: number): boolean {
    const { settings, clock } = this.#parts;
    const bucket = shard % settings.maxConcurrency;
    const sinceMs = clock.now() - (this.#identifiedAtMs.get(bucket) ?? Number.NEGATIVE_INFINITY);
    this.#identifiedAtMs.set(bucket, clock.now());
    if (sinceMs >= settings.identifyIntervalMs) return false;
    this.reportViolation(`IDENTIFY of shard ${shard} ${sinceMs} ms after another of its bucket`);
    return true;
  }

  #budget(): { used: number; resetAtMs: number } {
    const now = this.#parts.clock.now();
    if (this.#identifies.resetAtMs <= now) this.#identifies = { used: 0, resetAtMs: now + dayMs };
    return this.#identifies;
  }
}
