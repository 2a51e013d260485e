import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { Languages } from '../../../language/languages.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { Icons } from '../../../ports/pictures.ts';
import { COLOURS } from '../layout/layout.ts';
import { fitLines } from '../words/fit.ts';
import { nameOfItem } from '../words/item-name.ts';
import { clean, clip, stamp } from '../words/text.ts';
import { type Card, card, paintingIn } from './alert-message.ts';
import { paintingOf } from './alert-painting.ts';
import { askedBy, isFeed } from './asked-by.ts';
import { changeOf, formatAuctionNote, type Happening } from './happening.ts';

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
