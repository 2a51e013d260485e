import type { APIComponentInContainer } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatPrice } from '../../../language/number.ts';
import { contentsOf } from '../../../market/item/contents.ts';
import type { Identity, ItemChoice } from '../../../market/item/item.ts';
import type { TradeSummary } from '../../../market/prices/summary.ts';
import type { PaintingSeller } from '../../../market/search/current-sellers.ts';
import type { BanSnapshot } from '../../../ports/journal.ts';
import type { CanvasPicture } from '../../../ports/pictures.ts';
import { BUTTON_LABEL_CHARACTERS, MOST_ROW_BUTTONS } from '../component-limits.ts';
import { actionable, button, COLOURS, card, gallery, itemId, type Layout, row, separator, text } from '../layout.ts';
import { altOfPainting, nameOfIdentity, sayGeneration, titleOfPainting } from '../words/names.ts';
import { clip, code, safe, stamp } from '../words/text.ts';
import { formatBansAge } from './banned-paintings.ts';
import { showButton } from './banned-picture.ts';
import { formatSellers, formatSellersHeading } from './painting-sellers.ts';

/** Limits the shops, so that the answer is at most one and a half screens of a phone. */
const MOST_CARD_SHOPS = 6;
/** Limits the shops next to the prices and buttons of several kinds. */
const MOST_CARD_SHOPS_OF_KINDS = 3;
const CARD_SHOPS_CHARACTERS = 1_800;
const CARD_TITLE_CHARACTERS = 160;

/** One kind of a painting: the original, a copy, or a camera picture. */
export interface PaintingKind {
  readonly item: ItemChoice & { readonly key: string };
  readonly identity: Identity;
  /** Prices paid in purchases and auctions, or null if there were none in that time. */
  readonly paid: TradeSummary | null;
  /** The key of the saved query behind its buttons, or null if it could not be saved. */
  readonly query: string | null;
}

/** The content of `/painting`. */
export interface PaintingAnswer {
  /** Null for a camera picture. */
  readonly canvas: string | null;
  readonly title: string | null;
  readonly author: string | null;
  /** The requested kind, or all known ones. Empty if only its pixels are known. */
  readonly kinds: readonly PaintingKind[];
  /** The days that the paid prices cover. */
  readonly days: number;
  /** Null before the first snapshot. */
  readonly sellers: readonly PaintingSeller[] | null;
  /** Null before the first list of bans, when the painting may be banned. */
  readonly bans: BanSnapshot | null;
  /** Whether its pixels are stored. */
  readonly isKept: boolean;
  /** Null if its pixels are not stored, or if it may be banned. */
  readonly picture: CanvasPicture | null;
  readonly freshness: string;
  readonly language: Language;
}

/**
 * Renders `/painting`: picture, title, author, generations, ban, sellers and paid prices.
 */
export function renderPaintingCard(answer: PaintingAnswer): Layout {
  const { canvas, kinds, sellers, bans, isKept, picture, freshness, language } = answer;
  const ban = bans?.bans.find(({ id }) => id === canvas);
  return card(
    ban ? COLOURS.bad : COLOURS.neutral,
    text(`## ${safe(headingOf(answer), CARD_TITLE_CHARACTERS)}`, ...formatPaintingFacts(answer), ...formatBan(answer)),
    picture === null ? null : gallery({ url: `attachment://${picture.name}`, alt: altOfPainting(picture, language) }),
    picture === null ? text(formatNoPicture(answer)) : null,
    ban && canvas !== null && isKept ? row(showButton(canvas, null, language)) : null,
    separator(),
    text(
      formatSellersHeading(sellers, language) ?? `**${language.say('painting.sellers')}**`,
      ...formatSellers(
        sellers,
        kinds.length > 1 ? MOST_CARD_SHOPS_OF_KINDS : MOST_CARD_SHOPS,
        CARD_SHOPS_CHARACTERS,
        language,
        (seller) => kindsAt(seller, kinds, language),
      ),
    ),
    ...(kinds.length > 1 ? kindsPaid(answer) : onePaid(answer)),
    text(
      bans === null || canvas === null ? null : formatBansAge(bans, language),
      sellers !== null && freshness,
      canvas !== null && `-# ${code(canvas)}`,
    ),
  );
}

function headingOf({ canvas, kinds, language, ...painting }: PaintingAnswer): string {
  const [kind] = kinds;
  return canvas === null && kind !== undefined
    ? nameOfIdentity(kind.identity, language)
    : titleOfPainting(painting, language);
}

/** Formats `original, copy · 32 × 16`. */
function formatPaintingFacts({ canvas, kinds, picture, language }: PaintingAnswer): string[] {
  if (canvas === null) return [];
  const generations = language.list(kinds.flatMap((kind) => sayGeneration(kind.identity, language) ?? []));
  const size = picture === null ? '' : `${picture.width}\u00a0×\u00a0${picture.height}`;
  return [[generations, size].filter((fact) => fact !== '').join(' · ')];
}

