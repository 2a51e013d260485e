import type { ChatInputCommandInteraction } from 'discord.js';
import { updateOrReply } from '../../src/discord/command/answer.ts';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { renderExplanation } from '../../src/discord/render/answer/explain.ts';
import type { Layout } from '../../src/discord/render/layout.ts';
import { describeQuiet, formatAbsences } from '../../src/discord/render/words/describe.ts';
import { formatRefusal } from '../../src/discord/render/words/refusal.ts';
import { stamp, stampRecent } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import { formatDiamonds } from '../../src/language/number.ts';
import { betterDirection, type DeliveredPrice, goodsKeyOf } from '../../src/routing/better-price.ts';
import { quietUntil } from '../../src/routing/quiet.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { type Evaluation, evaluateWeek } from '../../src/subscriptions/evaluate.ts';
import { withNames } from '../../src/subscriptions/player-names.ts';
import { matchingNow } from '../../src/subscriptions/watch-outlook.ts';
import { hasEnded, snoozeEnd } from '../../src/subscriptions/watches.ts';
import { WEEK_MS } from '../../src/time/durations.ts';
import { readWatch, requireWatch } from './own-watch.ts';

export async function explainWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = await readWatch(interaction, context);
  await interaction.editReply(await explanationOf(watch, context.languages.of(interaction.locale), context));
}

/** Handles *Explain* for a watch chosen from the list. */
export async function explainFromButton(interaction: ActionInteraction, id: string, context: CommandContext) {
  const watch = await requireWatch(interaction.user.id, id, context);
  await updateOrReply(interaction, () => explanationOf(watch, context.languages.of(interaction.locale), context));
}

async function explanationOf(watch: Watch, language: Language, context: CommandContext): Promise<Layout> {
  const now = context.now();
  const week = await context.workQueue.run(() => evaluateWeek(watch, context, now));
  const [outages, unreportedShops, state] = await Promise.all([
    context.journal.outages(now - WEEK_MS),
    context.journal.unreportedShops(now - WEEK_MS),
    readState(watch, week.evaluations, context, language),
  ]);
  const facts = {
    watch: withNames(watch, context.market()),
    state,
    ...week,
    outages,
    unreportedShops,
    now,
    icons: context.icons,
  };
  return renderExplanation({ ...facts, language });
}

async function readState(
  watch: Watch,
  evaluations: readonly Evaluation[],
  context: CommandContext,
  language: Language,
): Promise<string[]> {
  const now = context.now();
  const refusal = await context.pauseCodeOf({ kind: 'user', id: watch.userId });
  const quiet = (await context.subscriptions.person(watch.userId))?.quiet ?? null;
  const quietEnd = quiet && quietUntil(quiet, now);
  const snoozedUntil = snoozeEnd(watch, now);
  const last = (await context.journal.lastDelivered([watch.id])).get(watch.id);
  const lastAt = lastDeliveredAt(last?.at ?? null, evaluations);
  const matching = lastAt === null && evaluations.length === 0 ? await matchingNow(watch, context) : null;
  const better = formatBetter(watch, last?.price ?? null, language);
  const coolUntil = last === undefined ? 0 : last.at + watch.cooldownMinutes * 60_000;
  return [
    ...formatAbsences(withNames(watch, context.market()), language),
    refusal !== null && language.say('watch.explain-refused', { why: formatRefusal(refusal, language, 'user') }),
    watch.paused && language.say('watch.explain-paused'),
    watch.expiresAt !== null &&
      hasEnded(watch, now) &&
      language.say('watch.explain-ended', { when: stamp(watch.expiresAt) }),
    snoozedUntil !== null && language.say('watch.explain-snoozed', { when: stamp(snoozedUntil, 't') }),
    quiet &&
      quietEnd !== null &&
      language.say('watch.explain-quiet', { hours: describeQuiet(quiet), when: stampRecent(quietEnd, now) }),
    lastAt === null ? language.say('watch.explain-never') : language.say('watch.explain-last', { when: stamp(lastAt) }),
    matching !== null && matching.total > 0 && language.say('watch.explain-matching', { n: matching.total }),
    coolUntil > now && language.say('watch.explain-cooling', { when: stampRecent(coolUntil, now) }),
    coolUntil > now && better,
  ].filter((line) => typeof line === 'string');
}

/**
 * Finds the latest delivery of a watch. A message of another watch that also names this one starts no cooldown of this
 * one, so that only the notices show it.
 * @param at the latest delivery that started a cooldown, epoch ms
 */
export function lastDeliveredAt(at: number | null, evaluations: readonly Evaluation[]): number | null {
  const delivered = evaluations.flatMap(({ notice }) => {
    const message = notice?.end?.message ?? null;
    return message?.messageId != null && message.settledAt !== null ? [message.settledAt] : [];
  });
  return delivered.reduce<number | null>((latest, one) => Math.max(latest ?? 0, one), at);
}

/** @returns the offers that break the cooldown, as a sentence, or null if none does */
export function formatBetter(watch: Watch, last: DeliveredPrice | null, language: Language): string | null {
  const way = betterDirection(watch);
  if (last === null || way === null) return null;
  // No price is below 0.
  if (last.unitPrice === 0 && way === 'under') return null;
  const price = { diamonds: formatDiamonds(last.unitPrice, language) };
  // An under-worth watch compares prices of one item, the one of its last alert.
  if (watch.trigger === 'under-worth') return language.say('watch.explain-same-item', price);
  return last.goods === goodsKeyOf(watch) ? language.say(`watch.explain-${way}`, price) : null;
}
