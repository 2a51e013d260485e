import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { BanRegister } from '../pipeline/ban-register.ts';
import { Pipeline, type PipelineParts } from '../pipeline/pipeline.ts';
import type { Journal } from '../ports/journal.ts';
import type { ServiceStatus } from '../ports/status.ts';
import { Service, type ServiceOptions } from '../service/service.ts';
import { SnapshotFiles } from '../service/shops/snapshot-files.ts';
import type { CrierParts } from './parts.ts';
import type { SavedState } from './saved-state.ts';

/** The data service, what comes of it, and what is known of both. */
export interface MarketData {
  readonly service: Service;
  readonly pipeline: Pipeline;
  readonly bans: BanRegister;
  readonly status: ServiceStatus;
  /** Why what happens cannot be written down just now; null: it can. */
  readonly writeTrouble: () => string | null;
}

/** Built with the market of the last snapshot on disk, where there is one; the service is not asked for anything yet. */
export async function openMarketData(parts: CrierParts, state: SavedState, delivery: Delivery): Promise<MarketData> {
  const { stem, log } = parts;
  const { journal } = state;
  const snapshotFiles = new SnapshotFiles({ stem, log });
  // Each of the three hears of the others only when they run.
  const pipeline: Pipeline = await openPipeline(parts, state, delivery, snapshotFiles, {
    isBanned: (canvas) => bans.has(canvas),
    onPressure: (high) => (high ? service.pauseStream() : service.resumeStream()),
  });
  const previous = await restore(pipeline, journal, snapshotFiles);
  const service: Service = new Service({
    ...serviceOptions(parts, journal, pipeline),
    previous,
    onBans: (ids, at) => bans.take(ids, at),
  });
  const bans: BanRegister = await BanRegister.open({
    journal,
    fetchBans: () => service.bannedPaintings(),
    write: (ids, fresh, at) => pipeline.onBans(ids, fresh, at),
    log,
  });
  const writeTrouble = () => journal.trouble() ?? pipeline.trouble();
  return { service, pipeline, bans, status: statusOf(service, pipeline), writeTrouble };
}

async function openPipeline(
  { clock, log }: CrierParts,
  { journal, subscriptions, paused }: SavedState,
  delivery: Delivery,
  snapshotFiles: SnapshotFiles,
  later: Pick<PipelineParts, 'isBanned' | 'onPressure'>,
): Promise<Pipeline> {
  return new Pipeline({
    journal,
    subscriptions,
    types: await journal.types(),
    delivery,
    log,
    clock,
    keep: (snapshot) => snapshotFiles.save(snapshot),
    forget: (takenAt) => snapshotFiles.prune(takenAt),
    isPaused: (target) => paused.codeOf(target) !== null,
    ...later,
  });
}

/** Begins with the last snapshot on disk; null: there is none that can be read. */
async function restore(
  pipeline: Pipeline,
  journal: Journal,
  snapshotFiles: SnapshotFiles,
): Promise<ServiceOptions['previous']> {
  const savedAt = (await journal.snapshotAt()) ?? (await snapshotFiles.latest());
  const saved = savedAt === null ? null : await snapshotFiles.load(savedAt);
  if (saved === null) return null;
  await pipeline.restore(saved, await journal.purchases(saved.takenAt));
  return { takenAt: saved.takenAt, records: saved.shops.length };
}

function serviceOptions(
  { config, clock, random, log }: CrierParts,
  checkpoints: Journal,
  pipeline: Pipeline,
): Omit<ServiceOptions, 'previous' | 'onBans'> {
  return {
    baseUrl: config.SERVICE_URL,
    segments: { shops: config.SHOPS_SEGMENT, paintings: config.PAINTINGS_SEGMENT },
    userAgent: userAgent(config),
    refreshMs: config.SHOPS_REFRESH_SECONDS * 1000,
    clock,
    chance: random,
    log,
    checkpoints,
    onSnapshot: (snapshot) => pipeline.onSnapshot(snapshot),
    onUnchanged: (at) => pipeline.onUnchanged(at),
    onEvent: (event) => pipeline.onEvent(event),
    onDown: (at, why) => pipeline.onStream({ kind: 'down', at, why }),
    onUp: (at) => pipeline.onStream({ kind: 'up', at }),
    writtenUntil: () => pipeline.writtenUntil(),
  };
}

function userAgent({ CONTACT }: Config): string {
  const contact = CONTACT ? ` (+${CONTACT})` : '';
  return `Crier/${manifest.version}${contact}`;
}

/** The market is shown a moment before the service notes that its refresh is done. */
function statusOf(service: Service, pipeline: Pipeline): ServiceStatus {
  return {
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
}
