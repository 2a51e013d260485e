import type { AutocompleteInteraction } from 'discord.js';
import type { Choice, CommandContext } from '../../src/discord/command/command.ts';
import { describeItem, type FeedTerm, feedTerms } from '../../src/discord/render/words/describe.ts';
import { clip, unmark } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import type { Feed } from '../../src/routing/feed.ts';

const LONGEST = 100;
const CHOICES = 25;

/** The terms that `clear` drops besides the filters, each with the options that set it. */
export const CLEARED = {
  'min-value': ['min-value'],
  discount: ['discount'],
  'min-saving': ['min-saving'],
  every: ['every'],
  role: ['role'],
  publish: ['publish'],
  quiet: [],
  language: ['language'],
} as const;

/** Suggests the terms that the chosen feed has, after those that were typed before the last comma. */
export async function suggestCleared(
  interaction: AutocompleteInteraction,
  { subscriptions, languages }: Pick<CommandContext, 'subscriptions' | 'languages'>,
): Promise<readonly Choice[]> {
  const id = interaction.options.getString('feed');
  const feed = (await subscriptions.feedsOf(interaction.guildId ?? '')).find((one) => one.id === id);
  if (feed === undefined) return [];
  const typed = interaction.options
    .getFocused()
    .toLowerCase()
    .split(/[\s,;]+/);
  const last = typed.at(-1) ?? '';
  const before = typed.slice(0, -1).filter((name) => name !== '');
  const start = before.map((name) => `${name}, `).join('');
  const terms = clearableTerms(feed, languages.of(interaction.locale)).filter(({ name }) => !before.includes(name));
  const all = `${start}${terms.map(({ name }) => name).join(', ')}`;
  const single = terms
    .filter(({ name, words }) => `${name} ${words}`.toLowerCase().includes(last))
    // Discord rejects the whole answer if one value is longer.
    .filter(({ name }) => `${start}${name}`.length <= LONGEST)
    .map(({ name, words }) => ({ name: clip(`${start}${name}: ${words}`, LONGEST), value: `${start}${name}` }));
  const isAllOffered = last === '' && terms.length > 1 && all.length <= LONGEST;
  return [...single, ...(isAllOffered ? [{ name: all, value: all }] : [])].slice(0, CHOICES);
}

function clearableTerms(feed: Feed, language: Language): readonly FeedTerm[] {
  const { item } = feed.filter;
  const named = item === undefined ? [] : [{ name: 'item', words: describeItem(item, language) }];
  return [...named, ...feedTerms(feed, language)]
    .filter(({ name }) => name !== 'style' && (name !== 'discount' || feed.discount !== undefined))
    .map(({ name, words }) => ({ name, words: unmark(words) }));
}
