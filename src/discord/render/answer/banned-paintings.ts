import { type APIComponentInContainer, type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatWhole } from '../../../language/number.ts';
import { contentsOf } from '../../../market/item/contents.ts';
import { isCanvasId } from '../../../market/paintings/canvas.ts';
import { type PaintingSeller, sellsNow } from '../../../market/search/current-sellers.ts';
import type { BanSnapshot } from '../../../ports/journal.ts';
import { MENU_LABEL_CHARACTERS } from '../component-limits.ts';
import { actionable, COLOURS, card, type Layout, pageButtons, pageMenu, row, separator, text } from '../layout.ts';
import { sayGeneration, titleOfPainting } from '../words/names.ts';
import { clean, code, safe, stamp } from '../words/text.ts';
import { showButton } from './banned-picture.ts';
import { formatSellers, formatSellersHeading } from './painting-sellers.ts';

const BANNED_TITLE_CHARACTERS = 160;
const MOST_SHOPS_OF_ONE = 8;
const SHOPS_OF_ONE_CHARACTERS = 2_500;
/** The paintings on a page of all bans, and the limits of the shops of each. */
const PAINTINGS_A_PAGE = 4;
const SHOPS_PER_PAINTING = 3;
const SHOPS_PER_PAINTING_CHARACTERS = 650;

/** A painting on the list of all bans. */
interface BannedPainting {
  readonly id: string;
  /** Time of its ban (epoch ms), or null if it is older than Crier's data. */
  readonly firstSeenAt: number | null;
  readonly sellers: readonly PaintingSeller[];
}

/** A painting's title and author, as raw players' text, or null where unknown. */
export interface PaintingName {
  readonly title: string | null;
  readonly author: string | null;
  /** Whether its pixels are stored, so that *Show* can draw it. */
  readonly hasPicture: boolean;
}

/** The paintings whose names are known, by id. */
export type PaintingNames = ReadonlyMap<string, PaintingName>;

interface BanAnswer {
  readonly id: string;
  readonly list: BanSnapshot;
  /** Null before the first snapshot. */
  readonly sellers: readonly PaintingSeller[] | null;
  readonly names: PaintingNames;
  /** Buttons of its kinds, below the shops. */
  readonly buttons: readonly (APIComponentInContainer | null)[];
  /** The age of the shops. */
  readonly freshness: string;
  readonly language: Language;
}

/** Renders whether one painting is banned, and its sellers. */
export function renderPaintingBan({ id, list, sellers, names, buttons, freshness, language }: BanAnswer): Layout {
  const ban = list.bans.find((one) => one.id === id);
  return card(
    ban ? COLOURS.bad : COLOURS.good,
    text(
      `## ${language.say(ban ? 'painting.banned' : 'painting.not-banned')}`,
      ...formatHead(id, ban?.firstSeenAt, names, language),
    ),
    ban && names.get(id)?.hasPicture ? row(showButton(id, null, language)) : null,
    separator(),
    text(
      formatSellersHeading(sellers, language),
      ...formatSellers(sellers, MOST_SHOPS_OF_ONE, SHOPS_OF_ONE_CHARACTERS, language, (seller) =>
        generationsAt(seller, id, language),
      ),
    ),
    text(formatBansAge(list, language), sellers !== null && freshness),
    ...buttons,
  );
}

interface BansPage {
  readonly list: BanSnapshot;
  /** Null before the first snapshot. */
  readonly sellers: readonly PaintingSeller[] | null;
  /** Banned paintings that are in stock at a shop, then those in other shops, then newly banned ones. */
  readonly paintings: readonly BannedPainting[];
  readonly shown: readonly BannedPainting[];
  /** From 0. */
  readonly page: number;
  readonly pages: number;
}

/** Returns a page of all bans, from 0, or the last page. */
export function pageOfBans(list: BanSnapshot, sellers: readonly PaintingSeller[] | null, page: number): BansPage {
  const paintings = paintingsOf(list, sellers ?? []);
  const pages = Math.max(1, Math.ceil(paintings.length / PAINTINGS_A_PAGE));
  const at = Math.min(Math.max(0, page), pages - 1);
  return {
    list,
    sellers,
    paintings,
    shown: paintings.slice(at * PAINTINGS_A_PAGE, (at + 1) * PAINTINGS_A_PAGE),
    page: at,
    pages,
  };
}

/**
 * Renders a page of all bans.
 *
 * @param names the names of the shown paintings
 */
