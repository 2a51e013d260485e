import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Clock } from './clock.ts';
import { Commands } from './commands.ts';
import type { Core } from './core.ts';
import { Events, PATIENCE_MS } from './events.ts';
import { Gateway } from './gateway/gateway.ts';
import { Interactions } from './interactions.ts';
import { type DiscordOptions, settingsOf } from './options.ts';
import { Actor } from './people/actor.ts';
import type { Fault, FaultTarget, PlannedFault } from './rest/faults.ts';
import type { RequestRecord } from './rest/request-record.ts';
import { RestServer } from './rest/rest-server.ts';
import { Snowflakes } from './snowflake.ts';
import { Attachments } from './world/attachments.ts';
import { DmOpenings } from './world/dm-openings.ts';
import { Emojis } from './world/emojis.ts';
import type { Channel, Emoji, Message, User } from './world/entities.ts';
import { Messages } from './world/messages.ts';
import type { Permission } from './world/permissions.ts';
import { World } from './world/world.ts';

/**
 * Starts a Discord on 127.0.0.1: REST, gateway and attachments on one port. discord.js, unmodified, connects to it with
 * `new Client({ rest: { api: discord.url } })` and `discord.token`.
 */
export async function startDiscord(options: DiscordOptions = {}): Promise<LocalDiscord> {
  const discord = new LocalDiscord(options);
  await discord.listen();
  return discord;
}

/** A strict local Discord for tests: a world to set up, actors for its users, and a record of the bot's requests. */
export class LocalDiscord {
  readonly world: World;
  readonly gateway: Gateway;
  readonly events = new Events();
  /** A bot token in Discord's format; its first part encodes the application's id. */
  readonly token: string;
  /**
   * Requests and frames that no correct client sends: unknown routes, invalid bodies, self-inflicted 429s, breaches of
   * the gateway's rules.
   */
  readonly violations: string[] = [];
  readonly #core: Core;
  readonly #rest: RestServer;
  readonly #server: Server;
  #origin = '';

