import type { ChatInputCommandInteraction } from 'discord.js';
import type { Desk } from '../../src/discord/command/command.ts';
import { describeQuiet } from '../../src/discord/render/describe.ts';
import { type Evaluation, renderExplanation } from '../../src/discord/render/explain.ts';
import { sayRefusal } from '../../src/discord/render/paused.ts';
import { stamp } from '../../src/discord/render/text.ts';
import type { Change } from '../../src/market/change.ts';
import type { PastNotice } from '../../src/ports/journal.ts';
import { quietUntil } from '../../src/routing/quiet.ts';
import { judge } from '../../src/routing/verdict.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { readWatch } from './own.ts';

const DAY_MS = 24 * 60 * 60_000;
const SHOWN = 12;
const NOTICES = 1_000;

/** `/watch explain` */
export async function explainWatch(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const watch = readWatch(interaction, desk);
  const now = desk.now();
  const [notices, outages, state] = await Promise.all([
    noticesOf(watch, desk),
    desk.journal.outages(now - DAY_MS),
    stateOf(watch, desk),
  ]);
  const changes = watch.item === null ? [] : await desk.journal.changes(watch.item.type, now - 7 * DAY_MS);
  const evaluations = evaluate(watch, changes, notices).slice(0, SHOWN);
  await interaction.editReply(renderExplanation({ watch, state, evaluations, outages, locale: interaction.locale }));
}

async function noticesOf(watch: Watch, { journal }: Desk): Promise<ReadonlyMap<string, PastNotice>> {
  const past = await journal.noticesOf({ kind: 'user', id: watch.userId }, NOTICES);
  return new Map(
    past.flatMap((one) => {
      const { cause, sources } = one.notice;
      return cause.kind === 'change' && sources.includes(watch.id) ? [[keyOf(cause.change), one] as const] : [];
    }),
  );
}

/** What was written down for the watch, and what it let pass; the newest first. */
function evaluate(watch: Watch, changes: readonly Change[], notices: ReadonlyMap<string, PastNotice>): Evaluation[] {
  const left = new Map(notices);
  const judged = changes.flatMap((change): Evaluation[] => {
    const notice = left.get(keyOf(change)) ?? null;
    left.delete(keyOf(change));
    const verdict = judge(watch, change);
    if (notice === null && verdict.kind === 'elsewhere') return [];
    return [{ change, notice, misses: verdict.kind === 'missed' ? verdict.misses : [] }];
  });
  for (const notice of left.values()) {
    if (notice.notice.cause.kind === 'change') judged.push({ change: notice.notice.cause.change, notice, misses: [] });
  }
  return judged.sort((a, b) => b.change.at - a.change.at);
}

async function stateOf(watch: Watch, desk: Desk): Promise<string[]> {
  const now = desk.now();
  const refusal = desk.pausedBy({ kind: 'user', id: watch.userId });
  const quiet = desk.book.quietOf(watch);
  const quietEnd = quiet && quietUntil(quiet, now);
  const last = await desk.journal.lastToldAt(watch.id);
  const coolUntil = last === null ? 0 : last + watch.cooldownMinutes * 60_000;
  return [
    refusal !== null && `⏸ Paused by Discord: ${sayRefusal(refusal)}. \`/watch resume\` tries again.`,
    watch.paused && '⏸ Paused. `/watch resume` starts it again.',
    watch.expiresAt !== null && watch.expiresAt <= now && `Ended ${stamp(watch.expiresAt)}.`,
    watch.snoozedUntil !== null && watch.snoozedUntil > now && `Snoozed until ${stamp(watch.snoozedUntil, 't')}.`,
    quiet && quietEnd !== null && `Quiet hours, ${describeQuiet(quiet)}: told after ${stamp(quietEnd, 't')}.`,
    last === null ? 'It has not told you anything yet.' : `Last told ${stamp(last)}.`,
    coolUntil > now && `Cooling down until ${stamp(coolUntil, 't')}: what comes is gathered until then.`,
  ].filter((line): line is string => typeof line === 'string');
}

/** One change among those of an item: what happened, when and where. */
function keyOf(change: Change): string {
  const what =
    change.kind === 'auctioned'
      ? change.auction
      : change.kind === 'traded'
        ? change.trade
        : change.kind === 'removed'
          ? change.before.id
          : change.shop.id;
  return `${change.kind} ${change.at} ${JSON.stringify(what)}`;
}
