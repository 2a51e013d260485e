import { once } from 'node:events';
import { composeCommandContext } from './composition/command-context.ts';
import { GatewayConnection } from './composition/connect.ts';
import { composeDelivery, composePictures } from './composition/delivery.ts';
import { FatalFault } from './composition/fatal-fault.ts';
import { Fleet, followPublished, OwnPublished, SharedPublished } from './composition/fleet.ts';
import { composeLandmarks, followLandmarks } from './composition/landmarks.ts';
import { Leader } from './composition/leader.ts';
import type { CrierParts, StorePorts } from './composition/parts.ts';
import type { Delivery } from './delivery/delivery.ts';
import { createMessenger } from './discord/alerts/messenger.ts';
import { createDrawCanvas } from './discord/canvas/draw-canvas.ts';
import { filesRefusedCheckpoint } from './discord/command/channel-notes.ts';
import type { CommandContext } from './discord/command/command.ts';
import { ResolvedPermissions } from './discord/command/permissions.ts';
import { IdentifyBackoff } from './discord/gateway/shards.ts';
import { greetAll } from './discord/greeting/known-servers.ts';
import { KnownIcons } from './discord/icons/icons.ts';
import { AddressBan } from './discord/rest/address-ban.ts';
import { TokenRefused } from './discord/rest/faults.ts';
import { countRequests } from './discord/rest/send.ts';
import { createOtherNames, readItemNames } from './item-names/item-names.ts';
import { Languages } from './language/languages.ts';
import { WorkCounts } from './monitor/facts.ts';
import { CurrentMarket } from './pipeline/current-market.ts';
import { KnownPlaces } from './places/known-places.ts';
import type { LandmarkKeeper } from './places/landmark-keeper.ts';
import type { GatewayStatus } from './ports/status.ts';
import { createOwnShops } from './prices/own-shops.ts';
import { createLowestPrices, createWorths } from './prices/reference-prices.ts';
import { createTradesKnownSince } from './prices/trades-known-since.ts';
import { chooseProxy } from './proxy/proxy.ts';
import { openRecorder, type Recorder } from './recorder/recorder.ts';
import { within } from './time/deadline.ts';
import { DAY_MS } from './time/durations.ts';
import { VERSION } from './version.ts';

/**
 * Limits the wait for requests to Discord in flight: the larger part of the 3.8 s that `main.ts` allows the shutdown.
 */
const DISCORD_DRAIN_MS = 2_500;

/** A Crier that is wired but not running yet. */
export interface Crier {
  /**
   * Works until `stop` aborts, then closes everything, including the store.
   * @throws the fault that stopped it, if one did
   */
  run(): Promise<void>;
}

interface Wired {
  readonly parts: CrierParts;
  readonly ports: StorePorts;
  readonly leader: Leader;
  /** Null without LANDMARKS. */
  readonly landmarks: LandmarkKeeper | null;
  /** Null if no recording was asked for. */
  readonly recorder: Recorder | null;
  /** Null if this process is alone on its store. */
  readonly fleet: Fleet | null;
  /**
   * Resolves when the market of an earlier run is shown, if there is one. Deliveries wait for it, because events and
   * messages are judged by the shown market.
   */
  readonly restored: Promise<void>;
  readonly delivery: Delivery;
  readonly context: CommandContext;
  /** Starts the login at Discord. */
  readonly connect: () => GatewayConnection;
  readonly counts: WorkCounts;
  readonly fatal: FatalFault;
  readonly signal: AbortSignal;
}

/**
 * Opens the store and wires all parts. No request leaves yet, and the saved shops are not read.
 * @param stop ends Crier; a fatal fault aborts it too
 */
