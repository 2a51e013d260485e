import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { OtherNames } from '../market/search/catalogue-entry.ts';
import { BanRegister } from '../pipeline/ban-register.ts';
import { Pipeline, type PipelineParts } from '../pipeline/pipeline.ts';
import type { Journal } from '../ports/journal.ts';
import type { ServiceStatus } from '../ports/status.ts';
import { Service, type ServiceOptions } from '../service/service.ts';
import { SavedSnapshots } from '../service/shops/saved-snapshots.ts';
import { SnapshotFolder } from '../store/snapshot-folder.ts';
import type { CrierParts } from './parts.ts';
import { Restore } from './restore.ts';
import type { SavedState } from './saved-state.ts';

/** The data service, what comes of it, and what is known of both. The service runs once the market is restored. */
export interface MarketData {
  readonly service: Service;
  readonly restore: Restore;
  readonly pipeline: Pipeline;
  readonly bans: BanRegister;
  readonly status: ServiceStatus;
  /** Why what happens cannot be written down just now; null: it can. */
  readonly writeTrouble: () => string | null;
}

/**
 * Nothing is read of the last snapshot yet, and the service is not asked for anything.
 * @param otherNames what types are found by beside their labels
 */
export async function openMarketData(
  parts: CrierParts,
  state: SavedState,
  delivery: Delivery,
  otherNames: OtherNames = () => [],
): Promise<MarketData> {
  const { stem, log } = parts;
  const { journal } = state;
  const savedSnapshots = new SavedSnapshots(new SnapshotFolder({ stem, log }), log);
  // Each of the three hears of the others only when they run.
  const pipeline: Pipeline = await openPipeline(parts, state, delivery, savedSnapshots, {
    otherNames,
    isBanned: (canvas) => bans.has(canvas),
    unreadAt: () => restore.unreadAt,
    onPressure: (high) => (high ? service.pauseStream() : service.resumeStream()),
  });
  const service: Service = new Service({
    ...serviceOptions(parts, journal, pipeline, savedSnapshots),
    onBans: (ids, at) => bans.take(ids, at),
  });
  const restore = new Restore({ pipeline, service, journal, savedSnapshots });
  const bans: BanRegister = await BanRegister.open({
    journal,
    // Bans that are new are told with the shops that sell them.
    fetchBans: async () => {
      await restore.over();
      return service.bannedPaintings();
    },
    write: (ids, fresh, at) => pipeline.onBans(ids, fresh, at),
    log,
  });
  const writeTrouble = () => journal.trouble() ?? pipeline.trouble();
  return { service, restore, pipeline, bans, status: statusOf(service, pipeline, restore), writeTrouble };
}

async function openPipeline(
  { clock, log }: CrierParts,
  { journal, subscriptions, paused }: SavedState,
  delivery: Delivery,
  savedSnapshots: SavedSnapshots,
  later: Pick<PipelineParts, 'otherNames' | 'isBanned' | 'unreadAt' | 'onPressure'>,
): Promise<Pipeline> {
  return new Pipeline({
    journal,
    subscriptions,
    types: await journal.types(),
    delivery,
    log,
    clock,
    keep: (saved) => savedSnapshots.save(saved),
    forget: (takenAt) => savedSnapshots.prune(takenAt),
    isPaused: (target) => paused.codeOf(target) !== null,
    ...later,
  });
}

function serviceOptions(
  { config, clock, random, log }: CrierParts,
  checkpoints: Journal,
  pipeline: Pipeline,
  savedSnapshots: SavedSnapshots,
): Omit<ServiceOptions, 'onBans'> {
  return {
    baseUrl: config.SERVICE_URL,
    segments: { shops: config.SHOPS_SEGMENT, paintings: config.PAINTINGS_SEGMENT },
    userAgent: userAgent(config),
    refreshMs: config.SHOPS_REFRESH_SECONDS * 1000,
    clock,
    chance: random,
    log,
    checkpoints,
    beginSaving: () => savedSnapshots.begin(),
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
function statusOf(service: Service, pipeline: Pipeline, restore: Restore): ServiceStatus {
  return {
    stream: () => service.stream(),
    snapshot: () => {
      const market = pipeline.market();
      const untoldSince = pipeline.toldMarket() === null ? restore.unreadAt : null;
      const known = { ...service.snapshot(), ...(untoldSince !== null && { untoldSince }) };
      if (market && known.takenAt === null) {
        return { ...known, takenAt: market.takenAt, records: market.shops.length, duplicates: market.duplicates };
      }
      return restore.isOver ? known : { ...known, isReadingSaved: true };
    },
    health: () => service.health(),
  };
}
