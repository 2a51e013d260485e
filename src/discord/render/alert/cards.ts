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
import { formatAuctionNote, type Happening } from './event-text.ts';

/** An event so long ago is dated, where the message does not otherwise say when it was. */
const LATE_MS = 2 * 60_000;
/** Limits the characters below a headline. */
const DETAILS_CHARACTERS = 1_000;

/** The languages and icons that alerts are rendered with. */
export interface AlertLook {
  readonly languages: Languages;
  readonly icons: Icons;
}

export interface Look extends AlertLook {
  readonly language: Language;
}

export function cardOfSeveral({ group, happening }: Shown, look: Look): Card {
  const embed = { title: clip(happening.title, 256), ...cardOf(happening, look, look.language) };
  return card(group, embed, paintingIn(group));
}

/** A lower card: its words are two lines of a list, and no icon stands beside them, but a painting's picture. */
export function cardOfRow({ group, happening: { row, colour } }: Shown): Card {
  return card(group, { description: row, color: colour }, paintingIn(group));
}

/** The card under a single thing. A single auction of feeds has one line, or no card if that line would be empty. */
export function cardOfOne(used: readonly NoticeInContext[], only: Happening, look: Look, now: number): readonly Card[] {
  const { language } = look;
  const painting = paintingIn(used);
  const [entry, ...same] = used;
  const isAuction = entry !== undefined && same.length === 0 && changeOf(entry).kind === 'auctioned';
  if (!isAuction || painting !== null || !entry.subscriptions.every(isFeed)) {
    return [card(used, cardOf(only, look, language), painting)];
  }
  const { at } = changeOf(entry);
  const note = formatAuctionNote(entry, language);
  const facts = [...(note === null ? [] : [note]), ...(now - at >= LATE_MS ? [stamp(at)] : [])];
  // A gap and the names of feeds stand in a card only.
  const needsCard = entry.gaps !== undefined || askedBy(used, language).length > 0;
  if (facts.length === 0 && !needsCard) return [];
  return [card(used, { description: facts.length > 0 ? facts.join(' · ') : stamp(at), color: only.colour })];
}

/** Renders the part below the headline: the details, with the item's icon. */
function cardOf(happening: Happening, { icons }: AlertLook, language: Language): APIEmbed {
  const { item } = happening;
  const icon = icons.of(item.identity.type);
  return {
    ...detailsOf(happening),
    ...(icon && { thumbnail: { url: icon.url, description: clean(nameOfItem(item, language)) } }),
  };
}

/** A compact feed has no icons, which make a message taller. */
export function detailsOf({ lines, colour }: Happening): APIEmbed {
  return { description: fitLines(lines, DETAILS_CHARACTERS), color: colour };
}

/** Cards with each icon once: the same picture on five cards says nothing, and makes each of them higher. */
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

/** A group of notices that are shown as one thing, and its words. */
export interface Shown {
  readonly group: readonly NoticeInContext[];
  readonly happening: Happening;
}

/**
 * Lists things in one card for each set of feeds and watches that asked, in the order of their first thing. The
 * pictures go, a banned painting keeps its *Show*.
 */
export function cardsByAsker(shown: readonly Shown[], lineOf: (happening: Happening) => string): readonly Card[] {
  const askers = Map.groupBy(shown, ({ group }) => {
    const ids = group.flatMap(({ subscriptions }) => subscriptions.map(({ id }) => id));
    return [...new Set(ids)].sort().join(' ');
  });
  return [...askers.values()].map((things) => listCard(things, lineOf));
}

/** Lists things in one card. `lead`: lines above them. */
export function listCard(
  things: readonly Shown[],
  lineOf: (happening: Happening) => string,
  lead: readonly string[] = [],
): Card {
  const entries = things.flatMap(({ group }) => group);
  const [colour, ...others] = new Set(things.map(({ happening }) => happening.colour));
  const embed = {
    description: [...lead, ...things.map(({ happening }) => lineOf(happening))].join('\n'),
    color: others.length === 0 && colour !== undefined ? colour : COLOURS.neutral,
  };
  const banned = entries.flatMap((entry) => paintingOf(entry) ?? []).filter(({ isBanned }) => isBanned);
  return { ...card(entries, embed), banned };
}

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