export async function openCrier(given: CrierParts, stop: AbortController): Promise<Crier> {
  const { config, random, log, whenReachable } = given;
  const ports = await given.open();
  const { clock, journal } = ports;
  const parts: CrierParts = { ...given, clock };
  const now = () => clock.now();
  const fatal = new FatalFault(parts, ports.refusedToken, stop);
  const onUnauthorized = () => fatal.raise(new TokenRefused());
  const superseded = ports.fleet?.superseded;
  superseded?.throwIfAborted();
  superseded?.addEventListener('abort', () => fatal.raise(superseded.reason));
  if (ports.isNew) await greetAll(journal);
  const itemNames = await readItemNames(config.ITEM_NAMES, log);
  const places = new KnownPlaces(
    { map: config.MAP_URL, item: config.ITEM_URL },
    () => current.get()?.mainOverworld ?? null,
  );
  const languages = new Languages(itemNames, places);
  const icons = new KnownIcons();
  const shared = ports.fleet && new SharedPublished(ports.fleet.state);
  if (shared !== null) await whenReachable(() => shared.exchange());
  const published = shared ?? new OwnPublished();
  const commandsKnown = followPublished(published, languages, icons);
  const { DISCORD_API_URL: api, DISCORD_TOKEN: token } = config;
  const { addresses, rateLimiter } = ports;
  const addressBan = await whenReachable(() => AddressBan.open({ holds: ports.sendHolds, clock, log }));
  const counts = new WorkCounts();
  const proxy = chooseProxy(api, config);
  // Every request to Discord goes through this guard: counted, and refused while our address is banned.
  const guardedRequests = {
    guard: (send: Parameters<AddressBan['guard']>[0]) => addressBan.guard(countRequests(send, counts)),
  };
  const drawCanvas = createDrawCanvas(journal.canvases, now);
  const pictures = composePictures({
    canvases: journal.canvases,
    drawCanvas,
    journal,
  });
  const gateway: { connection: GatewayConnection | null } = { connection: null };
  const messenger = createMessenger({
    ...{
      api,
      token,
      languages,
      icons,
      addresses,
      rateLimiter,
      addressBan: guardedRequests,
      proxy,
      clock,
      log,
      onUnauthorized,
    },
    draw: (canvas) => pictures.draw(canvas),
    canMention: (role, channelId) => gateway.connection?.canMention(role, channelId) ?? null,
    checkpoints: journal,
    onFilesRefused: ({ id }) => journal.saveNumbers({ [filesRefusedCheckpoint(id)]: now() }),
    signal: stop.signal,
  });
  const current = new CurrentMarket(
    await whenReachable(() => journal.types()),
    clock,
    createOtherNames(itemNames.values()),
  );
  const worths = createWorths(journal, () => current.get(), now);
  const tradesKnownSince = createTradesKnownSince({ journal, beganAt: ports.beganAt, now });
  const lowestPrices = createLowestPrices({ journal, market: () => current.get(), tradesKnownSince, now });
  const ownShops = createOwnShops({
    ...{ journal, worths, tradesKnownSince, beganAt: ports.beganAt, now },
    market: () => current.get(),
    historyMs: config.HISTORY_DAYS * DAY_MS,
  });
  const announcedMarket = () => current.announced();
  const delivery = composeDelivery(parts, ports, {
    ...{ messenger, pictures, announcedMarket, worths, lowestPrices, counts, onUnauthorized },
    placeOf: (feed) => gateway.connection?.placeOf(feed) ?? null,
  });
  const { promise: restored, resolve: onRestored } = Promise.withResolvers<void>();
  const recorder = openRecording(parts);
  const landmarks = composeLandmarks(parts, ports, places, stop.signal);
  if (landmarks !== null) await whenReachable(() => landmarks.load());
  const isInServer = (guildId: string) => messenger.isInServer(guildId);
  const intakeTargets = { current, delivery, worths, ownShops, isInServer, landmarks, recorder };
  const leader = new Leader(parts, ports, intakeTargets, onRestored);
  const resolved = new ResolvedPermissions();
  const context = composeCommandContext(parts, ports, {
    ...{ current, messenger, delivery, worths, tradesKnownSince, lowestPrices, ownShops },
    ...{ resolved, languages, icons, drawCanvas, places },
    landmarks: () => landmarks?.status() ?? null,
    status: leader.serviceStatus(),
    bans: leader.bans(),
    writeTrouble: () => leader.writeTrouble(),
  });
  const { signal } = stop;
  const fleet =
    ports.fleet &&
    new Fleet({
      fleetState: ports.fleet.state,
      facts: () => ({ role: config.ROLE, leads: leader.intake() !== null, marketAt: current.get()?.takenAt ?? null }),
      // Another process may have learnt that Discord rejects the token.
      check: async () => {
        await ports.fleet?.checkVersion();
        if (await ports.refusedToken.is(token)) onUnauthorized();
        await shared?.exchange();
      },
      ...{ clock, log },
    });
  const connect = () => {
    gateway.connection = new GatewayConnection({
      ...{ config, journal, context, resolved, published, commandsKnown, clock, random, log, signal },
      shardBlocks: ports.shardBlocks,
      ...{ rateLimiter, addressBan: guardedRequests, proxy },
      identifies: new IdentifyBackoff(ports.identifies, clock),
      onFatal: (error) => fatal.raise(error),
    });
    return gateway.connection;
  };
  const wired = {
    parts,
    ports,
    leader,
    landmarks,
    recorder,
    fleet,
    restored,
    delivery,
    context,
    connect,
    counts,
    fatal,
    signal,
  };
  return { run: () => runUntilStopped(wired) };
}

