import { setTimeout as wait } from 'node:timers/promises';
import manifest from '../package.json' with { type: 'json' };
import { type Config, ConfigFault, loadEnvironment, readConfig } from './config.ts';
import { connect } from './connect.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createGreeter } from './delivery/greet.ts';
import { readAttachment } from './discord/attachment.ts';
import { picture } from './discord/chart/picture.ts';
import { createPictures } from './discord/chart/pictures.ts';
import type { CommandContext } from './discord/command/command.ts';
import { WorkQueue } from './discord/command/work-queue.ts';
import { createMessenger } from './discord/messenger.ts';
import { DiscordRefused, TokenRefused } from './discord/refused.ts';
import { ResolvedPermissions } from './discord/resolved-permissions.ts';
import { runJobs } from './jobs/jobs.ts';
import { pruneDaily } from './jobs/prune-daily.ts';
import { openJournal } from './journal/journal.ts';
import { createLogger, type Logger } from './log/logger.ts';
import { stayIdle } from './monitor/idle.ts';
import { startMonitor } from './monitor/monitor.ts';
import { OperatorFault } from './operator-fault.ts';
import { BanRegister } from './pipeline/banned-paintings.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import type { Journal } from './ports/journal.ts';
import type { ServiceStatus } from './ports/status.ts';
import { createWorths } from './prices/worths.ts';
import { Subscriptions } from './routing/subscriptions.ts';
import { Service } from './service/service.ts';
import { assumeJustAsked } from './service/shops/min-interval.ts';
import { SnapshotFiles } from './service/shops/snapshot-files.ts';
import { countSettings } from './store/counted-settings.ts';
import { locateStore, type StoreLocation } from './store/location.ts';
import { openStore, type Store } from './store/store.ts';
import { watchFiles } from './store/watch-files.ts';
import { keepInStep } from './subscriptions/in-step.ts';
import { PausedTargets } from './subscriptions/paused-targets.ts';
import { systemClock } from './time/clock.ts';

/** SIGTERM to exit: what is in flight to Discord gets the larger part of the five seconds. */
const DRAIN_MS = 3_000;
const LEAVE_MS = 1_000;

const REFUSED_BEFORE =
  'Discord has refused this DISCORD_TOKEN before: Crier does not ask again. Reset it at discord.com/developers, set the new one and start again.';

