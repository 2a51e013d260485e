import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { Watch } from '../../../routing/watch.ts';
import { formatOutages, withoutStartMoments } from '../words/freshness.ts';
import type { AlertBody } from './alert-body.ts';
import { alertControls, hasMenuOfAll } from './alert-controls.ts';
import { type AlertPainting, paintingOf, picturesOf, showButtons } from './alert-painting.ts';
import { footers, formatPlainly, isWatch } from './asked-by.ts';

/** Discord's limit over all embeds is 6,000. */
const ALL_CHARACTERS = 5_900;

/**
 * An embed, and the notices that it tells of. `painting`: the one whose picture it has, or null. `banned`: the banned
 * paintings of a list, which has no picture.
 */
export interface Card {
  readonly entries: readonly NoticeInContext[];
  readonly embed: APIEmbed;
  readonly painting: AlertPainting | null;
  readonly banned?: readonly AlertPainting[];
}

export function card(
  entries: readonly NoticeInContext[],
  embed: APIEmbed,
  painting: AlertPainting | null = null,
): Card {
  return { entries, embed, painting };
}

/** The picture of a group that is shown as one. */
export function paintingIn(group: readonly NoticeInContext[]): AlertPainting | null {
  return group.map(paintingOf).findLast((painting) => painting !== null) ?? null;
}

/**
 * Puts a message together. Each card names the feeds and watches that asked for it, the last one the gaps of the
 * stream.
 * @param headline plain text, as a push shows it
 * @param entries what the message tells of, where no card says it
 */
export function finish(
  headline: string,
  cards: readonly Card[],
  language: Language,
  now: number,
  entries = cards.flatMap((one) => one.entries),
): AlertBody {
  const gaps = formatGaps(entries, now, language);
  const gap = gaps.fields?.[0];
  const texts = [...cards.flatMap(({ embed: { title, description } }) => [title, description]), gap?.value].filter(
    (text) => text !== undefined,
  );
  const watches = watchesOf(entries);
  const controls = alertControls(watches, language);
  const areAllWatches = entries.every(({ subscriptions }) => subscriptions.every(isWatch));
  const isInChannel = entries.every(({ notice }) => notice.target.kind === 'channel');
  const paintings = cards.map(({ painting }) => painting);
  const toShow = cards.flatMap(({ painting, banned }): readonly (AlertPainting | null)[] => banned ?? [painting]);
  const isAlone = cards.length === 1 && cards.every(({ banned }) => banned === undefined);
  const shows = isInChannel ? showButtons(toShow, isAlone, language) : [];
  const rows = [...(controls === null ? [] : [controls]), ...shows];
  const pictures = picturesOf(paintings, language);
  const room = ALL_CHARACTERS - [...texts, gap?.name ?? ''].join('').length;
  const named = footers(
    cards.map((one) => one.entries),
    room,
    language,
    areAllWatches && hasMenuOfAll(watches),
  );
  const embeds = cards.map(({ embed }, at) => ({ ...embed, ...(at === cards.length - 1 && gaps), ...named[at] }));
  return {
    message: { content: headline, embeds, ...(rows.length > 0 && { components: rows }) },
    plain: formatPlainly([headline, ...texts], entries, language),
    ...(pictures.length > 0 && { pictures }),
  };
}

function watchesOf(entries: readonly NoticeInContext[]): readonly Watch[] {
  const watches = entries.flatMap(({ subscriptions }) => subscriptions.filter(isWatch));
  return [...new Map(watches.map((watch) => [watch.id, watch])).values()];
}

const GAPS = 3;

/** Renders the outages that were not reported before as a field of its own; empty if there are none. */
function formatGaps(entries: readonly NoticeInContext[], now: number, language: Language): Pick<APIEmbed, 'fields'> {
  const gaps = withoutStartMoments(entries.flatMap((entry) => entry.gaps ?? []));
  if (gaps.length === 0) return {};
  const times = language.and(formatOutages(gaps, GAPS, now, language));
  return { fields: [{ name: language.say('alert.gap'), value: language.say('alert.gap-times', { times }) }] };
}