async function runUntilStopped(wired: Wired): Promise<void> {
  const { parts, landmarks, fleet, restored, delivery, connect, fatal, signal } = wired;
  const { ROLE: role } = parts.config;
  const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  const isGateway = role === 'all' || role === 'gateway';
  // The login mostly waits for Discord, so that the saved shops are read in parallel.
  const connection = isGateway ? connect() : null;
  await serveMonitoring(wired, () => connection?.status() ?? null);
  const follow = landmarks && fleet && followLandmarks(landmarks, parts, signal);
  const loops = [ingest(wired), fleet?.run(signal), follow ?? undefined];
  await Promise.race([restored, stopped]);
  // In a fleet the other processes may run all shards, and this one would wait without end.
  if (fleet === null) await connection?.ready;
  const isDelivering = role === 'deliver' || role === 'all';
  if (isDelivering && !signal.aborted) delivery.start();
  await stopped;
  await shutDown(wired, connection, loops);
  fatal.throwIfRaised();
}

/**
 * Starts the recording that the operator asked for.
 * @returns null if none was asked for, or none is possible; the log says why
 */
function openRecording({ record, config, clock, log }: CrierParts): Recorder | null {
  if (record === undefined) return null;
  const { ROLE: role, SHOPS_REFRESH_SECONDS, STOCK_UNIT } = config;
  if (role === 'gateway' || role === 'deliver') {
    const why = `ROLE=${role} receives nothing from the service. Record in the process with ROLE=intake or all.`;
    log.warn({ part: 'recorder', why }, 'Recording disabled: this process receives nothing from the service');
    return null;
  }
  // Neither addresses nor names, because operators send recordings to others.
  const settings = { SHOPS_REFRESH_SECONDS, STOCK_UNIT };
  return openRecorder({ ...record, version: VERSION, settings, now: () => clock.now(), log });
}

/** Serves health checks and Prometheus metrics of this process if HTTP_PORT is set. */
async function serveMonitoring(wired: Wired, gateway: () => GatewayStatus | null): Promise<void> {
  const { ports, context, fleet, counts, signal } = wired;
  const { config, served, clock, log } = wired.parts;
  if (served === undefined) return;
  const { createAnswers } = await import('./monitor/monitor.ts');
  const answers = createAnswers({
    ...{ gateway, counts, signal },
    status: context.status,
    journal: ports.journal,
    trouble: context.writeTrouble,
    landmarks: context.landmarks,
    storeBytes: () => ports.bytes(),
    ...(fleet && { processes: () => fleet.processes() }),
    droppedLines: log.dropped,
    refreshMs: config.SHOPS_REFRESH_SECONDS * 1_000,
    version: VERSION,
    now: () => clock.now(),
  });
  served.answer(answers);
}

async function ingest({ leader, fatal, signal }: Wired): Promise<void> {
  try {
    await leader.run(signal);
  } catch (error) {
    fatal.raise(error instanceof Error ? error : new Error(String(error)));
  }
}

async function shutDown(
  { parts: { clock }, ports, recorder, delivery, fatal }: Wired,
  connection: GatewayConnection | null,
  loops: readonly (Promise<void> | undefined)[],
): Promise<void> {
  const recorded = recorder?.close();
  const settled = connection?.settled() ?? Promise.resolve();
  await Promise.all([delivery.stop(DISCORD_DRAIN_MS), within(DISCORD_DRAIN_MS, settled, clock), ...loops]);
  await connection?.leave();
  await fatal.saved();
  await ports.close();
  await recorded;
}
