import { once } from 'node:events';
import type { CrierParts, RecordOptions } from './composition/parts.ts';
import { type Config, httpOf, isShared, loadEnvironment, readConfig, secretsOf, withoutCredentials } from './config.ts';
import { OperatorFault } from './faults/operator-fault.ts';
import { createLogger } from './log/logger.ts';
import { NO_PROGRESS, Progress, terminalOnStderr } from './log/terminal.ts';
import { answersOf, stayIdle } from './monitor/not-ready-server.ts';
import { type Served, serve } from './monitor/server.ts';
import type { RefusedToken } from './ports/discord-limits.ts';
import { createRefusedToken } from './storage/records/records.ts';
import { locateStore, type StoreLocation } from './storage/sqlite/files.ts';
import { warnOfNetworkFileSystem } from './storage/sqlite/lock.ts';
import { openStore } from './storage/sqlite/store.ts';
import { systemClock } from './time/clock.ts';
import { yieldToEventLoop } from './time/cooperate.ts';
import { VERSION } from './version.ts';

/** Interval of progress lines in the log when stderr is no terminal. */
const PROGRESS_LOGGED_EVERY_MS = 10_000;

const TOKEN_REJECTED_BEFORE =
  'Discord has rejected this DISCORD_TOKEN before, so Crier makes no request with it. Reset it at discord.com/developers, set the new one and start again. If Discord accepts it after all, npm start -- --check lets Crier try again.';

/** The parts from which a store is opened and Crier is built. */
type StartParts = Omit<CrierParts, 'open' | 'served' | 'whenReachable'>;

/**
 * Reads the configuration and runs Crier until `stop` aborts.
 * @param record the recording to make of the service's traffic, or null for none
 * @throws if Crier cannot start or go on; `formatFault` formats the error
 */
export async function start(stop: AbortController, record: RecordOptions | null): Promise<void> {
  const config = readConfig(loadEnvironment());
  const log = createLogger(config.LOG_LEVEL, secretsOf(config));
  log.info(startFacts(config), 'Crier starts');
  const progress = new Progress({
    terminal: terminalOnStderr(),
    logLine: (line) => log.info({}, line),
    logEveryMs: PROGRESS_LOGGED_EVERY_MS,
    clock: systemClock,
  });
  const parts = { config, clock: systemClock, random: Math.random, log, progress, ...(record && { record }) };
  await runOnStore(parts, stop);
}

/** Returns the facts of the first log line, without secrets. */
function startFacts({ SERVICE_URL, STORE_URL, DISCORD_API_URL, ROLE: role, HTTP_PORT }: Config) {
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
 * Opens the configured store and runs on it until `stop` aborts. Stays idle if Discord has rejected the token before.
 * @throws if Crier cannot start or go on
 */
export async function runOnStore(parts: StartParts, stop: AbortController): Promise<void> {
  const { config, log, progress = NO_PROGRESS } = parts;
  stop.signal.addEventListener('abort', () => log.info({}, 'Stopping'), { once: true });
  const served = await serveWhileStarting(parts, stop.signal);
  const store = isShared(config.STORE_URL) ? await openShared(parts, stop.signal) : await openFiles(parts);
  if (store === null) return;
  const { refusedToken, whenReachable } = store;
  if (await whenReachable(() => refusedToken.is(config.DISCORD_TOKEN))) {
    await store.close();
    // At a terminal the operator reads the error and restarts. A restart policy would restart at once, without end.
    if (process.stdout.isTTY) throw new OperatorFault(TOKEN_REJECTED_BEFORE);
    return stayIdle({ why: TOKEN_REJECTED_BEFORE, version: VERSION }, served, log, stop.signal);
  }
  await whenReachable(() => refusedToken.forget());
  const loaded = await loadCrier(stop.signal);
  if (loaded === null) return store.close();
  const crier = await loaded.openCrier(
    {
      ...parts,
      whenReachable,
      ...(served && { served }),
      open: () => progress.during('Opening the store', () => store.open()),
    },
    stop,
  );
  return crier.run();
}

/**
 * Serves health checks from the start on if HTTP_PORT is set. Opening a store may take minutes, and a supervisor
 * restarts a process that does not answer.
 */
async function serveWhileStarting({ config, log }: StartParts, signal: AbortSignal): Promise<Served | null> {
  const http = httpOf(config);
  const starting = { why: 'Crier starts: opening the store', trouble: null, version: VERSION };
  return http && serve({ ...http, log, signal }, answersOf(starting));
}

/** An open store. The code of its ports is loaded by `open`, because that takes long. */
interface OpenedStore {
  readonly refusedToken: Pick<RefusedToken, 'is' | 'forget'>;
  readonly whenReachable: CrierParts['whenReachable'];
  /** Opens the ports of the store. From then on these close it. */
  readonly open: CrierParts['open'];
  close(): Promise<void>;
}

async function openFiles(parts: StartParts): Promise<OpenedStore> {
  const { config, clock, log, progress = NO_PROGRESS } = parts;
  const location = storeOf(config.STORE_URL);
  const store = await progress.during('Checking the store', (onProgress) =>
    openStore(location, log, { now: () => clock.now(), onProgress }),
  );
  const warning = warnOfNetworkFileSystem(location.path);
  if (warning !== null) log.warn({}, warning);
  return {
    refusedToken: createRefusedToken(store.records),
    whenReachable: (work) => work(),
    async open() {
      const { openSqlitePorts } = await import('./composition/sqlite-ports.ts');
      return openSqlitePorts(store, location.stem, parts);
    },
    close: () => store.close(),
  };
}

/** @returns null if Crier was stopped before PostgreSQL was reached */
async function openShared(parts: StartParts, signal: AbortSignal): Promise<OpenedStore | null> {
  const { config, clock, log } = parts;
  const { openPostgres } = await import('./storage/postgres/open.ts');
  const { retryUntilReachable } = await import('./storage/postgres/connection-retries.ts');
  const { openPostgresPorts, openRefusedToken } = await import('./storage/postgres/ports.ts');
  if (signal.aborted) return null;
  const stopped = once(signal, 'abort').then(() => null);
  const postgres = await Promise.race([openPostgres(config.STORE_URL, log, clock), stopped]);
  if (postgres === null) return null;
  return {
    refusedToken: openRefusedToken(postgres, log),
    whenReachable: (work) => retryUntilReachable(work, clock, log),
    async open() {
      return openPostgresPorts(postgres, parts);
    },
    close: () => postgres.end(),
  };
}

/**
 * Loads most of the code, discord.js included, which takes about a second. Faults that the operator must fix first are
 * reported before it.
 * @returns null if Crier was stopped meanwhile
 */
async function loadCrier(signal: AbortSignal): Promise<typeof import('./crier.ts') | null> {
  if (signal.aborted) return null;
  const loaded = await Promise.race([import('./crier.ts'), once(signal, 'abort').then(() => null)]);
  // The import blocks the event loop. A signal that arrived meanwhile reaches its handler in the next whole turn.
  await yieldToEventLoop();
  await yieldToEventLoop();
  return signal.aborted ? null : loaded;
}

function storeOf(url: string): StoreLocation {
  const located = locateStore(url);
  if (!located.ok) throw new OperatorFault(located.why);
  return located.location;
}
