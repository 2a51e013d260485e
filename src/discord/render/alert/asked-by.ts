import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { Watch } from '../../../routing/watch.ts';
import { describeFeed, describeWatch } from '../words/describe.ts';
import { andMore, fitLines, fitList } from '../words/fit.ts';
import { CONTENT_CHARACTERS, clip, unmark } from '../words/text.ts';

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