/** Builds and wires everything, and runs until `stop` aborts. Storage opens first, Discord last. */
async function run(
  config: Config,
  store: Store,
  location: StoreLocation,
  log: Logger,
  stop: AbortController,
): Promise<void> {
  const now = Date.now;
  let fatal: Error | null = null;
  let remembered = Promise.resolve();
  const end = (error: Error) => {
    fatal ??= error;
    if (error instanceof TokenRefused) remembered = remember(store, config.DISCORD_TOKEN, log);
    stop.abort();
  };

  const journal = openJournal(store.events, now);
  const subscriptions = new Subscriptions();
  const counted = await countSettings(store.settings, journal, log, now());
  const settings = keepInStep(counted.settings, subscriptions);
  for (const feed of counted.feeds) subscriptions.putFeed(feed);
  for (const watch of counted.watches) subscriptions.putWatch(watch);
  for (const person of counted.people) subscriptions.putPerson(person);

  const beganAt = await firstStart(journal, store.wasUsed, log, now());
  const paused = await PausedTargets.open(journal);
  const onUnauthorized = () => end(new TokenRefused());
  const { DISCORD_API_URL: api, DISCORD_TOKEN: token } = config;
  const messenger = createMessenger(api, token, store.addresses, log, now, onUnauthorized);
  const delivery = createDelivery({
    journal,
    messenger,
    subscriptions,
    shops: () => pipeline.market(),
    worthOf: async (identity) => (await worths.of(identity)).worth,
    isPaused: (target) => paused.codeOf(target) !== null,
    clock: systemClock,
    random: Math.random,
    log,
    async onPaused(pause, sources) {
      paused.note(pause);
      const makers = new Set(
        sources.flatMap((subscription) => (subscription.type === 'feed' ? [subscription.makerId] : [])),
      );
      const cause = { kind: 'feeds-paused', at: pause.at, channelId: pause.target.id, code: pause.code } as const;
      const notices = [...makers].map((id) => ({
        target: { kind: 'user', id } as const,
        cause,
        subscriptionIds: [],
        dueAt: pause.at,
      }));
      await journal.record({ changes: [], notices });
      delivery.wake(notices.map(({ target }) => target));
    },
    onOnceDelivered: (watch) => settings.removeWatch(watch.id),
    onUnauthorized,
  });

  const snapshotFiles = new SnapshotFiles({ stem: location.stem, log, clock: systemClock });
  const pipeline = createPipeline({
    journal,
    subscriptions,
    types: await journal.types(),
    delivery,
    log,
    now,
    keep: (snapshot) => snapshotFiles.save(snapshot),
    forget: (takenAt) => snapshotFiles.prune(takenAt),
    isPaused: (target) => paused.codeOf(target) !== null,
    isBanned: (canvas) => bans.has(canvas),
    onPressure: (high) => (high ? service.pauseStream() : service.resumeStream()),
  });
  const savedAt = (await journal.snapshotAt()) ?? (await snapshotFiles.latest());
  const saved = savedAt === null ? null : await snapshotFiles.load(savedAt);
  if (saved && savedAt !== null) await pipeline.restore(saved, savedAt, await journal.purchases(savedAt));

  const contact = config.CONTACT ? ` (+${config.CONTACT})` : '';
  const service = new Service({
    baseUrl: config.SERVICE_URL,
    words: { shops: config.SHOPS_SEGMENT, paintings: config.PAINTINGS_SEGMENT },
    userAgent: `Crier/${manifest.version}${contact}`,
    refreshMs: config.SHOPS_REFRESH_SECONDS * 1000,
    clock: systemClock,
    log,
    checkpoints: journal,
    previous: saved && savedAt !== null ? { takenAt: savedAt, records: saved.shops.length } : null,
    onSnapshot: (snapshot) => pipeline.onSnapshot(snapshot),
    onUnchanged: (at) => pipeline.onUnchanged(at),
    onEvent: (event) => pipeline.onEvent(event),
    onDown: (at, why) => pipeline.onStream({ kind: 'down', at, why }),
    onUp: (at) => pipeline.onStream({ kind: 'up', at }),
    writtenUntil: pipeline.writtenUntil,
    onBans: (ids, at) => bans.take(ids, at),
  });
  const bans = await BanRegister.open({
    journal,
    hear: () => service.bannedPaintings(),
    write: (ids, fresh, at) => pipeline.onBans(ids, fresh, at),
    log,
  });

  // The market is shown a moment before the service notes that its refresh is done.
  const status: ServiceStatus = {
    stream: () => service.stream(),
    snapshot: () => {
      const market = pipeline.market();
      const known = service.snapshot();
      return market && known.takenAt === null
        ? { ...known, takenAt: market.takenAt, records: market.shops.length, duplicates: market.duplicates }
        : known;
    },
    health: () => service.health(),
  };
  const trouble = () => journal.trouble() ?? pipeline.trouble();
  const worths = createWorths(journal, () => pipeline.market(), now);
  const resolved = new ResolvedPermissions();
  const context: CommandContext = {
    market: () => pipeline.market(),
    marketWithin: (waitMs) => pipeline.marketWithin(waitMs),
    subscriptions,
    settings,
    settingsLack: () => counted.lack(now()),
    journal,
    queries: store.queries,
    undos: store.undos,
    addresses: store.addresses,
    watchFiles,
    readAttachment,
    worths,
    work: new WorkQueue(),
    draw: createPictures({ draw: picture, sleep: systemClock.sleep }),
    status,
    trouble,
    bans,
    permissionsIn: (interactionId, channelId) => resolved.of(interactionId, channelId),
    pausedBy: (target) => paused.codeOf(target),
    resume: (target) => paused.resume(target),
    wake: (targets) => delivery.reconsider(targets),
    greet: createGreeter({ messenger, pause: (pause) => paused.pause(pause), clock: systemClock, log }),
    beganAt,
    limits: { watchesPerUser: config.WATCHES_PER_USER, feedsPerGuild: config.FEEDS_PER_GUILD },
    now,
    log,
  };

  if (config.HTTP_PORT !== undefined) {
    await startMonitor({
      port: config.HTTP_PORT,
      status,
      journal,
      trouble,
      droppedLines: log.dropped,
      log,
      signal: stop.signal,
    });
  }
  const jobs = runJobs(
    {
      subscriptions,
      settings,
      queries: store.queries,
      journal,
      market: () => pipeline.market(),
      report: () => service.report(),
      onServer: (cause, checkpoint) => pipeline.onServer(cause, checkpoint),
      now,
      sleep: (ms, signal) => systemClock.sleep(ms, signal),
      log,
    },
    stop.signal,
  );
  const serving = service.run(stop.signal);
  const pruning = pruneDaily(journal, config.HISTORY_DAYS, log, stop.signal);
  const client = await connect(config, context, resolved, log, stop, end);
  if (client) await delivery.start();
  await Promise.all([serving, pruning, jobs]);

  const written = Promise.all([pipeline.settled(), bans.settled()]);
  await Promise.all([delivery.stop(DRAIN_MS), Promise.race([written, wait(DRAIN_MS)])]);
  pipeline.stop();
  // A client that is still waiting for Discord may never finish leaving.
  await Promise.race([client?.destroy(), wait(LEAVE_MS)]);
  await journal.close();
  await remembered;
  await store.close();
  if (fatal) throw fatal;
}

