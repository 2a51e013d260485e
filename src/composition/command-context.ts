import type { Delivery } from '../delivery/delivery.ts';
import { createDirectMessageOpener } from '../delivery/open-direct-messages.ts';
import { readAttachment } from '../discord/attachment.ts';
import { drawPicture } from '../discord/chart/picture/picture.ts';
import { createPictureQueue } from '../discord/chart/picture/picture-queue.ts';
import type { CommandContext } from '../discord/command/command.ts';
import { WorkQueue } from '../discord/command/work-queue.ts';
import type { ResolvedPermissions } from '../discord/resolved-permissions.ts';
import type { Languages } from '../language/languages.ts';
import type { Icons } from '../ports/icons.ts';
import type { Messenger } from '../ports/messenger.ts';
import type { Worths } from '../ports/worths.ts';
import { createPriceFacts } from '../prices/shared-facts.ts';
import type { Target } from '../routing/notice.ts';
import { watchFiles } from '../store/watch-files.ts';
import { WatchChanges } from '../subscriptions/watch-changes.ts';
import type { MarketData } from './market-data.ts';
import type { CrierParts } from './parts.ts';
import type { SavedState } from './saved-state.ts';

/** What the commands use beside the parts, the saved state and the market's data. */
export interface CommandTools {
  readonly messenger: Messenger;
  readonly icons: Icons;
  readonly delivery: Delivery;
  readonly worths: Worths;
  readonly resolved: ResolvedPermissions;
  readonly languages: Languages;
}

export function composeCommandContext(
  { config, store, clock, log }: CrierParts,
  { paused, ...state }: SavedState,
  { pipeline, bans, status, writeTrouble }: MarketData,
  { messenger, delivery, worths, resolved, languages, icons }: CommandTools,
): CommandContext {
  const market = () => pipeline.market();
  const now = () => clock.now();
  const workQueue = new WorkQueue();
  const { journal, beganAt } = state;
  const toPeople = {
    wake: (targets: readonly Target[]) => delivery.reconsider(targets),
    openDirectMessages: createDirectMessageOpener({ messenger, pause: (pause) => paused.pause(pause), clock, log }),
    now,
  };
  return {
    ...state,
    ...toPeople,
    market,
    languages,
    marketWithin: (waitMs) => pipeline.marketWithin(waitMs),
    queries: store.queries,
    watchChanges: new WatchChanges({
      ...state,
      ...toPeople,
      undos: store.undos,
      unfinished: store.settings.unfinished,
      log,
    }),
    removedFeeds: store.removedFeeds,
    addresses: store.addresses,
    watchFiles,
    readAttachment,
    worths,
    priceFacts: createPriceFacts({ journal, market, beganAt, now }, (task) => workQueue.run(task)),
    workQueue,
    drawChart: createPictureQueue({ draw: drawPicture, clock }),
    icons,
    status,
    writeTrouble,
    bans,
    permissionsIn: (interactionId, channelId) => resolved.of(interactionId, channelId),
    pauseCodeOf: (target) => paused.codeOf(target),
    resume: (target) => paused.resume(target),
    limits: { watchesPerUser: config.WATCHES_PER_USER, feedsPerGuild: config.FEEDS_PER_GUILD },
    log,
  };
}