function formatBan({ canvas, bans, language }: PaintingAnswer): string[] {
  if (canvas === null) return [];
  if (bans === null) return [language.say('painting.bans-unknown')];
  const ban = bans.bans.find(({ id }) => id === canvas);
  if (ban === undefined) return [language.say('painting.not-banned')];
  const { firstSeenAt } = ban;
  const seen = firstSeenAt === null ? [] : [language.say('painting.first-seen', { when: stamp(firstSeenAt, 'd') })];
  return [`**${language.say('painting.banned')}**`, ...seen.map((line) => `-# ${line}`)];
}

/** Formats the reason for a missing picture, or returns null if the ban is the reason. */
function formatNoPicture({ canvas, isKept, language }: PaintingAnswer): string | null {
  if (canvas === null) return language.say('painting.camera');
  return isKept ? null : language.say('painting.not-seen');
}

/** Names the kinds that a shop sells, if the painting has several. */
function kindsAt({ shop }: PaintingSeller, kinds: readonly PaintingKind[], language: Language): string[] {
  if (kinds.length < 2) return [];
  const there = new Set([shop.item, ...contentsOf(shop.item)].map(({ identity }) => identity.key));
  const sold = kinds.filter(({ item }) => there.has(item.key));
  return [language.list(sold.flatMap((kind) => sayGeneration(kind.identity, language) ?? []))].filter(
    (one) => one !== '',
  );
}

/** Renders the paid prices, with *Watch this* and *Price history* below. */
function onePaid(answer: PaintingAnswer): (APIComponentInContainer | null)[] {
  const { kinds, language } = answer;
  const [kind] = kinds;
  const paid = kind?.paid ? `▸ ${formatPaidFacts(kind.paid, language).join(' · ')}` : language.say('painting.not-paid');
  const query = kind?.query ?? null;
  return [
    text(headingOfPaid(answer), paid),
    query === null ? null : row(watchButton(query, null, language), historyButton(query, language)),
  ];
}

/** Renders the paid prices of each kind with *Price history* next to it, and *Watch this* for each below. */
function kindsPaid(answer: PaintingAnswer): (APIComponentInContainer | null)[] {
  const { kinds, language } = answer;
  const lines = kinds.map(({ identity, paid, query }) => {
    const facts = paid === null ? [language.say('painting.times', { n: 0 })] : formatPaidFacts(paid, language);
    const line = `▸ ${[sayGeneration(identity, language), ...facts].filter((fact) => fact !== null).join(' · ')}`;
    return query === null ? text(line) : actionable(line, historyButton(query, language));
  });
  const watches = kinds.flatMap(({ identity, query }) => {
    return query === null ? [] : [watchButton(query, sayGeneration(identity, language), language)];
  });
  return [text(headingOfPaid(answer)), ...lines, row(...watches.slice(0, MOST_ROW_BUTTONS))];
}

function headingOfPaid({ days, sellers, language }: PaintingAnswer): string {
  const heading = `**${language.say('painting.paid', { n: days })}**`;
  // If there are sellers, their heading names the unit.
  return formatSellersHeading(sellers, language) === null
    ? `${heading} · ${language.say('common.in-diamonds')}`
    : heading;
}

/** Formats `**4 to 12** · 3 trades · 2 days ago`. */
function formatPaidFacts({ p10, p90, trades, lastAt }: TradeSummary, language: Language): string[] {
  const range =
    p10 === p90
      ? formatPrice(p10, language)
      : language.say('painting.range', { from: formatPrice(p10, language), to: formatPrice(p90, language) });
  return [`**${range}**`, language.say('painting.times', { n: trades }), stamp(lastAt)];
}

/**
 * Returns the buttons of a painting: *Watch this*, *Show shops* and *Price history* for one kind, or a row each of
 * *Watch this* and *Price history* for several.
 */
export function kindButtons(kinds: readonly PaintingKind[], language: Language): (APIComponentInContainer | null)[] {
  const kept = kinds.flatMap(({ query, ...kind }) => (query === null ? [] : [{ ...kind, query }]));
  const [first, ...others] = kept;
  if (first === undefined) return [];
  if (others.length > 0) {
    const shown = kept.slice(0, MOST_ROW_BUTTONS);
    return [
      row(...shown.map(({ identity, query }) => watchButton(query, sayGeneration(identity, language), language))),
      row(...shown.map(({ identity, query }) => historyButton(query, language, sayGeneration(identity, language)))),
    ];
  }
  const shops = itemId('shop:item', first.item);
  return [
    row(
      watchButton(first.query, null, language),
      ...(shops === null ? [] : [button(language.say('price.show-shops'), shops)]),
      historyButton(first.query, language),
    ),
  ];
}

/** @param kind the generation, or null if there is only one kind */
function watchButton(query: string, kind: string | null, language: Language) {
  return button(labelFor(language.say('shop.watch'), kind, language), `shop:watch:${query}`);
}

function historyButton(query: string, language: Language, kind: string | null = null) {
  return button(labelFor(language.say('shop.history'), kind, language), `shop:history:${query}`);
}

function labelFor(action: string, kind: string | null, language: Language): string {
  return kind === null ? action : clip(language.say('painting.of-kind', { action, kind }), BUTTON_LABEL_CHARACTERS);
}
