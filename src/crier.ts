import { composeCommandContext } from './composition/command-context.ts';
import { type Connection, connect } from './composition/connect.ts';
import { composeDelivery } from './composition/delivery.ts';
import { FatalFault } from './composition/fatal-fault.ts';
import { composeJobs } from './composition/jobs.ts';
import { type MarketData, openMarketData } from './composition/market-data.ts';
import type { CrierParts } from './composition/parts.ts';
import { openSavedState, type SavedState } from './composition/saved-state.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { CommandContext } from './discord/command/command.ts';
import { KnownServers } from './discord/greeting/known-servers.ts';
import { KnownIcons } from './discord/icons/known-icons.ts';
import { createMessenger } from './discord/messenger.ts';
import { TokenRefused } from './discord/refused.ts';
import { ResolvedPermissions } from './discord/resolved-permissions.ts';
import { createOtherNames } from './item-names/other-names.ts';
import { readItemNames } from './item-names/read-folder.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { Languages } from './language/languages.ts';
import { startMonitor } from './monitor/monitor.ts';
import { createWorths } from './prices/worths.ts';
import { within } from './time/within.ts';

/** SIGTERM to exit: what is in flight to Discord gets the larger part of the five seconds. */
const DRAIN_MS = 3_000;
const LEAVE_MS = 1_000;

/** Crier, built and not yet at work. */
export interface Crier {
  /**
   * Works until `stop` aborts, then closes everything, the store too.
   * @throws what it could not go on for
   */
  run(): Promise<void>;
}

interface Wired {
  readonly parts: CrierParts;
  readonly state: SavedState;
  readonly data: MarketData;
  readonly delivery: Delivery;
  readonly context: CommandContext;
  readonly resolved: ResolvedPermissions;
  readonly knownServers: KnownServers;
  readonly icons: KnownIcons;
  readonly fatal: FatalFault;
  readonly signal: AbortSignal;
}

/**
 * Builds and wires everything from the store; nobody is asked for anything yet, and the saved shops are not read.
 * @param stop ends it, and is aborted by itself where it cannot go on
 */
export async function openCrier(parts: CrierParts, stop: AbortController): Promise<Crier> {
  const { config, store, clock, log } = parts;
  const now = () => clock.now();
  const fatal = new FatalFault(parts, stop);
  const onUnauthorized = () => fatal.raise(new TokenRefused());
  const state = await openSavedState(parts);
  const knownServers = await KnownServers.open(state.journal, !store.wasUsed);
  const itemNames = await readItemNames(config.ITEM_NAMES, log);
  const languages = new Languages(itemNames);
  const icons = new KnownIcons();
  const { DISCORD_API_URL: api, DISCORD_TOKEN: token } = config;
  const messenger = createMessenger({
    ...{ api, token, languages, icons, log, now, onUnauthorized },
    addresses: store.addresses,
  });
  const market = () => data.pipeline.market();
  const worths = createWorths(state.journal, market, now);
  const toldMarket = () => data.pipeline.toldMarket();
  const delivery = composeDelivery(parts, state, { messenger, toldMarket, worths, onUnauthorized });
  const data: MarketData = await openMarketData(parts, state, delivery, createOtherNames(itemNames.values()));
  const resolved = new ResolvedPermissions();
  const context = composeCommandContext(parts, state, data, {
    messenger,
    delivery,
    worths,
    resolved,
    languages,
    icons,
  });
  await context.watchChanges.recover();
  const wired = { parts, state, data, delivery, context, resolved, knownServers, icons, fatal, signal: stop.signal };
  return { run: () => run(wired) };
}

async function run(wired: Wired): Promise<void> {
  const { parts, state, data, delivery, context, resolved, knownServers, icons, fatal, signal } = wired;
  const { config, clock, random, log } = parts;
  const onFatal = (error: Error) => fatal.raise(error);
  await monitor(wired);
  // The login mostly waits for Discord: the saved shops are read meanwhile.
  const connecting = connect({ config, context, resolved, knownServers, icons, clock, random, log, signal, onFatal });
  const isRestored = await restore(wired);
  // Events are told, and messages judged, by the market.
  const atWork = isRestored
    ? [data.service.run(signal), runJobs(composeJobs(parts, state, data), clock, log, signal)]
    : [];
  const connection = await connecting;
  if (connection && isRestored) await delivery.start();
  await Promise.all(atWork);
  await end(wired, connection);
  fatal.throwIfRaised();
}

/** Begins with the market of an earlier run, where there is one; false: that failed, or Crier is to stop. */
async function restore({ data, fatal, signal }: Wired): Promise<boolean> {
  try {
    await data.restore.run(signal);
    return true;
  } catch (error) {
    if (!signal.aborted) fatal.raise(error instanceof Error ? error : new Error(String(error)));
    return false;
  }
}

async function monitor({ parts: { config, clock, log }, state, data, signal }: Wired): Promise<void> {
  if (config.HTTP_PORT === undefined) return;
  const { status, writeTrouble } = data;
  await startMonitor({
    port: config.HTTP_PORT,
    status,
    journal: state.journal,
    trouble: writeTrouble,
    droppedLines: log.dropped,
    now: () => clock.now(),
    log,
    signal,
  });
}

async function end({ parts, state, data, delivery, fatal }: Wired, connection: Connection | null): Promise<void> {
  const { store, clock } = parts;
  const written = Promise.all([data.pipeline.settled(), data.bans.settled(), connection?.settled()]);
  await Promise.all([delivery.stop(DRAIN_MS), within(DRAIN_MS, written, clock)]);
  data.pipeline.stop();
  // A client that is still waiting for Discord may never finish leaving.
  if (connection) await within(LEAVE_MS, connection.client.destroy(), clock);
  await state.journal.close();
  await fatal.noted();
  await store.close();
}
