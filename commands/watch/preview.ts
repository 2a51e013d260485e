import type { ChatInputCommandInteraction, ModalSubmitInteraction } from 'discord.js';
import type { Picture } from '../../src/discord/chart/picture.ts';
import { sendPictured } from '../../src/discord/command/answer.ts';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { renderPreview } from '../../src/discord/render/answer/preview.ts';
import { sayFreshness } from '../../src/discord/render/words/freshness.ts';
import type { Filter } from '../../src/market/search/filter.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import { unheardIn } from '../../src/market/search/unheard.ts';
import { hasHistory } from '../../src/prices/price-facts.ts';
import { isAwake } from '../../src/routing/match.ts';
import { replay } from '../../src/routing/replay.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { chartOf, drawOrNothing } from '../price/chart.ts';
import { withNames } from './say-watch.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;
const CHART_DAYS = 30;
/** From so many changes on that are older than Crier itself, it was told of the time before. */
const A_PAST = 10;
const LOOK_BACK_MS = 90 * 24 * 60 * 60_000;

/** The answer to a saved watch: what matches already (and so is not told again), and what the last week would have brought. */
export async function preview(
  watch: Watch,
  undoKey: string,
  context: CommandContext,
  { wasRefused = false, droppedPrice = null }: { wasRefused?: boolean; droppedPrice?: number | null } = {},
) {
  const picture = await chartFor(watch, context);
  const [matching, lastWeek, extreme] = await context.work.run(() =>
    Promise.all([matchingNow(watch, context), lastWeekOf(watch, context), extremeSeen(watch, context)]),
  );
  const refusal = context.pausedBy({ kind: 'user', id: watch.userId });
  const answer = renderPreview({
    watch: withNames(watch, context.market()),
    matching,
    lastWeek,
    extreme,
    person: context.subscriptions.person(watch.userId),
    refusal,
    freshness: sayFreshness(context.status.snapshot(), context.status.stream(), context.now(), watch.locale),
    stream: context.status.stream(),
    undoKey,
    hasPicture: picture !== null,
    unheard: unheardIn(watch.filter, context.market()),
    droppedPrice,
    wokeOthers: wasRefused && refusal === null && hasOthersOn(watch, context),
    locale: watch.locale,
  });
  return { ...answer, files: picture ? [picture] : [] };
}

/** Shows a preview as the answer to what was deferred. */
export async function showPreview(
  interaction: Pick<ChatInputCommandInteraction | ModalSubmitInteraction, 'editReply'>,
  answer: Awaited<ReturnType<typeof preview>>,
  { log }: CommandContext,
): Promise<void> {
  await sendPictured(answer, (message) => interaction.editReply(message), log);
}

function hasOthersOn({ id, userId }: Watch, { subscriptions, now }: CommandContext): boolean {
  return subscriptions.watchesOf(userId).some((other) => other.id !== id && isAwake(other, now()));
}

/** A month of the item's prices with the target in it; null: no target, nothing known, or it cannot be drawn. */
async function chartFor({ item, price, locale }: Watch, context: CommandContext): Promise<Picture | null> {
  if (item === null || price === null) return null;
  const facts = await context.priceFacts(item, CHART_DAYS);
  return hasHistory(facts) ? drawOrNothing(chartOf(item, facts, price, locale), context) : null;
}

/** Shops that match now; null: the watch waits for something to happen. */
function matchingNow({ trigger, price, filter }: Watch, context: CommandContext) {
  const market = context.market();
  if (!market || price === null || (trigger !== 'at-or-below' && trigger !== 'at-or-above')) return null;
  const isBelow = trigger === 'at-or-below';
  const bounded: Filter = isBelow
    ? { ...filter, maxPrice: Math.min(price, filter.maxPrice ?? price) }
    : { ...filter, minPrice: Math.max(price, filter.minPrice ?? price) };
  return findOffers(market, { side: isBelow ? 'buy' : 'sell', filter: bounded, sort: 'price', outOfStock: false });
}

/** How often it would have told in seven days; null: that is not known of the triggers that need the whole market. */
async function lastWeekOf(watch: Watch, { journal, subscriptions, beganAt, now }: CommandContext) {
  if (watch.item === null) return null;
  const weekAgo = now() - WEEK_MS;
  const changes = await journal.changes(watch.item.type, weekAgo);
  // One event may carry an old date; a whole past was told.
  const past = changes.filter(({ at }) => at < beganAt);
  const knownSince = past.length < A_PAST ? beganAt : (past[0]?.at ?? beganAt);
  return {
    times: replay(watch, changes, subscriptions.quietOf(watch), now()).length,
    since: knownSince > weekAgo ? knownSince : null,
  };
}

/** The best unit price that shops ask now or players paid them in 90 days, or bid and paid players, where the target lies beyond it; null: it does not. */
async function extremeSeen({ item, trigger, price }: Watch, context: CommandContext): Promise<number | null> {
  if (item === null || price === null || (trigger !== 'at-or-below' && trigger !== 'at-or-above')) return null;
  const now = context.now();
  const history = await context.journal.history(item, now - LOOK_BACK_MS, now + 1);
  const [side, kind] = trigger === 'at-or-below' ? (['buy', 'purchase'] as const) : (['sell', 'sale'] as const);
  const seen = history.flatMap((group) => (group.kind === kind ? [group.unitPrice] : []));
  const market = context.market();
  const filter: Filter = { item, containers: true };
  const best = market && findOffers(market, { side, filter, sort: 'price', outOfStock: false, limit: 1 }).offers[0];
  if (best && best.match.unitPrice !== null) seen.push(best.match.unitPrice);
  if (seen.length === 0) return null;
  const extreme = seen.reduce((a, b) => (trigger === 'at-or-below' ? Math.min(a, b) : Math.max(a, b)));
  const isBeyond = trigger === 'at-or-below' ? price < extreme : price > extreme;
  return isBeyond ? extreme : null;
}
