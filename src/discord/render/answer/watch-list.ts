import { type APIStringSelectComponent, ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { diamonds, whole } from '../../../language/number.ts';
import type { Shop } from '../../../market/shops/shop.ts';
import type { Icons } from '../../../ports/icons.ts';
import { takesPrice, type Watch } from '../../../routing/watch.ts';
import { hasEnded, snoozeEnd } from '../../../subscriptions/watch-state.ts';
import { button } from '../layout/button.ts';
import { itemThumbnail } from '../layout/item-thumbnail.ts';
import { card, type Layout, pictured, row, text } from '../layout/layout.ts';
import { pageButtons } from '../layout/page-controls.ts';
import { COLOURS } from '../layout/theme.ts';
import { formatAbsences } from '../words/absence.ts';
import { describeItem, describeRate, describeWait, describeWatch, describeWhole } from '../words/describe.ts';
import { asPlainText, sayOffer } from '../words/format-offer.ts';
import { clip, safe, stamp, unmark } from '../words/text.ts';

/** So many watches fit into 40 components and 4,000 characters, each of another item. */
export const WATCHES_A_PAGE = 8;
/** Of a name and of what a watch waits for: as long as they can be, where all of them fit; least for eight of the longest names. */
const LENGTHS = [200, 100, 60];
/** Of a message's 4,000; what names the page is beneath. */
const CHARACTERS = 3_900;

/** A watch with what it last told. `toldAt`: epoch ms, null: nothing yet. `price`: of one item, null: it named none. */
export interface ListedWatch {
  readonly watch: Watch;
  readonly toldAt: number | null;
  readonly price: number | null;
}

/**
 * The shop where one item is cheapest now (`buy`), or paid for best (`sell`); null if no shop has it. Absent if no
 * watch asks for that side.
 */
export interface ListedGroup {
  readonly watches: readonly ListedWatch[];
  readonly now: { readonly buy?: Shop | null; readonly sell?: Shop | null };
}

export interface WatchList {
  readonly groups: readonly ListedGroup[];
  readonly page: number;
  readonly pages: number;
  /** Of all of them: what is lost, refused or known of the stream; a line each. */
  readonly above: readonly string[];
  readonly below: readonly string[];
  readonly now: number;
  readonly icons: Icons;
  readonly language: Language;
}

/** `/watch list`: by item, each watch with its state, and a menu to choose one. */
export function renderWatchList(list: WatchList): Layout {
  const { groups, page, pages, above, below, language } = list;
  const watches = groups.flatMap((group) => group.watches.map(({ watch }) => watch));
  const number = language.say('watch.list-page', { page: whole(page + 1, language), pages: whole(pages, language) });
  return card(
    COLOURS.neutral,
    text(language.say('watch.list-title'), ...above),
    ...formatGroups(list),
    text(...below.map((line) => `-# ${line}`), pages > 1 && `-# ${number}`),
    row(menuOf(watches, language)),
    row(...pageButtons('watch:list', { page, pages, entries: 0, aPage: WATCHES_A_PAGE }, language)),
  );
}

function formatGroups({ groups, above, below, icons, now, language }: WatchList) {
  const notes = [...above, ...below].reduce(
    (sum, line) => sum + line.length + 4,
    language.say('watch.list-title').length,
  );
  let texts: readonly string[] = [];
  for (const most of LENGTHS) {
    texts = groups.map((group) => formatGroup(group, most, now, language));
    if (texts.reduce((sum, { length }) => sum + length, notes) <= CHARACTERS) break;
  }
  return groups.map(({ watches: [first] }, at) => {
    const item = first?.watch.item ?? null;
    return pictured(texts[at] ?? '', item === null ? null : itemThumbnail(icons, item.type, language));
  });
}

function formatGroup(group: ListedGroup, most: number, now: number, language: Language): string {
  const [first] = group.watches;
  const item = first?.watch.item ?? null;
  const owner = safe(first?.watch.filter.owner ?? '', 40);
  const name = item === null ? language.say('watch.own-shops', { player: owner }) : describeItem(item, language);
  const lines = group.watches.map((one) => formatListed(one, most, now, language));
  return [[`**${clip(name, most)}**`, ...formatNow(group, language)].join(' · '), ...lines].join('\n');
}

function formatNow({ now: { buy, sell } }: ListedGroup, language: Language): string[] {
  const said: string[] = [];
  if (buy === null) said.push(language.say('watch.now-no-seller'));
  if (buy) said.push(language.say('watch.now-buy', { offer: formatBest(buy, language) }));
  if (sell === null) said.push(language.say('watch.now-no-buyer'));
  if (sell) said.push(language.say('watch.now-sell', { offer: formatBest(sell, language) }));
  return said;
}

function formatBest(shop: Shop, language: Language): string {
  return asPlainText(sayOffer(shop, null, language));
}

function formatListed({ watch, toldAt, price }: ListedWatch, most: number, now: number, language: Language): string {
  const what = language.list([describeWait(watch, language, most), ...describeRate(watch, language)]);
  const state = [...formatHold(watch, now, language), formatTold(toldAt, price, language)];
  return [[what, ...state].join(' · '), ...formatAbsences(watch, language)].join('\n');
}

function formatTold(at: number | null, price: number | null, language: Language): string {
  if (at === null) return language.say('watch.never-told');
  if (price === null) return language.say('watch.told', { when: stamp(at) });
  return language.say('watch.told-price', { when: stamp(at), diamonds: diamonds(price, language) });
}

/** How a watch stands, where it is not simply on. */
export function formatHold(watch: Watch, now: number, language: Language): string[] {
  if (hasEnded(watch, now)) return [language.say('watch.state-ended')];
  if (watch.paused) return [language.say('watch.state-paused')];
  const snoozedUntil = snoozeEnd(watch, now);
  if (snoozedUntil !== null) return [language.say('watch.state-snoozed', { when: stamp(snoozedUntil, 't') })];
  if (watch.expiresAt === null) return [];
  return [language.say('watch.state-until', { when: stamp(watch.expiresAt, 'd') })];
}

function menuOf(watches: readonly Watch[], language: Language): APIStringSelectComponent {
  return {
    type: ComponentType.StringSelect,
    custom_id: 'watch:choose:',
    placeholder: clip(language.say('watch.menu'), 150),
    options: watches.map((watch) => ({
      label: clip(unmark(describeWatch(watch, language)), 100),
      value: watch.id,
    })),
  };
}

/** One watch that was chosen in the list, and what can be done about it. */
export function renderChosen(
  { watch, toldAt, price }: ListedWatch,
  now: number,
  icons: Icons,
  language: Language,
): Layout {
  const icon = watch.item === null ? null : itemThumbnail(icons, watch.item.type, language);
  const isOn = !watch.paused && snoozeEnd(watch, now) === null;
  const state = [...formatHold(watch, now, language), formatTold(toldAt, price, language)].join(' · ');
  const what = [describeWhole(watch, 800, language), ...formatAbsences(watch, language)];
  return card(
    COLOURS.neutral,
    pictured([...what, `-# ${state}`].join('\n'), icon),
    row(
      isOn
        ? button(language.say('watch.button-pause'), `watch:pause:${watch.id}`)
        : button(language.say('watch.button-resume'), `watch:resume:${watch.id}`, { style: 'main' }),
      ...(takesPrice(watch.trigger) ? [button(language.say('watch.button-price'), `watch:ask-price:${watch.id}`)] : []),
      button(language.say('watch.button-remove'), `watch:remove:${watch.id}`, { style: 'danger' }),
      button(language.say('watch.button-explain'), `watch:explain:${watch.id}`),
      button(language.say('watch.button-list'), 'watch:list:0'),
    ),
  );
}