  constructor(options: DiscordOptions) {
    const { events } = this;
    const settings = settingsOf(options);
    const clock = new Clock(options.now);
    const ids = new Snowflakes(clock);
    const world = new World(clock, ids, events);
    this.world = world;
    this.token = botToken(world.bot.id);
    this.gateway = new Gateway({
      settings,
      clock,
      events,
      world,
      token: this.token,
      url: () => `ws://${this.#origin}`,
    });
    const cdnUrl = () => `http://${this.#origin}`;
    const attachments = new Attachments({ ids, cdnUrl, mostBytes: settings.keptFileBytes });
    this.#core = {
      settings,
      clock,
      events,
      world,
      messages: new Messages({ clock, ids, events, attachments, mostInChannel: settings.keptMessages }),
      attachments,
      emojis: new Emojis(ids, events),
      dmOpenings: new DmOpenings(clock, settings.dmOpensPer10s),
      commands: new Commands(ids, events, world.bot.id),
      interactions: new Interactions(clock, ids, events),
      gateway: this.gateway,
    };
    this.#rest = new RestServer(this.#core, this.token);
    events.on('violation', (text) => this.violations.push(text));
    this.#server = createServer((request, response) => this.#serve(request, response));
    this.#server.on('upgrade', (request, socket, head) => this.gateway.upgrade(request, socket, head));
  }

  /** Returns the REST address for discord.js's `rest.api`. */
  get url(): string {
    return `http://${this.#origin}/api`;
  }

  /** Returns the latest REST requests in the order of their responses. */
  get requests(): readonly RequestRecord[] {
    return this.#rest.log;
  }

  get stats(): RestServer['stats'] {
    return this.#rest.stats;
  }

  /** Returns the global commands, or those of a guild. */
  commands(guildId: string | null = null): ReturnType<Commands['list']> {
    return this.#core.commands.list(guildId);
  }

  /** Returns the application's emojis. */
  get emojis(): readonly Emoji[] {
    return this.#core.emojis.list();
  }

  async listen(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject).listen(this.#core.settings.port, '127.0.0.1', resolve);
    await promise;
    this.#origin = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#core.clock.stop();
    this.gateway.stop();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /**
   * Returns an actor: `discord.as(user).in(channel)` acts in a channel, `inDm()` in the direct messages with the bot.
   */
  as(user: User): { in(channel: Channel): Actor; inDm(): Actor } {
    return {
      in: (channel) => new Actor(this.#core, user, channel),
      inDm: () => new Actor(this.#core, user, this.world.dmChannel(user)),
    };
  }

  /** Lists the messages of a channel that everybody sees, or that the reader sees, oldest first. */
  messages(channel: Channel, reader?: User): Message[] {
    return this.#core.messages.list(channel, reader);
  }

  /**
   * Waits for the next message that everybody sees.
   * @throws Error with the channel's last message if none arrives in time
   */
  async nextMessage(
    channel: Channel,
    accepts: (message: Message) => boolean = () => true,
    { timeoutMs = PATIENCE_MS } = {},
  ): Promise<Message> {
    const isWanted = (message: Message) => message.channel === channel && !message.onlyFor && accepts(message);
    try {
      return await this.events.next('message', isWanted, timeoutMs);
    } catch (cause) {
      const last = this.messages(channel).slice(-3).map(excerpt);
      const seen = last.length > 0 ? `the last there: ${last.join(' | ')}` : 'there is none';
      throw new Error(`no such message in #${channel.name} within ${timeoutMs} ms; ${seen}`, { cause });
    }
  }

  /**
   * Returns a matching message that exists already, or waits for the next one.
   * @throws Error as `nextMessage` does
   */
  async findMessage(
    channel: Channel,
    accepts: (message: Message) => boolean = () => true,
    { timeoutMs = PATIENCE_MS } = {},
  ): Promise<Message> {
    const here = this.messages(channel).find((message) => !message.loading && accepts(message));
    return here ?? this.nextMessage(channel, accepts, { timeoutMs });
  }

  /**
   * Returns the bytes of an attachment by its URL.
   * @throws Error if it was removed, or dropped for newer files
   */
  attachment(url: string): Buffer {
    const found = this.#core.attachments.find(url);
    if (!found) throw new Error(`there is no file at ${url}`);
    return found.bytes;
  }

  /**
   * Waits for the response to the next matching REST request.
   * @throws Error if none is made in time
   */
  nextRequest(accepts: (request: RequestRecord) => boolean, { timeoutMs = PATIENCE_MS } = {}): Promise<RequestRecord> {
    return this.events.next('request', accepts, timeoutMs);
  }

  /** Injects a fault into the next matching requests. */
  fail(target: FaultTarget, fault: Fault, { times = 1 } = {}): PlannedFault {
    return this.#rest.faults.plan(target, fault, times);
  }

  /** If true, Discord refuses every edit of a message older than an hour (30046), interactions included. */
  set refusesOldEdits(isRefused: boolean) {
    this.#core.messages.refusesOldEdits = isRefused;
  }

  denyBot(channel: Channel, ...permissions: Permission[]): void {
    this.world.overwrite(channel, this.world.bot, 'deny', permissions);
  }

  allowBot(channel: Channel, ...permissions: Permission[]): void {
    this.world.overwrite(channel, this.world.bot, 'allow', permissions);
  }

  /** Advances the clock and expires all that is due at the new time. */
  advance(ms: number): void {
    this.#core.clock.advance(ms);
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path.startsWith('/attachments/')) sendFile(this.#core.attachments.find(path), response);
    else if (path.startsWith('/emojis/')) sendFile(this.#core.emojis.atPath(path), response);
    else void this.#rest.handle(request, response);
  }
}

function sendFile(file: { contentType: string; bytes: Buffer } | undefined, response: ServerResponse): void {
  if (file) response.writeHead(200, { 'content-type': file.contentType }).end(file.bytes);
  else response.writeHead(404).end();
}

function excerpt({ content, embeds, components }: Message): string {
  return JSON.stringify({ content, embeds, components }).slice(0, 300);
}

function botToken(applicationId: string): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64url');
  return [Buffer.from(applicationId).toString('base64url'), part(4), part(28)].join('.');
}