async function remember({ refusedToken }: Store, token: string, log: Logger): Promise<void> {
  try {
    await refusedToken.keep(token);
  } catch (error) {
    log.error({ err: error }, 'That the token is refused could not be kept: the next start asks Discord again');
  }
}

/**
 * When this journal was first used, epoch ms; one of the first release did not know. One that is new in a store that is not
 * has lost when the shops were asked for.
 */
async function firstStart(journal: Journal, wasUsed: boolean, log: Logger, now: number): Promise<number> {
  const known = await journal.checkpoint('began');
  if (known !== null) return known;
  if (wasUsed && (await assumeJustAsked(journal, now))) {
    log.error(
      {},
      'The journal of this store is gone: what waited to be told, past trades and outages are not known any more',
    );
  }
  await journal.saveCheckpoint('began', now);
  return now;
}

/**
 * Reads the configuration and runs until `stop` aborts.
 * @throws where it cannot start or go on: `sayFault` has the words for it
 */
export async function start(stop: AbortController): Promise<void> {
  const config = readConfig(loadEnvironment());
  const located = locateStore(config.STORE_URL);
  if (!located.ok) throw new ConfigFault(located.why);
  const log = createLogger(config.LOG_LEVEL, [config.DISCORD_TOKEN]);
  stop.signal.addEventListener('abort', () => log.info({}, 'Stopping'), { once: true });
  const store = await openStore(located.location, log);
  if (!(await store.refusedToken.is(config.DISCORD_TOKEN))) {
    await store.refusedToken.forget();
    return run(config, store, located.location, log, stop);
  }
  store.events.close();
  await store.close();
  // Who reads along starts it again; a restart policy would do so at once, and for ever.
  if (process.stdout.isTTY) throw new DiscordRefused(REFUSED_BEFORE);
  await stayIdle(REFUSED_BEFORE, config.HTTP_PORT, log, stop.signal);
}

/** Faults that the operator can mend are said in plain words; a stack trace would only hide them. */
export function sayFault(error: unknown): string {
  if (error instanceof OperatorFault) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
