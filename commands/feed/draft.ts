import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import { type Choice, type CommandContext, type CommandOptions, UserError } from '../../src/discord/command/command.ts';
import { readCleared, withoutCleared } from '../../src/discord/command/filter-options.ts';
import type { Guessed } from '../../src/discord/command/guess-buttons.ts';
import { type FilterSources, readFilter } from '../../src/discord/command/read-filter.ts';
import {
  checkBounds,
  DIAMOND_BOUNDS,
  DISCOUNT_BOUNDS,
  EVERY_MINUTES_BOUNDS,
} from '../../src/discord/command/read-number.ts';
import { refuseFault } from '../../src/discord/command/refuse-fault.ts';
import { describeItem, type FeedTerm, feedTerms, nameKinds } from '../../src/discord/render/words/describe.ts';
import { clip, unmark } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import { CATALOGUES, choice, LANGUAGE_CHOICES } from '../../src/language/languages.ts';
import { CHOICE_CHARACTERS, MOST_CHOICES } from '../../src/market/search/suggest-words.ts';
import { FEED_KINDS, FEED_STYLES, type Feed, type FeedKind } from '../../src/routing/feed.ts';
import { feedTermsFault } from '../../src/subscriptions/terms.ts';

/** The terms of a feed that options set. */
export type FeedDraft = Pick<
  Feed,
  | 'kind'
  | 'style'
  | 'filter'
  | 'minValue'
  | 'discount'
  | 'minSaving'
  | 'everyMinutes'
  | 'quiet'
  | 'roleId'
  | 'publishes'
>;

/**
 * Reads the feed that the options describe.
 * @param known `guildId` is the server of the feed
 * @param base the feed before an edit; terms that are not given stay
 * @returns the draft, and the names in `clear`
 * @throws UserError for an invalid value, a filter that the kind cannot answer, and @everyone as the role
 */
export function readFeedDraft(
  options: CommandOptions,
  known: FilterSources & { readonly guildId: string | null },
  base?: FeedDraft,
): { readonly draft: FeedDraft; readonly guess: Guessed | null; readonly cleared: ReadonlySet<string> } {
  const cleared = readCleared(options, CLEARABLE_FEED_TERMS);
  const kept = <T>(name: string, value: T | undefined, usual: T): T => (cleared.has(name) ? usual : (value ?? usual));
  const start = base && withoutCleared(base.filter, cleared);
  const { filter, guess } = readFilter(options, known, 'to-come', start);
  const roleId = readRole(options, known.guildId) ?? kept('role', base?.roleId, undefined);
  const kind = readFeedKind(options.getString('kind')) ?? base?.kind ?? 'trades';
  const keptTerms = kind === 'deals' ? base : undefined;
  const discount = cleared.has('discount') ? undefined : keptTerms?.discount;
  const minSaving = cleared.has('min-saving') ? undefined : keptTerms?.minSaving;
  const draft: FeedDraft = {
    kind,
    style: FEED_STYLES.find((one) => one === options.getString('style')) ?? base?.style ?? 'cards',
    filter,
    minValue:
      checkBounds(options.getNumber('min-value'), 'min-value', DIAMOND_BOUNDS) ?? kept('min-value', base?.minValue, 0),
    ...termsGiven({
      discount: checkBounds(options.getInteger('discount'), 'discount', DISCOUNT_BOUNDS) ?? discount,
      minSaving: checkBounds(options.getNumber('min-saving'), 'min-saving', DIAMOND_BOUNDS) ?? minSaving,
    }),
    everyMinutes:
      checkBounds(options.getInteger('every'), 'every', EVERY_MINUTES_BOUNDS) ?? kept('every', base?.everyMinutes, 0),
    quiet: kept('quiet', base?.quiet ?? null, null),
    ...(roleId !== undefined && { roleId }),
    ...((options.getBoolean('publish') ?? kept('publish', base?.publishes, undefined)) && { publishes: true as const }),
  };
  refuseFault(feedTermsFault(draft, known.market, base));
  return { draft, guess, cleared };
}

/** @throws UserError for @everyone, the role with the server's own id */
function readRole(options: CommandOptions, guildId: string | null): string | null {
  const role = options.getRole('role');
  if (role === null) return null;
  if (role.id === guildId) throw new UserError((language) => language.say('feed.error.everyone'));
  return role.id;
}

/** Omits terms of deals that are undefined, because a stored feed lacks them too. */
function termsGiven({
  discount,
  minSaving,
}: {
  readonly discount: number | undefined;
  readonly minSaving: number | undefined;
}): Pick<FeedDraft, 'discount' | 'minSaving'> {
  return { ...(discount !== undefined && { discount }), ...(minSaving !== undefined && { minSaving }) };
}

function readFeedKind(text: string | null): FeedKind | null {
  if (text === null) return null;
  const kind = FEED_KINDS.find((one) => one === text);
  if (!kind)
    throw new UserError((language) => language.say('feed.error.kind', { kinds: nameKinds(FEED_KINDS, language) }));
  return kind;
}

const AUTOMATIC = 'automatic';

/** The choices of `language`: the server's language, or one that Crier speaks, each by its own name. */
export const FEED_LANGUAGE_CHOICES = [choice(AUTOMATIC, 'feed.language.automatic'), ...LANGUAGE_CHOICES];

/** @returns the changed terms of a feed if the option `language`, or `clear: language`, was given */
export function readLanguage(
  { options, guildLocale }: ChatInputCommandInteraction,
  cleared: ReadonlySet<string>,
): Partial<Pick<Feed, 'locale' | 'hasOwnLanguage'>> {
  const chosen = cleared.has('language') ? AUTOMATIC : options.getString('language');
  if (chosen === null) return {};
  if (Object.hasOwn(CATALOGUES, chosen)) return { locale: chosen, hasOwnLanguage: true };
  return { ...(guildLocale !== null && { locale: guildLocale }), hasOwnLanguage: false };
}

/** The terms other than filters that `clear` removes, each with the options that set it. */
const CLEARABLE_FEED_TERMS = {
  'min-value': ['min-value'],
  discount: ['discount'],
  'min-saving': ['min-saving'],
  every: ['every'],
  role: ['role'],
  publish: ['publish'],
  quiet: [],
  language: ['language'],
} as const;

/** Suggests the terms of the chosen feed, after those typed before the last comma. */
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
    .filter(({ name }) => `${start}${name}`.length <= CHOICE_CHARACTERS)
    .map(({ name, words }) => ({
      name: clip(`${start}${name}: ${words}`, CHOICE_CHARACTERS),
      value: `${start}${name}`,
    }));
  const isAllOffered = last === '' && terms.length > 1 && all.length <= CHOICE_CHARACTERS;
  return [...single, ...(isAllOffered ? [{ name: all, value: all }] : [])].slice(0, MOST_CHOICES);
}

function clearableTerms(feed: Feed, language: Language): readonly FeedTerm[] {
  const { item } = feed.filter;
  const named = item === undefined ? [] : [{ name: 'item', words: describeItem(item, language) }];
  return [...named, ...feedTerms(feed, language)]
    .filter(({ name }) => name !== 'style' && (name !== 'discount' || feed.discount !== undefined))
    .map(({ name, words }) => ({ name, words: unmark(words) }));
}
