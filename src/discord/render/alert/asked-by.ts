import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIEmbed,
  type APIStringSelectComponent,
  ComponentType,
} from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { Watch } from '../../../routing/watch.ts';
import { snoozeEnd } from '../../../subscriptions/watches.ts';
import { button, itemId } from '../layout.ts';
import { describeFeed, describeItem, describeWatch } from '../words/describe.ts';
import { andMore, CONTENT_CHARACTERS, clip, fitLines, fitList, unmark } from '../words/text.ts';

/** A footer names the first feed or watch, as many more as fit, and how many are left. */
const FOOTER_CHARACTERS = 600;
/** Up to so many have all their terms in the footer; of more, each has one line of a phone. */
const WHOLE_NAMES = 3;
const LINE_CHARACTERS = 40;
/** For `… and 12 more`. */
const MORE_CHARACTERS = 70;
/** A shorter footer names nothing a reader could recognise. */
const LEAST_CHARACTERS = 100;
const PLAIN_NAMES_CHARACTERS = 600;
const PLAIN_NAME_CHARACTERS = 450;

/**
 * The footer of each card of a message: the feeds and watches that asked for that card. Where all cards have the same,
 * it stands under the last one, as it does where cards leave too little room for a footer each. A footer renders no
 * markdown, so that the marks are taken out.
 * @param cards what each card tells of
 * @param room characters for all footers
 * @param hasMenu whether a menu below names all that asked: a footer of many, each cut, would only repeat it
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
  const isShared = areSame || room / cards.length < LEAST_CHARACTERS;
  const most = Math.min(FOOTER_CHARACTERS, Math.floor(room / (isShared ? 1 : cards.length)));
  return ofCards.map((ofCard, card) => {
    if (most < LEAST_CHARACTERS || (isShared && card < cards.length - 1)) return {};
    const names = isShared ? [...new Set(ofCards.flat())] : ofCard;
    if (hasMenu && names.length > WHOLE_NAMES) return {};
    const longest = names.length > WHOLE_NAMES ? LINE_CHARACTERS : most - MORE_CHARACTERS;
    const clipped = names.map((name) => clip(unmark(name), Math.min(longest, most - MORE_CHARACTERS)));
    const text = fitList(clipped, most, andMore(language));
    return text === '' ? {} : { footer: { text } };
  });
}

/** Without embeds there is no footer: what asked for it stands in small print, and is not what there is no room for. */
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
 * The feeds and watches that asked, each once. The only feed of a channel is not named.
 * @param most of the characters that the terms of each may take
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
 * Names a feed by what it selects. How it posts is no part of the name: `role`, `publish`, `language`, `every`,
 * `style`.
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

/** The acts that the owner of a watch can choose in its alert. */
const ACTIONS = [
  ['snooze', 'alert.button-snooze'],
  ['shops', 'alert.button-shops'],
  ['stop', 'alert.button-stop'],
] as const;

/** Discord's limit of a menu. */
const CHOICES = 25;
const BUTTONS = 5;

/**
 * The buttons under an alert of one watch. Under one of several, a menu of the watches; the choice shows the buttons.
 * @param now epoch ms of a press: a watch that is snoozed then is not offered *Snooze*. null in a new alert
 */
export function alertControls(
  watches: readonly Watch[],
  language: Language,
  now: number | null = null,
): ControlRow | null {
  // A watch that tells once is gone when its alert is read: only what needs no watch can be offered.
  const lasting = watches.filter(({ repeat }) => repeat !== 'once');
  const [watch] = lasting;
  if (!watch) return shopsButtons(watches, language);
  if (watches.length > 1) return { type: ComponentType.ActionRow, components: [menuOf(lasting, language)] };
  return {
    type: ComponentType.ActionRow,
    components: actionsFor(watch, now).map(([action, key]) =>
      button(language.say(key), `watch:${action}:${watch.id}`, { style: action === 'stop' ? 'danger' : 'usual' }),
    ),
  };
}

/** Whether the controls under an alert of these watches are a menu that names each of them. */
export function hasMenuOfAll(watches: readonly Watch[]): boolean {
  return watches.length > 1 && watches.length <= CHOICES && watches.every(({ repeat }) => repeat !== 'once');
}

/** A watch on everything has no list of shops to show: `/deals` is the place for that. */
function actionsFor(watch: Watch, now: number | null) {
  const hasShops = watch.item !== null || watch.trigger === 'my-shop';
  const isSnoozed = now !== null && snoozeEnd(watch, now) !== null;
  return ACTIONS.filter(([action]) => (action !== 'shops' || hasShops) && (action !== 'snooze' || !isSnoozed));
}

/** *Show shops* of each item, by the item itself. */
function shopsButtons(watches: readonly Watch[], language: Language): ControlRow | null {
  const items = new Map(
    watches.flatMap(({ item }) => {
      const id = item === null ? null : itemId('shop:item', item);
      return item === null || id === null ? [] : [[id, item] as const];
    }),
  );
  const components = [...items].slice(0, BUTTONS).map(([id, item]) => {
    const label =
      items.size === 1
        ? language.say('alert.button-shops')
        : language.say('alert.button-shops-of', { item: unmark(describeItem(item, language)) });
    return button(clip(label, 80), id);
  });
  return components.length === 0 ? null : { type: ComponentType.ActionRow, components };
}

/** *Undo* on an alert after a press, which shows there what it did. */
export function undoOnAlertButton(key: string, language: Language): ControlRow {
  return {
    type: ComponentType.ActionRow,
    components: [button(language.say('alert.button-undo'), `watch:restore:${key}`)],
  };
}

/** *Keep it* under the news that a watch ends. */
export function keepButton(watchId: string, language: Language): ControlRow {
  return {
    type: ComponentType.ActionRow,
    components: [button(language.say('alert.button-keep'), `watch:keep:${watchId}`, { style: 'main' })],
  };
}

function menuOf(watches: readonly Watch[], language: Language): APIStringSelectComponent {
  return {
    type: ComponentType.StringSelect,
    custom_id: 'watch:menu:',
    placeholder: formatPlaceholder(watches.length, language),
    options: watches.slice(0, CHOICES).map((watch) => ({
      label: clip(unmark(describeWatch(watch, language)), 100),
      value: `choose:${watch.id}`,
    })),
  };
}

function formatPlaceholder(watches: number, language: Language): string {
  if (watches <= CHOICES) return language.say('alert.menu');
  return language.say('alert.menu-some', { count: whole(CHOICES, language), all: whole(watches, language) });
}
