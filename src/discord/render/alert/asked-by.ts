import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbed,
  type APIStringSelectComponent,
  ComponentType,
} from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { formatWhole } from '../../../language/number.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { Watch } from '../../../routing/watch.ts';
import { snoozeEnd } from '../../../subscriptions/watches.ts';
import {
  BUTTON_LABEL_CHARACTERS,
  MENU_LABEL_CHARACTERS,
  MOST_MENU_OPTIONS,
  MOST_ROW_BUTTONS,
} from '../component-limits.ts';
import { button, itemId } from '../layout.ts';
import { describeFeed, describeItem, describeWatch } from '../words/describe.ts';
import { andMore, CONTENT_CHARACTERS, clip, fitLines, fitList, unmark } from '../words/text.ts';

/** Limits one footer. It names the first feed or watch, as many more as fit, and the number of the others. */
const FOOTER_CHARACTERS = 600;
/** Up to this number a footer shows all terms of the feeds and watches. */
const MOST_WHOLE_NAMES = 3;
/** Limits each name in a longer footer to one line of a phone. */
const LINE_CHARACTERS = 40;
/** Reserve for `… and 12 more`. */
const AND_MORE_CHARACTERS = 70;
/** A shorter footer would name nothing recognisable. */
const LEAST_FOOTER_CHARACTERS = 100;
const PLAIN_NAMES_CHARACTERS = 600;
const PLAIN_NAME_CHARACTERS = 450;

/**
 * Returns the footer of each card, which names the feeds and watches that asked for it. If all are equal, or if there
 * is too little room, only the last card has one. Markdown is removed, because footers do not render it.
 *
 * @param cards the notices of each card
 * @param room limits the characters of all footers
 * @param hasMenu whether a menu names all feeds and watches, so that a long footer would only repeat it
 */
export function footers(
  cards: readonly (readonly NoticeInContext[])[],
  room: number,
  language: Language,
  hasMenu = false,
): readonly Pick<APIEmbed, 'footer'>[] {
  const ofCards = cards.map((entries) => askedBy(entries, language));
  const [first = []] = ofCards;
  const areSame = ofCards.every((names) => names.join('\n') === first.join('\n'));
  const isShared = areSame || room / cards.length < LEAST_FOOTER_CHARACTERS;
  const most = Math.min(FOOTER_CHARACTERS, Math.floor(room / (isShared ? 1 : cards.length)));
  return ofCards.map((ofCard, card) => {
    if (most < LEAST_FOOTER_CHARACTERS || (isShared && card < cards.length - 1)) return {};
    const names = isShared ? [...new Set(ofCards.flat())] : ofCard;
    if (hasMenu && names.length > MOST_WHOLE_NAMES) return {};
    const longest = names.length > MOST_WHOLE_NAMES ? LINE_CHARACTERS : most - AND_MORE_CHARACTERS;
    const clipped = names.map((name) => clip(unmark(name), Math.min(longest, most - AND_MORE_CHARACTERS)));
    const text = fitList(clipped, most, andMore(language));
    return text === '' ? {} : { footer: { text } };
  });
}

/** Formats a message without embeds. The feeds and watches follow in small print, and other lines are cut first. */
export function formatPlainly(
  texts: readonly string[],
  entries: readonly NoticeInContext[],
  language: Language,
): string {
  const small = askedBy(entries, language, PLAIN_NAME_CHARACTERS).map((name) => `-# ${name}`);
  const end = fitList(small, PLAIN_NAMES_CHARACTERS, (left) => `-# ${andMore(language)(left)}`);
  const lines = fitLines(texts.join('\n').split('\n'), CONTENT_CHARACTERS - PLAIN_NAMES_CHARACTERS - 1);
  return [lines, ...(end === '' ? [] : [end])].join('\n');
}

/**
 * Names the feeds and watches that asked for the entries, each once, except for the only feed of a channel.
 *
 * @param most limits the characters of each one's terms
 */
export function askedBy(entries: readonly NoticeInContext[], language: Language, most?: number): string[] {
  const subscriptions = new Map(
    entries.flatMap(({ subscriptions }) =>
      subscriptions.map((subscription) => [subscription.id, subscription] as const),
    ),
  );
  const namesFeeds = entries.some(({ hasSeveralFeeds }) => hasSeveralFeeds === true);
  return [...subscriptions.values()].flatMap((subscription) => {
    if (isFeed(subscription)) return namesFeeds ? [nameFeed(subscription, language, most)] : [];
    const watch = describeWatch(subscription, language, most);
    return [language.say(subscription.repeat === 'once' ? 'alert.watch-once' : 'alert.watch', { watch })];
  });
}

/**
 * Names a feed by what it selects, without the options for its posts (`role`, `publish`, `language`, `every`, `style`).
 */
