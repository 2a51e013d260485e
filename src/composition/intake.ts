import type { Job } from '../jobs/job.ts';
import { BanRegister } from '../pipeline/ban-register.ts';
import { CanvasKeeper } from '../pipeline/canvas-keeper.ts';
import type { CurrentMarket } from '../pipeline/current-market.ts';
import { Pipeline, type PipelineParts } from '../pipeline/pipeline.ts';
import { StockCheck } from '../pipeline/stock-check.ts';
import type { Term } from '../ports/fleet.ts';
import type { IngestCheckpoints } from '../ports/journal.ts';
import type { Worths } from '../ports/prices.ts';
import type { ServiceRecorder } from '../ports/snapshots.ts';
import type { ServiceStatus } from '../ports/status.ts';
import { chooseProxy } from '../proxy/choose-proxy.ts';
import type { Target } from '../routing/notice.ts';
import { Service, type ServiceOptions } from '../service/service.ts';
import { SavedSnapshots } from '../service/shops/saved-snapshots.ts';
import { tellRestored } from '../subscriptions/tell-restored.ts';
import { FoundLog } from './found-log.ts';
import { composeJobs } from './jobs.ts';
import type { CrierParts } from './parts.ts';
import { Restore } from './restore.ts';
import type { StorePorts } from './store-ports.ts';
import { userAgentOf } from './user-agent.ts';

const DAY_MS = 86_400_000;
/** Enough for an hour of events. */
const MOST_EVENTS = 10_000;

/**
 * The data service, what comes of it, and what is known of both, for one term of leadership: thrown away with it. The service
 * runs once the market is restored.
 */
export interface Intake {
  readonly service: Service;
  readonly restore: Restore;
  readonly pipeline: Pipeline;
  readonly bans: BanRegister;
  readonly canvases: CanvasKeeper;
  readonly jobs: readonly Job[];
  readonly status: ServiceStatus;
  /** Why what happens cannot be written down just now; null: it can. */
  readonly writeTrouble: () => string | null;
}

/** The objects that an intake changes and that outlive it: the shown market and the delivery. */
export interface IntakeTargets {
  readonly current: CurrentMarket;
  readonly delivery: { wake(targets: readonly Target[]): void };
  readonly worths: Pick<Worths, 'of'>;
  /** Records the service's frames and snapshots; null if nothing is recorded. */
  readonly recorder: ServiceRecorder | null;
}

/** Nothing is read of the last snapshot yet, and the service is not asked for anything. */
export async function openIntake(
  parts: CrierParts,
  ports: StorePorts,
  term: Pick<Term, 'writer' | 'snapshots'>,
  { current, delivery, worths, recorder }: IntakeTargets,
): Promise<Intake> {
  const { clock, log, progress } = parts;
  const { journal } = ports;
  const { writer } = term;
  const savedSnapshots = new SavedSnapshots(term.snapshots, log, parts.config.STOCK_UNIT);
  const checkpoints: IngestCheckpoints = {
    saveCheckpoint: (name, at) => writer.saveCheckpoint(name, at),
    checkpoint: (name) => journal.checkpoint(name),
  };
  // Each of the three hears of the others only when they run.
  const pipeline: Pipeline = openPipeline(parts, ports, savedSnapshots, {
    ...{ current, delivery },
    worthOf: async (identity) => (await worths.of(identity)).worth,
    journal: writer,
    isBanned: (canvas) => bans.has(canvas),
    unreadAt: () => restore.unreadAt,
    onPressure: (high) => (high ? service.pauseStream() : service.resumeStream()),
  });
  const canvases = new CanvasKeeper({ writer, log });
  const stockCheck = await StockCheck.open(parts.config.STOCK_UNIT, ports.stockEvidence, log);
  const foundLog = new FoundLog(log);
  const service: Service = new Service({
    ...serviceOptions(parts, checkpoints, pipeline, savedSnapshots),
    ...(recorder && { recorder }),
    onSnapshot: async (snapshot) => {
      const counts = await pipeline.onSnapshot(snapshot);
      foundLog.shopsAreIn(counts.records, service.found());
      const market = current.told();
      if (market !== null) await stockCheck.onMarket(market);
      return counts;
    },
    writtenEvents: (from) => journal.latestEvents(from, MOST_EVENTS),
    onUp: (at) => {
      foundLog.streamIsUp(service.found());
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
  const restore = new Restore({ current, service, journal, savedSnapshots, now: () => clock.now(), log, progress });
  const bans: BanRegister = await BanRegister.open({
    journal: { ...checkpoints, bans: () => journal.bans() },
    // Bans that are new are told with the shops that sell them.
    fetchBans: async () => {
      await restore.over();
      return service.bannedPaintings();
    },
    write: (ids, fresh, at) => pipeline.onBans(ids, fresh, at),
    log,
  });
  const concerned = await tellRestored({
    journal,
    writer,
    settings: ports.settings,
    now: () => parts.clock.now(),
  });
  if (concerned.length > 0)
    log.info({ toBeTold: concerned.length }, 'A backup was restored, notifying channels and users of the gap');
  delivery.wake(concerned);
  return {
    ...{ service, restore, pipeline, bans, canvases },
    jobs: composeJobs(parts, ports, writer, {
      service,
      pipeline,
      current,
      wake: (targets) => delivery.wake(targets),
    }),
    status: statusOf(service, current, restore, stockCheck),
    writeTrouble: () => journal.trouble() ?? pipeline.trouble(),
  };
}

function openPipeline(
  { clock, log }: CrierParts,
  { router }: StorePorts,
  savedSnapshots: SavedSnapshots,
  later: Pick<PipelineParts, 'current' | 'delivery' | 'journal' | 'worthOf' | 'isBanned' | 'unreadAt' | 'onPressure'>,
): Pipeline {
  return new Pipeline({
    ...{ router, log, clock },
    keep: (saved) => savedSnapshots.save(saved),
    forget: (takenAt) => savedSnapshots.prune(takenAt),
    ...later,
  });
}

function serviceOptions(
  { config, clock, random, log }: CrierParts,
  checkpoints: IngestCheckpoints,
  pipeline: Pipeline,
  savedSnapshots: SavedSnapshots,
): Omit<
  ServiceOptions,
  'onBans' | 'onDown' | 'onEvent' | 'onPainting' | 'onSnapshot' | 'onUnchanged' | 'onUp' | 'writtenEvents'
> {
  return {
    baseUrl: config.SERVICE_URL,
    segments: { shops: config.SHOPS_SEGMENT, paintings: config.PAINTINGS_SEGMENT },
    proxy: chooseProxy(config.SERVICE_URL, config),
    userAgent: userAgentOf(config),
    refreshMs: config.SHOPS_REFRESH_SECONDS * 1000,
    unit: config.STOCK_UNIT,
    historyMs: config.HISTORY_DAYS * DAY_MS,
    clock,
    chance: random,
    log,
    checkpoints,
    beginSaving: () => savedSnapshots.begin(),
    writtenUntil: () => pipeline.writtenUntil(),
  };
}

/** The market is shown a moment before the service notes that its refresh is done. */
function statusOf(service: Service, current: CurrentMarket, restore: Restore, stockCheck: StockCheck): ServiceStatus {
  return {
    stream: () => service.stream(),
    snapshot: () => {
      const market = current.get();
      const untoldSince = current.told() === null ? restore.unreadAt : null;
      const known = {
        ...service.snapshot(),
        ...(untoldSince !== null && { untoldSince }),
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
