import type { Language } from '../../../language/language.ts';
import { formatDiamonds, formatWhole } from '../../../language/number.ts';
import type { Change } from '../../../market/change.ts';
import { differenceFromWorth } from '../../../market/prices/worth.ts';
import type { Outage, Span } from '../../../ports/journal.ts';
import type { BestPrices } from '../../../ports/outbox.ts';
import type { Icons } from '../../../ports/pictures.ts';
import { isMuchBetter, offeredPrice } from '../../../routing/better-price.ts';
import { isGathering } from '../../../routing/claim-rules.ts';
import { OWN_SHOP } from '../../../routing/own-shops.ts';
import { STREAM_TRIGGERS, type Watch } from '../../../routing/watch.ts';
import type { Evaluation } from '../../../subscriptions/evaluate.ts';
import { formatEvents } from '../alert/event-text.ts';
import { COLOURS, card, itemThumbnail, type Layout, pictured, row, separator, text } from '../layout.ts';
import { describeWhole } from '../words/describe.ts';
import { formatOutages, withoutStartMoments } from '../words/freshness.ts';
import { formatRefusal, refusalCodeIn } from '../words/refusal.ts';
import { fitList, safe, stampRecent } from '../words/text.ts';
import { formatSeenSince } from './preview.ts';
import { changeButtons } from './watches.ts';

/** Limits the rows, so that an answer is at most one and a half screens of a phone. */
const MOST_EVALUATIONS = 10;
/** Limits the answer's texts. A message can have 4,000 characters. */
const EXPLANATION_CHARACTERS = 3_900;

interface Explanation {
  readonly watch: Watch;
  /** Sentences about its current state, such as paused, quiet or refused. */
  readonly state: readonly string[];
  /** All of the week, newest first. The answer shows those with a notice first, and counts those that do not fit. */
  readonly evaluations: readonly Evaluation[];
  /** The number of messages that the watch would have sent in the week before it was created. */
  readonly earlier: number;
  /** Start of Crier's data on such changes (epoch ms), or null if it covers the whole week. */
  readonly since: number | null;
  readonly outages: readonly Outage[];
  /** Times whose changes in shops were never announced. */
  readonly unreportedShops: readonly Span[];
  readonly now: number;
  readonly icons: Icons;
  readonly language: Language;
}

/** Renders `/watch explain`: the watch's state, and its results for recent changes. */
export function renderExplanation(explanation: Explanation): Layout {
  const { watch, state, evaluations, earlier, now, icons, language } = explanation;
  const icon = watch.item === null ? null : itemThumbnail(icons, watch.item.type, language);
  const head = [
    language.say('watch.explain-title'),
    describeWhole(watch, 600, language),
    ...state,
    ...formatDataGaps(explanation),
  ].join('\n');
  const end = earlier > 0 ? `-# ${language.say('watch.explain-earlier', { n: earlier })}` : '';
  const lines = evaluations
    .toSorted((a, b) => rankEvaluation(a) - rankEvaluation(b))
    .slice(0, MOST_EVALUATIONS)
    .map((one) => formatEvaluation(one, watch, now, language));
  const more = (left: number) => language.say('watch.explain-more', { count: formatWhole(left, language) });
  const room = EXPLANATION_CHARACTERS - head.length - end.length;
  const list =
    lines.length === 0
      ? formatNoEvaluations(explanation)
      : fitList(lines, room, more, evaluations.length - lines.length);
  return card(
    COLOURS.neutral,
    pictured(head, icon),
    separator(),
    text(list, end),
    row(...changeButtons(null, language)),
  );
}

function formatNoEvaluations({ watch, earlier, since, now, language }: Explanation): string {
  if (earlier > 0) return language.say('watch.explain-nothing-since');
  if (since === null) return language.say('watch.explain-nothing');
  const seen = formatSeenSince(watch, since, now, language);
  return language.sentences([seen, language.say('watch.explain-nothing-then')]);
}

/** Ranks delivered changes first, then pending ones, then those without a message. */
function rankEvaluation({ notice }: Evaluation): number {
  if (notice === null) return 2;
  if (notice.end === null) return 1;
  const { message } = notice.end;
  if (message?.messageId != null) return 0;
  return message?.settledAt === null ? 1 : 2;
}

