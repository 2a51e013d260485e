import type { ChatInputCommandInteraction } from 'discord.js';
import type { Picture } from '../../src/discord/chart/picture.ts';
import { sendPictured } from '../../src/discord/command/answer.ts';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { editRows, withRows } from '../../src/discord/command/guess-buttons.ts';
import { renderPreview } from '../../src/discord/render/answer/preview.ts';
import { formatFreshness } from '../../src/discord/render/words/freshness.ts';
import type { Language } from '../../src/language/language.ts';
import { findUnknownNames } from '../../src/market/search/unknown-names.ts';
import { hasPurchases } from '../../src/prices/price-facts.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { withNames } from '../../src/subscriptions/player-names.ts';
import { hasOthersOn, outlookOf } from '../../src/subscriptions/watch-outlook.ts';
import { chartOf, drawOrNothing } from '../price/chart.ts';

const CHART_DAYS = 30;

interface PreviewFacts {
  readonly wasRefused?: boolean;
  /** Whether notices from before the pause follow. */
  readonly isKept?: boolean;
  readonly droppedPrice?: number | null;
}

/** The answer to a saved watch: what matches already (and so is not told again), and what the last week would have brought. */
export async function preview(
  watch: Watch,
  undoKey: string,
  language: Language,
  context: CommandContext,
  { wasRefused = false, isKept = false, droppedPrice = null }: PreviewFacts = {},
) {
  const picture = await chartFor(watch, language, context);
  const outlook = await context.workQueue.run(() => outlookOf(watch, context));
  const refusal = await context.pauseCodeOf({ kind: 'user', id: watch.userId });
  const unknownNames = findUnknownNames(watch.filter, context.market());
  const answer = renderPreview({
    watch: withNames(watch, context.market()),
    ...outlook,
    person: await context.subscriptions.person(watch.userId),
    refusal,
    freshness: formatFreshness(context.status.snapshot(), context.status.stream(), context.now(), language),
    stream: context.status.stream(),
    undoKey,
    chart: picture?.description ?? null,
    now: context.now(),
    icons: context.icons,
    unknownNames,
    droppedPrice,
    isKept,
    wokeOthers: wasRefused && refusal === null && (await hasOthersOn(watch, context)),
    language,
  });
  const doubt = { userId: watch.userId, type: 'watch', id: watch.id, filter: watch.filter, unknownNames } as const;
  const shown = withRows(answer, await editRows(doubt, language, context));
  return { ...shown, files: picture ? [picture] : [] };
}

/** Shows a preview as the answer to what was deferred. */
export async function showPreview(
  interaction: Pick<ChatInputCommandInteraction | ActionInteraction, 'editReply'>,
  answer: Awaited<ReturnType<typeof preview>>,
  { log }: CommandContext,
): Promise<void> {
  await sendPictured(answer, (message) => interaction.editReply(message), log);
}

/** A month of the item's prices with the target in it; null: no target, nothing known, or it cannot be drawn. */
async function chartFor({ item, price }: Watch, language: Language, context: CommandContext): Promise<Picture | null> {
  if (item === null || price === null) return null;
  const facts = await context.priceFacts(item, CHART_DAYS);
  return hasPurchases(facts) ? drawOrNothing(chartOf(item, facts, price, context.market(), language), context) : null;
}
