import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { diamonds, whole } from '../../../language/number.ts';
import type { Change } from '../../../market/change.ts';
import type { Outage, Span } from '../../../ports/journal.ts';
import { isMuchBetter, offeredPrice } from '../../../routing/better-price.ts';
import type { MismatchReason } from '../../../routing/explain-match.ts';
import { ON_STREAM, type Watch } from '../../../routing/watch.ts';
import type { Evaluation } from '../../../subscriptions/evaluate.ts';
import { formatHappening } from '../alert/happening.ts';
import { formatRefusal, refusalIn } from '../alert/paused.ts';
import { describeRate, describeWatch } from '../words/describe.ts';
import { formatOutages, withoutStartMoments } from '../words/freshness.ts';
import { clip, fitList, safe, stampLately } from '../words/text.ts';

const SHOWN = 12;
/** Of an embed's 4,096. */
const CHARACTERS = 4_000;
/** 10 % is 10 %, whatever the last binary digit says. */
const ROUNDING = 1e-6;

export interface Explanation {
  readonly watch: Watch;
  /** How it stands now: paused, quiet, cooling, refused; sentences. */
  readonly state: readonly string[];
  /** All of the week, the newest first: as many are shown as there is room for, and how many more there are. */
  readonly evaluations: readonly Evaluation[];
  /** How many changes came before the watch was there. */
  readonly earlier: number;
  readonly outages: readonly Outage[];
  /** Times of which changes in shops were told to nobody. */
  readonly untoldShops: readonly Span[];
  readonly now: number;
  readonly language: Language;
}

const MISSES: Record<MismatchReason, string> = {
  variant: 'another variant',
  enchantment: 'other enchantments',
  owner: 'another owner',
  'not-owner': 'an owner you left out, or one not known',
  world: 'another world',
  within: 'too far away',
  'max-price': 'above your `max-price`',
  'min-price': 'below your `min-price`',
  'min-stock': 'less in stock than your `min-stock`',
  price: 'not at your price',
  'no-stock': 'nothing in stock',
  'matched-before': 'it matched before already',
};

/** The answer of `/watch explain`: how the watch stands, and what it made of the last things that happened. */
export function renderExplanation(explanation: Explanation): { embeds: APIEmbed[] } {
  const { watch, state, evaluations, earlier, now, language } = explanation;
  const head = [
    [clip(describeWatch(watch, language), 800), ...describeRate(watch, language)].join(', '),
    ...state,
    ...gapsOf(explanation),
    '',
  ];
  const end = earlier > 0 ? [`-# And ${whole(earlier, language)} before you had this watch.`] : [];
  const room = CHARACTERS - [...head, ...end].join('\n').length - 2;
  const said = evaluations.slice(0, SHOWN).map((one) => formatEvaluation(one, watch, now, language));
  const list =
    said.length > 0
      ? fitList(
          said,
          room,
          (left) => `… and ${whole(left, language)} more in these 7 days.`,
          evaluations.length - said.length,
        )
      : `Nothing of this happened ${earlier === 0 ? 'in the last 7 days' : 'since you have it'}.`;
  return { embeds: [{ title: 'Why (not)?', description: [...head, list, ...end].join('\n') }] };
}

/** What the watch cannot know of. Shops are caught up with by the next snapshot, unless the one before was lost. */
function gapsOf({ watch: { trigger }, outages, untoldShops, now, language }: Explanation): string[] {
  const stream = ON_STREAM.includes(trigger)
    ? formatOutages(withoutStartMoments(outages), 3, now, language).join(', ')
    : '';
  const isOfShops = trigger !== 'auctioned' && trigger !== 'traded';
  const shops = isOfShops ? formatOutages(untoldShops, 3, now, language).join(', ') : '';
  return [
    ...(stream === '' ? [] : [`Stream down ${stream}: auctions and trades in that time are unknown`]),
    ...(shops === '' ? [] : [`Saved shops lost ${shops}: what changed in that time was told to nobody`]),
  ];
}

/** What happened with price, place, owner and time, and what became of it. */
function formatEvaluation(evaluation: Evaluation, watch: Watch, now: number, language: Language): string {
  const entry = {
    notice: {
      id: 0,
      held: null,
      target: { kind: 'user', id: watch.userId },
      cause: { kind: 'change', change: evaluation.change },
      subscriptionIds: [],
      dueAt: 0,
    },
    subscriptions: [watch],
    worth: null,
  } as const;
  return `${formatHappening([entry], language).line}\n-# ${formatEnd(evaluation, watch, now, language)}`;
}

function formatEnd({ change, notice, mismatches }: Evaluation, watch: Watch, now: number, language: Language): string {
  if (notice === null) {
    if (mismatches.length > 0) return `✗ not told: ${mismatches.map((miss) => MISSES[miss]).join(', ')}`;
    return '✗ not told: the watch was paused or asked for something else, or it was no longer true or nothing new';
  }
  const {
    end,
    notice: { dueAt, held },
  } = notice;
  if (end === null) {
    if (held === null) return '… on its way';
    return `… waits until ${stampLately(dueAt, now)}: ${HELD[held]}`;
  }
  if (end.message === null) return `✗ not told: ${formatWhyNot(end.why, language)}`;
  const { settledAt, messageId, why, best } = end.message;
  if (settledAt === null) return '… being sent';
  if (messageId === null) return `✗ not told: ${formatWhyNot(why, language)}`;
  const beats = best[watch.id]?.beats ?? null;
  const waited = settledAt - change.at > 60_000 && held ? `, after waiting: ${HELD[held]}` : '';
  return `✓ told ${stampLately(settledAt, now)}${beats === null ? waited : formatBetter(beats, change, watch, language)}`;
}

/** Why it was told in the cool-down: a price so much better, or the company of one. */
function formatBetter(beats: number, change: Change, watch: Watch, language: Language): string {
  const price = offeredPrice(watch, change);
  if (price === null || !isMuchBetter(watch, price, { unitPrice: beats, goods: price.goods })) {
    return ', before the cool-down ended: together with a better price';
  }
  const percent = Math.floor((Math.abs(price.unitPrice - beats) / beats) * 100 + ROUNDING);
  const by = Number.isFinite(percent) ? `${whole(percent, language)} % better` : 'better';
  return `, in the cool-down: ${by} than the last price told, ${diamonds(beats, language)}`;
}

const HELD = { cooling: 'the cool-down', quiet: 'your quiet hours', snoozed: 'you snoozed it' };

function formatWhyNot(why: string | null, language: Language): string {
  const code = refusalIn(why);
  return code === null ? safe(why ?? 'no reason given', 100) : formatRefusal(code, language, 'user');
}
