import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { Languages } from '../../../language/languages.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { Icons } from '../../../ports/pictures.ts';
import type { Watch } from '../../../routing/watch.ts';
import { COLOURS } from '../layout.ts';
import { formatOutages, withoutStartMoments } from '../words/freshness.ts';
import { nameOfItem } from '../words/names.ts';
import { clean, clip, fitLines, stamp } from '../words/text.ts';
import type { AlertBody } from './alert-body.ts';
import { type AlertPainting, paintingOf, picturesOf, showButtons } from './alert-painting.ts';
import { alertControls, askedBy, footers, formatPlainly, hasMenuOfAll, isFeed, isWatch } from './asked-by.ts';
import { changeOf } from './event-kinds.ts';
import { type EventTexts, formatAuctionNote } from './event-text.ts';

/** Age from which an event shows its time in a message that does not show it otherwise. */
const LATE_EVENT_MS = 2 * 60_000;
/** Limits the characters below a headline. */
const DETAILS_CHARACTERS = 1_000;

export interface AlertParts {
  readonly languages: Languages;
  readonly icons: Icons;
}

export interface LocalAlertParts extends AlertParts {
  readonly language: Language;
}

export function cardOfSeveral({ group, eventTexts }: ShownGroup, parts: LocalAlertParts): Card {
  const embed = { title: clip(eventTexts.title, 256), ...cardOf(eventTexts, parts, parts.language) };
  return alertCard(group, embed, paintingIn(group));
}

/** Makes a lower card of two lines, without an icon but with a painting's picture. */
export function cardOfRow({ group, eventTexts: { row, colour } }: ShownGroup): Card {
  return alertCard(group, { description: row, color: colour }, paintingIn(group));
}

/** Makes the card of a single change. A single auction of feeds has one line, or no card if that would be empty. */
export function cardOfOne(
  used: readonly NoticeInContext[],
  only: EventTexts,
  parts: LocalAlertParts,
  now: number,
): readonly Card[] {
  const { language } = parts;
  const painting = paintingIn(used);
  const [entry, ...same] = used;
  const isAuction = entry !== undefined && same.length === 0 && changeOf(entry).kind === 'auctioned';
  if (!isAuction || painting !== null || !entry.subscriptions.every(isFeed)) {
    return [alertCard(used, cardOf(only, parts, language), painting)];
  }
  const { at } = changeOf(entry);
  const note = formatAuctionNote(entry, language);
  const facts = [...(note === null ? [] : [note]), ...(now - at >= LATE_EVENT_MS ? [stamp(at)] : [])];
  // Only a card can show gaps and the names of feeds.
  const needsCard = entry.gaps !== undefined || askedBy(used, language).length > 0;
  if (facts.length === 0 && !needsCard) return [];
  return [alertCard(used, { description: facts.length > 0 ? facts.join(' · ') : stamp(at), color: only.colour })];
}

/** Renders the details below the headline, with the item's icon. */
function cardOf(eventTexts: EventTexts, { icons }: AlertParts, language: Language): APIEmbed {
  const { item } = eventTexts;
  const icon = icons.of(item.identity.type);
  return {
    ...detailsEmbed(eventTexts),
    ...(icon && { thumbnail: { url: icon.url, description: clean(nameOfItem(item, language)) } }),
  };
}

/** Renders the details without an icon, which would make a compact message taller. */
export function detailsEmbed({ lines, colour }: EventTexts): APIEmbed {
  return { description: fitLines(lines, DETAILS_CHARACTERS), color: colour };
}

/** Keeps each icon on its first card only, because repeated icons make the message higher. */
export function withPicturesOnce(cards: readonly Card[]): readonly Card[] {
  const shown = new Set<string>();
  return cards.map((one) => {
    const { thumbnail, ...embed } = one.embed;
    if (thumbnail === undefined || !shown.has(thumbnail.url)) {
      if (thumbnail !== undefined) shown.add(thumbnail.url);
      return one;
    }
    return { ...one, embed };
  });
}

/** A group of notices that are shown as one, and its texts. */
export interface ShownGroup {
  readonly group: readonly NoticeInContext[];
  readonly eventTexts: EventTexts;
}

/**
 * Lists groups in one card for each set of feeds and watches that asked, in the order of their first group. The cards
 * have no pictures, but banned paintings keep their *Show* buttons.
 */
export function cardsByAsker(
  shown: readonly ShownGroup[],
  lineOf: (eventTexts: EventTexts) => string,
): readonly Card[] {
  const askers = Map.groupBy(shown, ({ group }) => {
    const ids = group.flatMap(({ subscriptions }) => subscriptions.map(({ id }) => id));
    return [...new Set(ids)].sort().join(' ');
  });
  return [...askers.values()].map((things) => listCard(things, lineOf));
}

/** Lists groups in one card, below the lines of `lead`. */
export function listCard(
  things: readonly ShownGroup[],
  lineOf: (eventTexts: EventTexts) => string,
  lead: readonly string[] = [],
): Card {
  const entries = things.flatMap(({ group }) => group);
  const [colour, ...others] = new Set(things.map(({ eventTexts }) => eventTexts.colour));
  const embed = {
    description: [...lead, ...things.map(({ eventTexts }) => lineOf(eventTexts))].join('\n'),
    color: others.length === 0 && colour !== undefined ? colour : COLOURS.neutral,
  };
  const banned = entries.flatMap((entry) => paintingOf(entry) ?? []).filter(({ isBanned }) => isBanned);
  return { ...alertCard(entries, embed), banned };
}

/** Limits the characters of all embeds of a message. Discord's limit is 6,000. */
const ALL_EMBEDS_CHARACTERS = 5_900;

/**
 * An embed and its notices. `painting` is the one whose picture it shows, or null. `banned` are the banned paintings of
 * a list, which shows no picture.
 */
export interface Card {
  readonly entries: readonly NoticeInContext[];
  readonly embed: APIEmbed;
  readonly painting: AlertPainting | null;
  readonly banned?: readonly AlertPainting[];
}

export function alertCard(
  entries: readonly NoticeInContext[],
  embed: APIEmbed,
  painting: AlertPainting | null = null,
): Card {
  return { entries, embed, painting };
}

/** Returns the painting whose picture a group shows, or null. */
export function paintingIn(group: readonly NoticeInContext[]): AlertPainting | null {
  return group.map(paintingOf).findLast((painting) => painting !== null) ?? null;
}

/**
 * Assembles a message. Each card names the feeds and watches that asked for it, and the last one the stream's gaps.
 *
 * @param headline plain text, as a push shows it
 * @param entries the notices of the message, by default those of its cards
 */
export function assembleAlert(
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
  const room = ALL_EMBEDS_CHARACTERS - [...texts, gap?.name ?? ''].join('').length;
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

const MOST_GAPS = 3;

/** Renders the outages that were not reported before as a field, or nothing if there are none. */
function formatGaps(entries: readonly NoticeInContext[], now: number, language: Language): Pick<APIEmbed, 'fields'> {
  const gaps = withoutStartMoments(entries.flatMap((entry) => entry.gaps ?? []));
  if (gaps.length === 0) return {};
  const times = language.and(formatOutages(gaps, MOST_GAPS, now, language));
  return { fields: [{ name: language.say('alert.gap'), value: language.say('alert.gap-times', { times }) }] };
}