export function renderBans(
  { list, sellers, paintings, shown, page: at, pages }: BansPage,
  names: PaintingNames,
  freshness: string,
  language: Language,
): Layout {
  const blocks = shown.flatMap(({ id, firstSeenAt, sellers: of }) => {
    // A title replaces the id, which takes two lines of a phone. The painting's own answer, behind the menu, has it.
    const title = formatPaintingTitle(id, names, language) ?? code(id);
    const facts = [
      ...formatFirstSeen(firstSeenAt, language),
      ...formatSellers(sellers && of, SHOPS_PER_PAINTING, SHOPS_PER_PAINTING_CHARACTERS, language, (seller) =>
        generationsAt(seller, id, language),
      ),
    ];
    return names.get(id)?.hasPicture
      ? [separator(), actionable(title, showButton(id, null, language)), text(...facts)]
      : [separator(), text(title, ...facts)];
  });
  const paging = { page: at, pages, entries: paintings.length, aPage: PAINTINGS_A_PAGE };
  const where = { page: formatWhole(at + 1, language), pages: formatWhole(pages, language) };
  return card(
    COLOURS.bad,
    text(
      `## ${language.say('painting.count', { n: list.bans.length })}`,
      ...formatBansSummary(list, sellers, paintings, language),
    ),
    ...blocks,
    separator(),
    text(
      pages > 1 && `-# ${language.say('painting.page', where)}`,
      formatBansAge(list, language),
      sellers !== null && freshness,
    ),
    ...[paintingMenu(shown, names, language), pageMenu('painting-banned:jump:', paging, language)].map((menu) => {
      return menu && row(menu);
    }),
    row(...pageButtons('painting-banned:page', paging, language)),
  );
}

/** Returns the banned paintings that are in a shop or newly banned. */
function paintingsOf({ bans }: BanSnapshot, sellers: readonly PaintingSeller[]): BannedPainting[] {
  const bySeller = sellers.flatMap((seller) => seller.canvases.map((canvas) => ({ canvas, seller })));
  const byCanvas = Map.groupBy(bySeller, ({ canvas }) => canvas);
  const paintings = bans.map(({ id, firstSeenAt }) => ({
    id,
    firstSeenAt,
    sellers: (byCanvas.get(id) ?? []).map(({ seller }) => seller),
  }));
  return paintings
    .filter(({ firstSeenAt, sellers: of }) => of.length > 0 || firstSeenAt !== null)
    .sort((a, b) => rankPainting(b) - rankPainting(a) || (b.firstSeenAt ?? 0) - (a.firstSeenAt ?? 0));
}

function rankPainting({ sellers }: BannedPainting): number {
  if (sellers.some(sellsNow)) return 2;
  return sellers.length > 0 ? 1 : 0;
}

function formatBansSummary(
  { bans }: BanSnapshot,
  sellers: readonly PaintingSeller[] | null,
  paintings: readonly BannedPainting[],
  language: Language,
): string[] {
  const sold = paintings.filter((painting) => rankPainting(painting) > 0).length;
  const able = formatWhole(paintings.filter((painting) => rankPainting(painting) === 2).length, language);
  const fresh = bans.filter(({ firstSeenAt }) => firstSeenAt !== null).length;
  const onSale =
    sold === 0
      ? language.say('painting.none-on-sale')
      : `${language.say('painting.on-sale', { n: sold, able })} · ${language.say('common.in-diamonds')}`;
  return [
    sellers === null ? language.say('painting.no-shops-yet') : onSale,
    fresh === 0 ? language.say('painting.no-new') : language.say('painting.new', { n: fresh }),
  ];
}

function formatHead(
  id: string,
  firstSeenAt: number | null | undefined,
  names: PaintingNames,
  language: Language,
): string[] {
  const title = formatPaintingTitle(id, names, language);
  return [...(title === null ? [] : [title]), code(id), ...formatFirstSeen(firstSeenAt, language)];
}

function formatFirstSeen(firstSeenAt: number | null | undefined, language: Language): string[] {
  return firstSeenAt == null ? [] : [`-# ${language.say('painting.first-seen', { when: stamp(firstSeenAt, 'd') })}`];
}

function formatPaintingTitle(id: string, names: PaintingNames, language: Language): string | null {
  const name = names.get(id);
  return name === undefined ? null : `**${safe(titleOfPainting(name, language), BANNED_TITLE_CHARACTERS)}**`;
}

/** Names the generations in which a shop sells a painting. */
function generationsAt({ shop }: PaintingSeller, id: string, language: Language): string[] {
  const sold = [shop.item, ...contentsOf(shop.item)].filter(({ identity }) => identity.variant?.canvas === id);
  const texts = new Set(sold.flatMap(({ identity }) => sayGeneration(identity, language) ?? []));
  return texts.size === 0 ? [] : [language.list([...texts])];
}

/** Formats the age of the list of bans. */
export function formatBansAge({ heardAt, trouble }: BanSnapshot, language: Language): string {
  const when = stamp(heardAt);
  const sentence =
    trouble === null
      ? language.say('painting.as-of', { when })
      : language.say('painting.as-of-failed', { when, why: safe(trouble, 80) });
  return `-# ${sentence}`;
}

/** Returns a menu of the shown paintings, which opens a painting's own answer, or null if there are none. */
function paintingMenu(
  shown: readonly BannedPainting[],
  names: PaintingNames,
  language: Language,
): APIStringSelectComponent | null {
  const ids = shown.map(({ id }) => id).filter(isCanvasId);
  if (ids.length === 0) return null;
  const options = ids.map((id) => {
    const name = names.get(id);
    const label = name === undefined ? id : titleOfPainting(name, language);
    return { value: id, label: clean(label, MENU_LABEL_CHARACTERS) };
  });
  const placeholder = language.say('painting.choose');
  return { type: ComponentType.StringSelect, custom_id: 'painting-banned:choose:', placeholder, options };
}
