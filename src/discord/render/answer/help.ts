import { ComponentType } from 'discord.js';
import type { Language } from '../../../language/language.ts';
import { FEED_KINDS } from '../../../routing/feed.ts';
import { card, type Layout, row, text } from '../layout/layout.ts';
import { COLOURS } from '../layout/theme.ts';
import { nameKinds } from '../words/describe.ts';

/** What one can want of Crier, the most wanted first. */
export const HELP_TOPICS = ['find', 'watch', 'price', 'deals', 'my-shop', 'feed', 'painting', 'health'] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];

/** All that one can do, a line each; with a `topic`, all of that one in its place. */
export function renderHelp(topic: HelpTopic | null, language: Language): Layout {
  return card(
    COLOURS.neutral,
    topic === null
      ? text(language.say('help.title'), ...HELP_TOPICS.map((one) => language.say(`help.${one}`)))
      : text(`### ${language.say(`help.${topic}.label`)}`, moreOf(topic, language)),
    row({
      type: ComponentType.StringSelect,
      custom_id: 'help:more:',
      placeholder: language.say('help.menu'),
      options: HELP_TOPICS.map((one) => ({
        value: one,
        label: language.say(`help.${one}.label`),
        default: one === topic,
      })),
    }),
  );
}

function moreOf(topic: HelpTopic, language: Language): string {
  if (topic === 'feed') return language.say('help.feed.more', { kinds: nameKinds(FEED_KINDS, language) });
  return language.say(`help.${topic}.more`);
}