function nameFeed(feed: Feed, language: Language, most?: number): string {
  const { roleId, publishes, hasOwnLanguage, ...selecting } = feed;
  const name = describeFeed({ ...selecting, everyMinutes: 0, quiet: null, style: 'cards' }, language, most);
  return language.say('alert.feed', { feed: name });
}

export function isFeed(subscription: Feed | Watch): subscription is Feed {
  return subscription.type === 'feed';
}

export function isWatch(subscription: Feed | Watch): subscription is Watch {
  return subscription.type === 'watch';
}

export type ControlRow = APIActionRowComponent<APIButtonComponent | APIStringSelectComponent>;

/** Buttons under an alert for its watch's owner. */
const ALERT_BUTTONS = [
  ['snooze', 'alert.button-snooze'],
  ['shops', 'alert.button-shops'],
  ['stop', 'alert.button-stop'],
] as const;

/**
 * Returns the buttons under an alert of one watch, or a menu of several watches whose choice shows the buttons.
 *
 * @param now the time of a press (epoch ms), which hides *Snooze* if the watch is snoozed, or null in a new alert
 */
export function alertControls(
  watches: readonly Watch[],
  language: Language,
  now: number | null = null,
): ControlRow | null {
  // A watch that alerts once is deleted by now, so only buttons that need no watch are offered.
  const lasting = watches.filter(({ repeat }) => repeat !== 'once');
  const [watch] = lasting;
  if (!watch) return shopsButtons(watches, language);
  if (watches.length > 1) return { type: ComponentType.ActionRow, components: [watchMenu(lasting, language)] };
  return {
    type: ComponentType.ActionRow,
    components: actionsFor(watch, now).map(([action, key]) =>
      button(language.say(key), `watch:${action}:${watch.id}`, { style: action === 'stop' ? 'danger' : 'usual' }),
    ),
  };
}

/** Returns whether the controls under an alert are a menu that names all of these watches. */
export function hasMenuOfAll(watches: readonly Watch[]): boolean {
  return watches.length > 1 && watches.length <= MOST_MENU_OPTIONS && watches.every(({ repeat }) => repeat !== 'once');
}

/** Returns the buttons for a watch. A watch on all items has no list of shops, which `/deals` shows. */
function actionsFor(watch: Watch, now: number | null) {
  const hasShops = watch.item !== null || watch.trigger === 'my-shop';
  const isSnoozed = now !== null && snoozeEnd(watch, now) !== null;
  return ALERT_BUTTONS.filter(([action]) => (action !== 'shops' || hasShops) && (action !== 'snooze' || !isSnoozed));
}

/** Returns a *Show shops* button for each item, which needs no watch. */
function shopsButtons(watches: readonly Watch[], language: Language): ControlRow | null {
  const items = new Map(
    watches.flatMap(({ item }) => {
      const id = item === null ? null : itemId('shop:item', item);
      return item === null || id === null ? [] : [[id, item] as const];
    }),
  );
  const components = [...items].slice(0, MOST_ROW_BUTTONS).map(([id, item]) => {
    const label =
      items.size === 1
        ? language.say('alert.button-shops')
        : language.say('alert.button-shops-of', { item: unmark(describeItem(item, language)) });
    return button(clip(label, BUTTON_LABEL_CHARACTERS), id);
  });
  return components.length === 0 ? null : { type: ComponentType.ActionRow, components };
}

/** Returns *Undo* for an alert that shows the result of a press. */
export function undoOnAlertButton(key: string, language: Language): ControlRow {
  return {
    type: ComponentType.ActionRow,
    components: [button(language.say('alert.button-undo'), `watch:restore:${key}`)],
  };
}

/** Returns *Keep it* for the notice that a watch ends. */
export function keepButton(watchId: string, language: Language): ControlRow {
  return {
    type: ComponentType.ActionRow,
    components: [button(language.say('alert.button-keep'), `watch:keep:${watchId}`, { style: 'main' })],
  };
}

function watchMenu(watches: readonly Watch[], language: Language): APIStringSelectComponent {
  return {
    type: ComponentType.StringSelect,
    custom_id: 'watch:menu:',
    placeholder: formatPlaceholder(watches.length, language),
    options: watches.slice(0, MOST_MENU_OPTIONS).map((watch) => ({
      label: clip(unmark(describeWatch(watch, language)), MENU_LABEL_CHARACTERS),
      value: `choose:${watch.id}`,
    })),
  };
}

function formatPlaceholder(watches: number, language: Language): string {
  if (watches <= MOST_MENU_OPTIONS) return language.say('alert.menu');
  return language.say('alert.menu-some', {
    count: formatWhole(MOST_MENU_OPTIONS, language),
    all: formatWhole(watches, language),
  });
}
