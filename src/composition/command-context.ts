import type { Delivery } from '../delivery/delivery.ts';
import { createDirectMessageOpener } from '../delivery/open-direct-messages.ts';
import { createPictureQueue, drawPicture } from '../discord/chart/picture.ts';
import { type CommandContext, WorkQueue } from '../discord/command/command.ts';
import { OwnLanguages } from '../discord/command/own-languages.ts';
import type { ResolvedPermissions } from '../discord/command/permissions.ts';
import { createPersonSoon } from '../discord/command/person-soon.ts';
import { readAttachment } from '../discord/rest/send.ts';
import type { Languages } from '../language/languages.ts';
import type { CurrentMarket } from '../pipeline/current-market.ts';
import type { Messenger } from '../ports/delivery.ts';
import type { BanLookup } from '../ports/journal.ts';
import type { OwnShops } from '../ports/own-shops.ts';
import type { DrawCanvas, Icons } from '../ports/pictures.ts';
import type { LandmarkStatus, Places } from '../ports/places.ts';
import type { LowestPrices, TradesKnownSince, Worths } from '../ports/prices.ts';
import type { ServiceStatus } from '../ports/status.ts';
import { createCanvasTrades } from '../prices/canvas-trades.ts';
import { createPriceFacts } from '../prices/price-facts.ts';
import type { Target } from '../routing/notice.ts';
import { isLasting } from '../routing/retried-refusal.ts';
import { watchFiles } from '../storage/mappers/watch-files.ts';
import { WatchChanges } from '../subscriptions/watch-changes.ts';
import type { CrierParts, StorePorts } from './parts.ts';

/** The objects that commands use in addition to the parts and the store. */
export interface CommandTools {
  readonly current: CurrentMarket;
  readonly status: ServiceStatus;
  readonly bans: BanLookup;
  /** Returns the reason why events cannot be written now, or null if they can. */
  readonly writeTrouble: () => string | null;
  readonly messenger: Messenger;
  readonly icons: Icons;
  readonly drawCanvas: DrawCanvas;
  readonly delivery: Delivery;
  readonly worths: Worths;
  readonly tradesKnownSince: TradesKnownSince;
  readonly ownShops: OwnShops;
  readonly lowestPrices: LowestPrices;
  readonly resolved: ResolvedPermissions;
  readonly languages: Languages;
  readonly places: Places;
  readonly landmarks: () => LandmarkStatus | null;
}

export function composeCommandContext(
  { config, clock, log }: CrierParts,
  { paused, journal, settings, settingsLack, subscriptions, ...ports }: StorePorts,
  { current, messenger, delivery, resolved, ...tools }: CommandTools,
): CommandContext {
  const market = () => current.get();
  const { worths, tradesKnownSince } = tools;
  const now = () => clock.now();
  const workQueue = new WorkQueue();
  const personSoon = createPersonSoon({ subscriptions, clock, log });
  const { queries, feedUndos, addresses, undos, transactions, retriedRefusals, beganAt } = ports;
  const notifying = {
    wake: (targets: readonly Target[]) => delivery.reconsider(targets),
    openDirectMessages: createDirectMessageOpener({ messenger, pause: (pause) => paused.pause(pause), clock, log }),
    now,
  };
  return {
    ...{ journal, settings, settingsLack, subscriptions, transactions, queries, feedUndos, addresses },
    ...{ retriedRefusals, beganAt },
    ...notifying,
    ...tools,
    personSoon,
    ownLanguages: new OwnLanguages(personSoon, now),
    market,
    marketWithin: (waitMs) => current.getOrWait(waitMs),
    watchChanges: new WatchChanges({
      ...{ journal, settings, subscriptions, undos, transactions, log },
      ...notifying,
    }),
    watchFiles,
    readAttachment: (url, mostBytes) => readAttachment(url, mostBytes, config, clock),
    priceFacts: createPriceFacts({ journal, worths, market, tradesKnownSince, now }, (task) => workQueue.run(task)),
    canvasTrades: createCanvasTrades(journal, () => market()?.canvases() ?? [], now),
    workQueue,
    drawChart: createPictureQueue({ draw: drawPicture, clock }),
    permissionsIn: (interactionId, channelId) => resolved.of(interactionId, channelId),
    appPermissionsIn: (interactionId, channelId) => resolved.ofApp(interactionId, channelId),
    pauseCodeOf: (target) => paused.codeOf(target),
    async retriedRefusalOf(target) {
      const refusal = await retriedRefusals.of(target);
      const goesOn = refusal?.pausedAt === null && refusal.endedAt === undefined;
      return goesOn && isLasting(refusal, now()) ? refusal : null;
    },
    async resume(target, save = (end) => end()) {
      const refusal = await retriedRefusals.of(target);
      const isRetried = refusal !== null && refusal.endedAt === undefined;
      const isKept = isRetried && (await paused.codeOf(target)) !== null;
      await save(() => paused.resume(target));
      // Retries wait for up to ten minutes. A user who has fixed the cause must not.
      delivery.reconsider([target], isRetried);
      return { isKept };
    },
    sendTest: (userId, content, nonce) => messenger.sendTest(userId, content, nonce),
    limits: { watchesPerUser: config.WATCHES_PER_USER, feedsPerGuild: config.FEEDS_PER_GUILD },
    log,
  };
}
