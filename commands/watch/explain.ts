import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { formatRefusal } from '../../src/discord/render/alert/paused.ts';
import { renderExplanation } from '../../src/discord/render/answer/explain.ts';
import { describeQuiet } from '../../src/discord/render/words/describe.ts';
import { stamp, stampLately } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import { diamonds } from '../../src/language/number.ts';
import { betterWay, type DeliveredPrice, pricedGoods } from '../../src/routing/better-price.ts';
import { quietUntil } from '../../src/routing/quiet.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { evaluateWeek } from '../../src/subscriptions/evaluate.ts';
import { withNames } from '../../src/subscriptions/player-names.ts';
import { hasEnded, snoozeEnd } from '../../src/subscriptions/watch-state.ts';
import { readWatch } from './watch-option.ts';

/** As long as what happened is kept, and what became of it told. */
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** `/watch explain` */
export async function explainWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = readWatch(interaction, context);
  const now = context.now();
  const [outages, untoldShops, state] = await Promise.all([
    context.journal.outages(now - WEEK_MS),
    context.journal.untoldShops(now - WEEK_MS),
    stateOf(watch, context, context.languages.of(interaction.locale)),
  ]);
  const week = await context.workQueue.run(() => evaluateWeek(watch, context.journal, now));
  const facts = {
    watch: withNames(watch, context.market()),
    state,
    ...week,
    outages,
    untoldShops,
    now,
  };
  await interaction.editReply(renderExplanation({ ...facts, language: context.languages.of(interaction.locale) }));
}

async function stateOf(watch: Watch, context: CommandContext, language: Language): Promise<string[]> {
  const now = context.now();
  const refusal = context.pauseCodeOf({ kind: 'user', id: watch.userId });
  const quiet = context.subscriptions.quietOf(watch);
  const quietEnd = quiet && quietUntil(quiet, now);
  const snoozedUntil = snoozeEnd(watch, now);
  const last = await context.journal.lastDeliveredAt(watch.id);
  const better = formatBetter(watch, await context.journal.lastDeliveredPrice(watch.id), language);
  const coolUntil = last === null ? 0 : last + watch.cooldownMinutes * 60_000;
  return [
    refusal !== null &&
      `⏸ Paused by Discord: ${formatRefusal(refusal, language, 'user')}. \`/watch resume\` tries again.`,
    watch.paused && '⏸ Paused. `/watch resume` starts it again.',
    watch.expiresAt !== null && hasEnded(watch, now) && `Ended ${stamp(watch.expiresAt)}.`,
    snoozedUntil !== null && `Snoozed until ${stamp(snoozedUntil, 't')}.`,
    quiet && quietEnd !== null && `Quiet hours, ${describeQuiet(quiet)}: told after ${stampLately(quietEnd, now)}.`,
    last === null ? 'It has not told you anything yet.' : `Last told ${stamp(last)}.`,
    coolUntil > now && `Cooling down until ${stampLately(coolUntil, now)}: what comes is gathered until then.${better}`,
  ].filter((line): line is string => typeof line === 'string');
}

/** What does not wait for the end of the cool-down; empty: all does. */
export function formatBetter(watch: Watch, last: DeliveredPrice | null, language: Language): string {
  if (last === null || last.goods !== pricedGoods(watch)) return '';
  // Nothing is under 0.
  if (last.unitPrice === 0 && betterWay(watch) === 'under') return '';
  return ` A shop 10 % or more ${betterWay(watch)} ${diamonds(last.unitPrice, language)}, the best price told last, comes at once.`;
}