/** Formats the times without data. The next snapshot shows missed changes in shops, unless the one before was lost. */
function formatDataGaps({ watch: { trigger }, outages, unreportedShops, now, language }: Explanation): string[] {
  const stream = STREAM_TRIGGERS.includes(trigger)
    ? language.list(formatOutages(withoutStartMoments(outages), 3, now, language))
    : '';
  const isOfShops = trigger !== 'auctioned' && trigger !== 'traded';
  const shops = isOfShops ? language.list(formatOutages(unreportedShops, 3, now, language)) : '';
  return [
    ...(stream === '' ? [] : [language.say('watch.explain-stream', { times: stream })]),
    ...(shops === '' ? [] : [language.say('watch.explain-shops', { times: shops })]),
  ];
}

/** Formats a change with its facts, and the watch's result for it. */
function formatEvaluation(evaluation: Evaluation, watch: Watch, now: number, language: Language): string {
  const { deal } = evaluation;
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
    worth: deal?.worth ?? null,
    ...(deal !== undefined && deal.saving > 0 && { deal }),
  } as const;
  return `${formatEvents([entry], language).line}\n-# ${formatEnd(evaluation, watch, now, language)}`;
}

function formatEnd({ change, notice, mismatches }: Evaluation, watch: Watch, now: number, language: Language): string {
  if (notice === null) {
    if (mismatches.length === 0) return language.say('watch.not-told-unknown');
    const why = language.list(mismatches.map((miss) => language.say(`watch.miss-${miss}`)));
    return language.say('watch.not-told', { why });
  }
  const { end } = notice;
  const { dueAt, held } = notice.notice;
  if (end === null) {
    if (held === null && isGathering(watch) && dueAt > now) {
      return language.say('watch.waits-gathered', { when: stampRecent(dueAt, now) });
    }
    if (held === null) return language.say('watch.on-its-way');
    return language.say(`watch.waits-${held}`, { when: stampRecent(dueAt, now) });
  }
  if (end.message === null) return formatNotDelivered(end.why, language);
  const { settledAt, messageId, why, best } = end.message;
  if (settledAt === null) return language.say('watch.being-sent');
  if (messageId === null) return formatNotDelivered(why, language);
  const when = stampRecent(settledAt, now);
  const beats = best[watch.id]?.beats ?? null;
  if (beats !== null) return explainAlertInCooldown(beats, change, watch, when, language);
  if (isOfAnotherWatch(best, change, watch)) return language.say('watch.told-with-other', { when });
  const waited = settledAt - change.at > 60_000 && held;
  return waited ? language.say(`watch.told-after-${waited}`, { when }) : language.say('watch.told-at', { when });
}

/** Returns whether only other watches caused the message, which named this one during its cooldown. */
function isOfAnotherWatch(best: BestPrices, change: Change, watch: Watch): boolean {
  return best[watch.id] === undefined && Object.keys(best).length > 0 && offeredPrice(watch, change) !== null;
}

/** Explains an alert during the cooldown: a much better price, or an alert of another watch. */
function explainAlertInCooldown(beats: number, change: Change, watch: Watch, when: string, language: Language): string {
  const price = offeredPrice(watch, change);
  if (price === null || !isMuchBetter(watch, price, { unitPrice: beats, goods: price.goods })) {
    return language.say('watch.told-together', { when });
  }
  const last = { when, diamonds: formatDiamonds(beats, language) };
  const against = differenceFromWorth(price.unitPrice, beats);
  if (against === null) return language.say('watch.told-much-better', last);
  return language.say('watch.told-better', { ...last, percent: formatWhole(against.percent, language) });
}

function formatNotDelivered(reason: string | null, language: Language): string {
  const code = refusalCodeIn(reason);
  if (reason === OWN_SHOP) return language.say('watch.not-told', { why: language.say('watch.miss-own-shop') });
  const why =
    code === null ? safe(reason ?? language.say('watch.no-reason'), 100) : formatRefusal(code, language, 'user');
  return language.say('watch.not-told', { why });
}
