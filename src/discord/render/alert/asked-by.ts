import type { APIEmbed } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import type { NoticeInContext } from '../../../ports/messenger.ts';
import type { Feed } from '../../../routing/feed.ts';
import type { Watch } from '../../../routing/watch.ts';
import { describeFeed, describeWatch } from '../words/describe.ts';
import { clip, fitLines, fitList, unmark } from '../words/text.ts';

/** A footer names what asked: the first of them fits, and how many more there are. */
const FOOTER_CHARACTERS = 400;
const NAME_CHARACTERS = 330;
const PLAIN_CHARACTERS = 2_000;
const PLAIN_NAMES_CHARACTERS = 600;
const PLAIN_NAME_CHARACTERS = 500;

/** Names what asked for it. A footer renders no markdown, so that the marks are taken out. */
export function footer(entries: readonly NoticeInContext[], language: Language): Pick<APIEmbed, 'footer'> {
  const names = askedBy(entries, language).map((name) => clip(unmark(name), NAME_CHARACTERS));
  const text = fitList(names, FOOTER_CHARACTERS, (left) => `… and ${whole(left, language)} more`);
  return text === '' ? {} : { footer: { text } };
}

/** Without embeds there is no footer: what asked for it stands in small print, and is not what there is no room for. */
export function formatPlainly(
  texts: readonly string[],
  entries: readonly NoticeInContext[],
  language: Language,
): string {
  const small = askedBy(entries, language).map((name) => `-# ${clip(name, PLAIN_NAME_CHARACTERS)}`);
  const end = fitList(small, PLAIN_NAMES_CHARACTERS, (left) => `-# … and ${whole(left, language)} more`);
  const lines = fitLines(texts.join('\n').split('\n'), PLAIN_CHARACTERS - PLAIN_NAMES_CHARACTERS - 1);
  return [lines, ...(end === '' ? [] : [end])].join('\n');
}

/** The feeds and watches that asked, each once. */
function askedBy(entries: readonly NoticeInContext[], language: Language): string[] {
  const subscriptions = new Map(
    entries.flatMap(({ subscriptions }) =>
      subscriptions.map((subscription) => [subscription.id, subscription] as const),
    ),
  );
  return [...subscriptions.values()].map((subscription) =>
    isFeed(subscription)
      ? `Feed: ${describeFeed(subscription, language)}`
      : `Your watch${subscription.repeat === 'once' ? ', told once and done' : ''}: ${describeWatch(subscription, language)}`,
  );
}

export function isFeed(subscription: Feed | Watch): subscription is Feed {
  return subscription.type === 'feed';
}
