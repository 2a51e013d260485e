import { ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { FEED_KINDS } from '../../../routing/feed.ts';
import { button, COLOURS, card, type Layout, row, text } from '../layout.ts';
import { nameKinds } from '../words/describe.ts';

/** Topics of `/help`, most requested first. */
export const HELP_TOPICS = [
  'find',
  'watch',
  'price',
  'deals',
  'my-shops',
  'my-shop',
  'feed',
  'painting',
  'health',
] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];

/**
 * Renders `/help`: a line for each topic, or the details of one topic and a button back.
 *
 * @param topics the topics that the user may use
 */
export function renderHelp(topic: HelpTopic | null, topics: readonly HelpTopic[], language: Language): Layout {
  return card(
    COLOURS.neutral,
    topic === null
      ? text(language.say('help.title'), ...topics.map((one) => language.say(`help.${one}`)))
      : text(`### ${language.say(`help.${topic}.label`)}`, moreOf(topic, language)),
    row({
      type: ComponentType.StringSelect,
      custom_id: 'help:more:',
      placeholder: language.say('help.menu'),
      options: topics.map((one) => ({
        value: one,
        label: language.say(`help.${one}.label`),
        default: one === topic,
      })),
    }),
    topic === null ? null : row(button(language.say('help.back'), 'help:all:')),
  );
}

function moreOf(topic: HelpTopic, language: Language): string {
  if (topic === 'feed') return language.say('help.feed.more', { kinds: nameKinds(FEED_KINDS, language) });
  return language.say(`help.${topic}.more`);
}
