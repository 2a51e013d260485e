import { once } from 'node:events';
import type { CrierParts, RecordOptions } from './composition/parts.ts';
import {
  type Config,
  ConfigFault,
  httpOf,
  isShared,
  loadEnvironment,
  readConfig,
  secretsOf,
  withoutCredentials,
} from './config.ts';
import { DiscordRefused } from './discord/rest/faults.ts';
import { createLogger } from './log/logger.ts';
import { Progress, terminalOnStderr, UNSEEN } from './log/terminal.ts';
import { answersOf, stayIdle } from './monitor/not-ready-server.ts';
import { type Served, serve } from './monitor/server.ts';
import type { RefusedToken } from './ports/discord-limits.ts';
import { keptRefusedToken } from './storage/records/records.ts';
import { locateStore, type StoreLocation } from './storage/sqlite/files.ts';
import { warnOfNetworkFileSystem } from './storage/sqlite/lock.ts';
import { openStore } from './storage/sqlite/store.ts';
import { systemClock } from './time/clock.ts';
import { yieldToEventLoop } from './time/cooperate.ts';
import { VERSION } from './version.ts';

/** What takes long is said so often where nobody looks on. */
const SAID_EVERY_MS = 10_000;

const REFUSED_BEFORE =
  'Discord has refused this DISCORD_TOKEN before: Crier asks nobody with it. Reset it at discord.com/developers, set the new one and start again. If Discord takes it after all, npm start -- --check lets Crier ask again.';

/** All that a store is opened and Crier is built from. */
type StartParts = Omit<CrierParts, 'open' | 'served'>;

/**
 * Reads the configuration and runs until `stop` aborts.
 * @param record the recording to make of the service, or null for none
 * @throws where it cannot start or go on: `formatFault` has the words for it
 */
export async function start(stop: AbortController, record: RecordOptions | null): Promise<void> {
  const config = readConfig(loadEnvironment());
  const log = createLogger(config.LOG_LEVEL, secretsOf(config));
  log.info(aboutToDo(config), 'Crier starts');
  const progress = new Progress({
    terminal: terminalOnStderr(),
    say: (line) => log.info({}, line),
    sayEveryMs: SAID_EVERY_MS,
    clock: systemClock,
  });
  const parts = { config, clock: systemClock, random: Math.random, log, progress, ...(record && { record }) };
  await runOnStore(parts, stop);
}

/** What it is going to work with, without a secret. */
function aboutToDo({ SERVICE_URL, STORE_URL, DISCORD_API_URL, ROLE: role, HTTP_PORT }: Config) {
  return {
    version: VERSION,
    service: withoutCredentials(SERVICE_URL),
    store: isShared(STORE_URL) ? withoutCredentials(STORE_URL) : STORE_URL,
    discord: withoutCredentials(DISCORD_API_URL),
    role,
    ...(HTTP_PORT !== undefined && { port: HTTP_PORT }),
  };
}

/**
 * Opens the store of the configuration and runs on it until `stop` aborts; idle where Discord has refused the token before.
 * @throws where it cannot start or go on
 */
export async function runOnStore(parts: StartParts, stop: AbortController): Promise<void> {
  const { config, log, progress = UNSEEN } = parts;
  stop.signal.addEventListener('abort', () => log.info({}, 'Stopping'), { once: true });
  const served = await serveMachines(parts, stop.signal);
  const store = isShared(config.STORE_URL) ? await openShared(parts, stop.signal) : await openFiles(parts);
  if (store === null) return;
  if (await store.refusedToken.is(config.DISCORD_TOKEN)) {
    await store.close();
    // Who reads along starts it again; a restart policy would do so at once, and for ever.
    if (process.stdout.isTTY) throw new DiscordRefused(REFUSED_BEFORE);
    return stayIdle({ why: REFUSED_BEFORE, version: VERSION }, served, log, stop.signal);
  }
  await store.refusedToken.forget();
  const loaded = await loadCrier(stop.signal);
  if (loaded === null) return store.close();
  const crier = await loaded.openCrier(
    { ...parts, ...(served && { served }), open: () => progress.during('Opening the store', () => store.open()) },
    stop,
  );
  return crier.run();
}

/**
 * Answers machines from the start on, if HTTP_PORT is set: a store may take minutes to open, and a supervisor restarts a
 * process that does not answer.
 */
async function serveMachines({ config, log }: StartParts, signal: AbortSignal): Promise<Served | null> {
  const http = httpOf(config);
  const starting = { why: 'Crier starts: opening the store', trouble: null, version: VERSION };
  return http && serve({ ...http, log, signal }, answersOf(starting));
}

/** A store of which little is loaded yet. */
interface OpenedStore {
  readonly refusedToken: Pick<RefusedToken, 'is' | 'forget'>;
  /** All that it holds; that closes it then. */
  readonly open: CrierParts['open'];
  close(): Promise<void>;
}

async function openFiles(parts: StartParts): Promise<OpenedStore> {
  const { config, clock, log, progress = UNSEEN } = parts;
  const location = storeOf(config.STORE_URL);
  const store = await progress.during('Looking over the store', (onProgress) =>
    openStore(location, log, { now: () => clock.now(), onProgress }),
  );
  const warning = warnOfNetworkFileSystem(location.path);
  if (warning !== null) log.warn({}, warning);
  return {
    refusedToken: keptRefusedToken(store.records),
    async open() {
      const { openSqlitePorts } = await import('./composition/sqlite-ports.ts');
      return openSqlitePorts(store, location.stem, parts);
    },
    close: () => store.close(),
  };
}

/** null: told to stop while PostgreSQL is not reached. */
async function openShared(parts: StartParts, signal: AbortSignal): Promise<OpenedStore | null> {
  const { config, clock, log } = parts;
  const { openPostgres } = await import('./storage/postgres/open.ts');
  const { openPostgresPorts, openRefusedToken } = await import('./storage/postgres/ports.ts');
  if (signal.aborted) return null;
  const stopped = once(signal, 'abort').then(() => null);
  const postgres = await Promise.race([openPostgres(config.STORE_URL, log, clock), stopped]);
  if (postgres === null) return null;
  return {
    refusedToken: openRefusedToken(postgres, log),
    async open() {
      return openPostgresPorts(postgres, parts);
    },
    close: () => postgres.end(),
  };
}

/**
 * Most of the code, discord.js too. It takes a second to load, and what the operator must mend first does not wait for it.
 * null: told to stop meanwhile
 */
async function loadCrier(signal: AbortSignal): Promise<typeof import('./crier.ts') | null> {
  if (signal.aborted) return null;
  const loaded = await Promise.race([import('./crier.ts'), once(signal, 'abort').then(() => null)]);
  // The event loop stands still while it loads: a signal that came meanwhile is heard in its next whole turn.
  await yieldToEventLoop();
  await yieldToEventLoop();
  return signal.aborted ? null : loaded;
}

function storeOf(url: string): StoreLocation {
  const located = locateStore(url);
  if (!located.ok) throw new ConfigFault(located.why);
  return located.location;
}
