import type { Job } from '../jobs/job.ts';
import { createJobs } from '../jobs/jobs.ts';
import { NO_PROGRESS } from '../log/terminal.ts';
import { BanRegister } from '../pipeline/ban-register.ts';
import { CanvasKeeper } from '../pipeline/canvas-keeper.ts';
import type { CurrentMarket } from '../pipeline/current-market.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { StockCheck } from '../pipeline/stock-check.ts';
import type { LandmarkKeeper } from '../places/landmark-keeper.ts';
import type { Term } from '../ports/fleet.ts';
import type { IngestCheckpoints, Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { OwnShops } from '../ports/own-shops.ts';
import type { Worths } from '../ports/prices.ts';
import type { ServiceRecorder } from '../ports/snapshots.ts';
import type { ServiceStatus } from '../ports/status.ts';
import { chooseProxy } from '../proxy/proxy.ts';
import type { Target } from '../routing/notice.ts';
import { Service } from '../service/service.ts';
import { SavedSnapshots } from '../service/shops/saved-snapshots.ts';
import { notifyRestored } from '../subscriptions/watch-ends.ts';
import { orAborted } from '../time/deadline.ts';
import { DAY_MS } from '../time/durations.ts';
import { userAgentOf } from '../version.ts';
import type { CrierParts, StorePorts } from './parts.ts';

/** Limits the events that are read for deduplication. An hour has fewer. */
const MOST_LATEST_EVENTS = 10_000;

/**
 * The data service, its pipeline and the jobs, for one term of leadership. The service starts once the market is
 * restored.
 */
export interface Intake {
  readonly service: Service;
  readonly restore: Restore;
  readonly pipeline: Pipeline;
  readonly bans: BanRegister;
  readonly canvases: CanvasKeeper;
  readonly jobs: readonly Job[];
  readonly status: ServiceStatus;
  /** @returns the reason why events cannot be written now, or null */
  readonly writeTrouble: () => string | null;
}

/** The objects that an intake changes and that outlive it: the shown market and the delivery. */
export interface IntakeTargets {
  readonly current: CurrentMarket;
  readonly delivery: { wake(targets: readonly Target[]): void };
  readonly worths: Pick<Worths, 'of'>;
  readonly ownShops: OwnShops;
  /** See `Messenger`. */
  readonly isInServer: (guildId: string) => Promise<boolean>;
  /** Null without LANDMARKS. */
  readonly landmarks: LandmarkKeeper | null;
  /** Records the service's frames and snapshots, or null if nothing is recorded. */
  readonly recorder: ServiceRecorder | null;
}

/** Builds the intake. The last snapshot is not read yet, and no request is sent to the service. */
export async function openIntake(
  parts: CrierParts,
  ports: StorePorts,
  term: Pick<Term, 'writer' | 'snapshots'>,
  { current, delivery, worths, ownShops, isInServer, landmarks, recorder }: IntakeTargets,
): Promise<Intake> {
  const { config, clock, random, log, progress } = parts;
  const { journal, subscriptions, settings, transactions } = ports;
  const { writer } = term;
  const now = () => clock.now();
  const market = () => current.get();
  const savedSnapshots = new SavedSnapshots(term.snapshots, log, config.STOCK_UNIT);
  const checkpoints: IngestCheckpoints = {
    saveCheckpoint: (name, at) => writer.saveCheckpoint(name, at),
    checkpoint: (name) => journal.checkpoint(name),
  };
  // The pipeline, the service, the restore and the bans call each other, but only once they run.
  const pipeline: Pipeline = new Pipeline({
    ...{ router: ports.router, journal: writer, current, delivery, log, clock },
    keep: (saved) => savedSnapshots.save(saved),
    forget: (takenAt) => savedSnapshots.prune(takenAt),
    worthOf: async (identity) => (await worths.of(identity)).worth,
    isBanned: (canvas) => bans.has(canvas),
    unreadAt: () => restore.unreadAt,
    onPressure: (high) => (high ? service.pauseStream() : service.resumeStream()),
  });
  const canvases = new CanvasKeeper({ writer, log });
  const stockCheck = await StockCheck.open(config.STOCK_UNIT, ports.stockEvidence, log);
  let isStreamLogged = false;
  let areShopsLogged = false;
  const service: Service = new Service({
    baseUrl: config.SERVICE_URL,
    segments: { shops: config.SHOPS_SEGMENT, paintings: config.PAINTINGS_SEGMENT },
    proxy: chooseProxy(config.SERVICE_URL, config),
    userAgent: userAgentOf(config),
    refreshMs: config.SHOPS_REFRESH_SECONDS * 1000,
    unit: config.STOCK_UNIT,
    historyMs: config.HISTORY_DAYS * DAY_MS,
    ...{ clock, chance: random, log, checkpoints },
    ...(recorder && { recorder }),
    beginSaving: () => savedSnapshots.begin(),
    written: () => pipeline.written(),
    writtenEvents: (from) => journal.latestEvents(from, MOST_LATEST_EVENTS),
    onSnapshot: async (snapshot) => {
      const counts = await pipeline.onSnapshot(snapshot);
      const { shopsPrefix: prefix, revision } = service.found();
      if (!areShopsLogged) log.info({ shops: counts.records, prefix, revision }, 'First list of all shops ingested');
      areShopsLogged = true;
      const market = current.announced();
      if (market !== null) await stockCheck.onMarket(market);
      return counts;
    },
    onUp: (at) => {
      if (!isStreamLogged) log.info({ prefix: service.found().streamPrefix }, 'Stream connected');
      isStreamLogged = true;
      stockCheck.onUp(clock.now());
      pipeline.onStream({ kind: 'up', at });
    },
    onEvent: (event) => {
      stockCheck.onEvent(event, clock.now());
      pipeline.onEvent(event);
    },
    onUnchanged: (at) => {
      stockCheck.onUnchanged(at);
      pipeline.onUnchanged(at);
    },
    onDown: (at, why) => {
      stockCheck.onDown();
      pipeline.onStream({ kind: 'down', at, why });
    },
    onBans: (ids, at) => bans.take(ids, at),
    onPainting: (snbt, at) => canvases.notice(snbt, at),
  });
  const restore = new Restore({ current, service, journal, savedSnapshots, now, log, progress });
  const bans: BanRegister = await BanRegister.open({
    journal: { ...checkpoints, bans: () => journal.bans() },
    // Wait for the restored market. New bans are announced with the shops that sell the paintings.
    fetchBans: async () => {
      await restore.ended();
      return service.bannedPaintings();
    },
    write: (ids, fresh, at) => pipeline.onBans(ids, fresh, at),
    log,
  });
  const targets = await notifyRestored({ journal, writer, settings, now });
  if (targets.length > 0)
    log.info({ targets: targets.length }, 'A backup was restored, notifying channels and users of the gap');
  delivery.wake(targets);
  const jobs = createJobs({
    ...{ journal, writer, subscriptions, settings, transactions, market, now, log },
    queries: ports.queries,
    pauses: ports.paused,
    retriedRefusals: ports.retriedRefusals,
    isInServer,
    keepRemovedDays: config.KEEP_REMOVED_DAYS,
    ownShops,
    clearExpired: ports.clearExpired,
    canvases: journal.canvases,
    historyDays: config.HISTORY_DAYS,
    refreshLandmarks: () => (landmarks ? landmarks.refresh() : ports.landmarks.forget()),
    report: () => service.report(),
    onServerHealth: (cause, checkpoint) => pipeline.onServerHealth(cause, checkpoint),
    wake: (targets) => delivery.wake(targets),
  });
  return {
    ...{ service, restore, pipeline, bans, canvases, jobs },
    status: statusOf(service, current, restore, stockCheck),
    writeTrouble: () => journal.trouble() ?? pipeline.trouble(),
  };
}

/**
 * Returns the status of the service. A market is shown a moment before the service records the end of its refresh.
 * Until then the status has the market's own time and counts.
 */
function statusOf(service: Service, current: CurrentMarket, restore: Restore, stockCheck: StockCheck): ServiceStatus {
  return {
    stream: () => service.stream(),
    snapshot: () => {
      const market = current.get();
      const unreportedSince = current.announced() === null ? restore.unreadAt : null;
      const known = {
        ...service.snapshot(),
        ...(unreportedSince !== null && { unreportedSince }),
        ...(stockCheck.isContradicted && { isStockUnitContradicted: true }),
      };
      if (market && known.takenAt === null) {
        return { ...known, takenAt: market.takenAt, records: market.shops.length, duplicates: market.duplicates };
      }
      return restore.isOver ? known : { ...known, isReadingSaved: true };
    },
    health: () => service.health(),
  };
}

interface MarketRestoreParts {
  readonly current: CurrentMarket;
  readonly service: Service;
  readonly journal: Pick<Journal, 'snapshotAt' | 'purchases'>;
  readonly savedSnapshots: SavedSnapshots;
  readonly now: () => number;
  readonly log: Log;
  readonly progress: CrierParts['progress'];
}

/** Loads the market with which a term begins from the snapshots on disk. It runs once, during the login. */
export class Restore {
  readonly #parts: MarketRestoreParts;
  readonly #ended = Promise.withResolvers<void>();
  #isOver = false;
  #unreadAt: number | null = null;

  constructor(parts: MarketRestoreParts) {
    this.#parts = parts;
  }

  /** False while the market of an earlier run may still be loaded. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * The time of the last snapshot on disk (epoch ms) if it could not be read: changes since then are unknown. Else
   * null.
   */
  get unreadAt(): number | null {
    return this.#unreadAt;
  }

  /** Resolves when `run` ends, however it ends. */
  ended(): Promise<void> {
    return this.#ended.promise;
  }

  /**
   * Shows the market of the last readable snapshot on disk, if there is one, without the goods that were bought since.
   * @throws the journal's errors, and the signal's reason as soon as it aborts
   */
  async run(signal: AbortSignal): Promise<void> {
    try {
      const { progress = NO_PROGRESS } = this.#parts;
      await orAborted(
        progress.during('Reading the shops of an earlier run', () => this.#restore(signal)),
        signal,
      );
    } finally {
      this.#isOver = true;
      this.#ended.resolve();
    }
  }

  async #restore(signal: AbortSignal): Promise<void> {
    const { current, service, journal, savedSnapshots, now, log } = this.#parts;
    await savedSnapshots.clear();
    const savedAt = (await journal.snapshotAt()) ?? (await savedSnapshots.latest());
    const read = savedAt === null ? null : await savedSnapshots.load(savedAt);
    const saved = read?.snapshot ?? null;
    if (signal.aborted) return;
    const isLast = saved?.takenAt === savedAt;
    if (!isLast) this.#unreadAt = savedAt;
    if (read === null || saved === null) return;
    await current.restore(saved, await journal.purchases(saved.takenAt), isLast);
    const { takenAt, shops } = saved;
    log.info(
      { shops: shops.length, ageSeconds: Math.round((now() - takenAt) / 1000) },
      'Shops of an earlier run shown until the next list arrives',
    );
    service.beginWith({ takenAt, shops: shops.length, records: read.records });
  }
}
