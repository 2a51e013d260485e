import type { Language } from '../../../language/language.ts';
import { diamonds, price } from '../../../language/number.ts';
import { contentsOf } from '../../../market/item/contents.ts';
import { type Identity, type ItemChoice, traitOf } from '../../../market/item/item.ts';
import type { Summary } from '../../../market/prices/summary.ts';
import type { PaintingSeller } from '../../../market/search/painting-sellers.ts';
import type { BanSnapshot } from '../../../ports/bans.ts';
import type { CanvasPicture } from '../../../ports/canvases.ts';
import { button } from '../layout/button.ts';
import { card, gallery, type Layout, row, separator, text } from '../layout/layout.ts';
import { COLOURS } from '../layout/theme.ts';
import { nameOfIdentity } from '../words/item-name.ts';
import { altOfPainting, titleOfPainting } from '../words/painting-alt.ts';
import { clip, code, safe, stamp } from '../words/text.ts';
import { showButton } from './banned-picture.ts';
import { formatBansAge, formatSellers } from './painting.ts';

const SHOPS = 6;
const SHOPS_CHARACTERS = 1_800;
const TITLE_CHARACTERS = 160;
const KIND_CHARACTERS = 40;

/** One kind of a painting: the original, a copy, or a camera picture. */
export interface PaintingKind {
  readonly item: ItemChoice & { readonly key: string };
  readonly identity: Identity;
  /** What was paid for it, purchases and auctions; null: nothing in that time. */
  readonly paid: Summary | null;
  /** The key of the kept query behind its buttons; null: it could not be kept. */
  readonly query: string | null;
}

/** All that `/painting` shows. */
export interface PaintingAnswer {
  /** null: a camera picture. */
  readonly canvas: string | null;
  readonly title: string | null;
  readonly author: string | null;
  /** What is known of it, the one that was asked for or all; none: it was only seen. */
  readonly kinds: readonly PaintingKind[];
  /** Days that what was paid is of. */
  readonly days: number;
  /** null: the list of shops is not in. */
  readonly sellers: readonly PaintingSeller[] | null;
  /** null: the list of bans is not in, so that nobody knows whether it is banned. */
  readonly bans: BanSnapshot | null;
  /** null: its pixels are not kept, or it may be banned. */
  readonly picture: CanvasPicture | null;
  readonly freshness: string;
  readonly language: Language;
}

/** The answer of `/painting`: picture, title, author, original or copies, banned or not, who sells it, what was paid. */
export function renderPaintingCard(answer: PaintingAnswer): Layout {
  const { canvas, kinds, days, sellers, bans, picture, freshness, language } = answer;
  const ban = bans?.bans.find(({ id }) => id === canvas);
  return card(
    ban ? COLOURS.bad : COLOURS.neutral,
    text(`## ${safe(headingOf(answer), TITLE_CHARACTERS)}`, ...formatFacts(answer), ...formatBan(answer)),
    picture === null ? null : gallery({ url: `attachment://${picture.name}`, alt: altOfPainting(picture, language) }),
    picture === null ? text(formatNoPicture(answer)) : null,
    ban && canvas !== null ? row(showButton(canvas, null, language)) : null,
    separator(),
    text(
      `**${language.say('painting.sellers')}**`,
      ...formatSellers(sellers, SHOPS, SHOPS_CHARACTERS, language, (seller) => kindsAt(seller, kinds, language)),
    ),
    text(`**${language.say('painting.paid', { n: days })}**`, ...formatPaid(answer)),
    ...kinds.map((kind) => kindButtons(kind, kinds.length > 1, language)),
    text(bans === null || canvas === null ? null : formatBansAge(bans, language), sellers !== null && freshness),
  );
}

function headingOf({ canvas, kinds, language, ...painting }: PaintingAnswer): string {
  const [kind] = kinds;
  return canvas === null && kind !== undefined
    ? nameOfIdentity(kind.identity, language)
    : titleOfPainting(painting, language);
}

/** `original, copy · 32 × 16`, and the id ready to copy. */
function formatFacts({ canvas, kinds, picture, language }: PaintingAnswer): string[] {
  if (canvas === null) return [];
  const generations = language.list(kinds.flatMap((kind) => generationOf(kind.identity, language) ?? []));
  const size = picture === null ? '' : `${picture.width} × ${picture.height}`;
  const facts = [generations, size].filter((fact) => fact !== '').join(' · ');
  return [...(facts === '' ? [] : [facts]), `-# ${code(canvas)}`];
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

/** Why there is no picture; nothing where a ban says it. */
function formatNoPicture({ canvas, bans, language }: PaintingAnswer): string | null {
  if (canvas === null) return language.say('painting.camera');
  if (bans === null || bans.bans.some(({ id }) => id === canvas)) return null;
  return language.say('painting.not-seen');
}

/** Which of the kinds a shop sells, where that is not the only one. */
function kindsAt({ shop }: PaintingSeller, kinds: readonly PaintingKind[], language: Language): string[] {
  if (kinds.length < 2) return [];
  const there = new Set([shop.item, ...contentsOf(shop.item)].map(({ identity }) => identity.key));
  const sold = kinds.filter(({ item }) => there.has(item.key));
  return [language.list(sold.flatMap((kind) => generationOf(kind.identity, language) ?? []))].filter(
    (one) => one !== '',
  );
}

function formatPaid({ kinds, language }: PaintingAnswer): string[] {
  const lines = kinds.flatMap(({ identity, paid }) => {
    if (paid === null) return [];
    const generation = generationOf(identity, language);
    const range =
      paid.p10 === paid.p90
        ? diamonds(paid.p10, language)
        : language.say('painting.range', { from: price(paid.p10, language), to: diamonds(paid.p90, language) });
    const facts = [
      ...(generation === null || kinds.length < 2 ? [] : [generation]),
      `**${range}**`,
      language.say('painting.times', { n: paid.trades }),
      stamp(paid.lastAt),
    ];
    return [`▸ ${facts.join(' · ')}`];
  });
  return lines.length > 0 ? lines : [language.say('painting.not-paid')];
}

/** *Watch this* and *Price history*, with the generation where there are several. */
function kindButtons({ identity, query }: PaintingKind, isOneOfMany: boolean, language: Language) {
  if (query === null) return null;
  const kind = isOneOfMany ? generationOf(identity, language) : null;
  const label = (key: 'shop.watch' | 'shop.history') =>
    kind === null
      ? language.say(key)
      : clip(language.say('painting.of-kind', { action: language.say(key), kind }), KIND_CHARACTERS * 2);
  return row(
    button(label('shop.watch'), `shop:watch:${query}`),
    button(label('shop.history'), `shop:history:${query}`),
  );
}

function generationOf(identity: Identity, language: Language): string | null {
  switch (traitOf(identity, 'generation')) {
    case 'original':
      return language.say('item.original');
    case 'copy':
      return language.say('item.copy');
    case 'copy-of-copy':
      return language.say('item.copy-of-copy');
    default:
      return null;
  }
}
