import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import type { NoticeInContext } from '../../../ports/messenger.ts';
import type { Feed } from '../../../routing/feed.ts';
import { isSample } from '../../../routing/notice.ts';
import type { Watch } from '../../../routing/watch.ts';
import { andMore } from '../words/and-more.ts';
import { describeFeed, describeWatch } from '../words/describe.ts';
import { CONTENT_CHARACTERS, clip, fitLines, fitList, unmark } from '../words/text.ts';

/** A footer names what asked: the first of them fits, and how many more there are. */
const FOOTER_CHARACTERS = 400;
const NAME_CHARACTERS = 330;
const PLAIN_NAMES_CHARACTERS = 600;
const PLAIN_NAME_CHARACTERS = 450;

/** Names what asked for it. A footer renders no markdown, so that the marks are taken out. */
export function footer(entries: readonly NoticeInContext[], language: Language): Pick<APIEmbed, 'footer'> {
  const names = askedBy(entries, language).map((name) => clip(unmark(name), NAME_CHARACTERS));
  const text = fitList(names, FOOTER_CHARACTERS, andMore(language));
  return text === '' ? {} : { footer: { text } };
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
 * The feeds and watches that asked, each once; a feed of all of its kind is not named: what it tells says as much.
 * @param most of the characters that the terms of each may take
 */
function askedBy(entries: readonly NoticeInContext[], language: Language, most?: number): string[] {
  const subscriptions = new Map(
    entries.flatMap(({ subscriptions }) =>
      subscriptions.map((subscription) => [subscription.id, subscription] as const),
    ),
  );
  const isSaid = entries.some(({ notice }) => isSample(notice.cause));
  return [...subscriptions.values()].flatMap((subscription) => {
    if (isFeed(subscription)) return isSaid || isNarrow(subscription) ? [nameFeed(subscription, language, most)] : [];
    const watch = describeWatch(subscription, language, most);
    return [language.say(subscription.repeat === 'once' ? 'alert.watch-once' : 'alert.watch', { watch })];
  });
}

function isNarrow({ filter: { containers, ...others }, minValue }: Feed): boolean {
  return minValue > 0 || !containers || Object.keys(others).length > 0;
}

/** What it tells of; when and how is seen. */
function nameFeed(feed: Feed, language: Language, most?: number): string {
  const what = describeFeed({ ...feed, everyMinutes: 0, quiet: null, style: 'cards' }, language, most);
  return language.say('alert.feed', { feed: what });
}

export function isFeed(subscription: Feed | Watch): subscription is Feed {
  return subscription.type === 'feed';
}
