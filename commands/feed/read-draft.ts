import type { ChatInputCommandInteraction } from 'discord.js';
import { readCleared, withoutCleared } from '../../src/discord/command/filter-options.ts';
import { type Known, readFilter } from '../../src/discord/command/read-filter.ts';
import { DIAMONDS, DISCOUNT, EVERY_MINUTES, inBounds } from '../../src/discord/command/read-number.ts';
import { refuseFault } from '../../src/discord/command/refuse-fault.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import type { Guessed } from '../../src/discord/command/guess-buttons.ts';
import { nameKinds } from '../../src/discord/render/words/describe.ts';
import { FEED_KINDS, FEED_STYLES, type Feed, type FeedKind } from '../../src/routing/feed.ts';
import { feedTermsFault } from '../../src/subscriptions/terms.ts';
import { CLEARED } from './clear-option.ts';

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
 * Reads the feed that the options ask for.
 *
 * @param known `guildId`: the server that the feed is in
 * @param base a feed that the options change: a term that is not given stays
 * @returns the draft, and the names in `clear`
 * @throws UserError for a bad value, a filter that the kind cannot answer, and @everyone as the role
 */
export function readDraft(
  options: ChatInputCommandInteraction['options'],
  known: Known & { readonly guildId: string | null },
  base?: FeedDraft,
): { readonly draft: FeedDraft; readonly guess: Guessed | null; readonly cleared: ReadonlySet<string> } {
  const cleared = readCleared(options, CLEARED);
  const kept = <T>(name: string, value: T | undefined, usual: T): T => (cleared.has(name) ? usual : (value ?? usual));
  const start = base && withoutCleared(base.filter, cleared);
  const { filter, guess } = readFilter(options, known, 'to-come', start);
  const roleId = readRole(options, known.guildId) ?? kept('role', base?.roleId, undefined);
  const kind = readKind(options.getString('kind')) ?? base?.kind ?? 'trades';
  const keptTerms = kind === 'deals' ? base : undefined;
  const discount = cleared.has('discount') ? undefined : keptTerms?.discount;
  const minSaving = cleared.has('min-saving') ? undefined : keptTerms?.minSaving;
  const draft: FeedDraft = {
    kind,
    style: FEED_STYLES.find((one) => one === options.getString('style')) ?? base?.style ?? 'cards',
    filter,
    minValue: inBounds(options.getNumber('min-value'), 'min-value', DIAMONDS) ?? kept('min-value', base?.minValue, 0),
    ...termsGiven({
      discount: inBounds(options.getInteger('discount'), 'discount', DISCOUNT) ?? discount,
      minSaving: inBounds(options.getNumber('min-saving'), 'min-saving', DIAMONDS) ?? minSaving,
    }),
    everyMinutes: inBounds(options.getInteger('every'), 'every', EVERY_MINUTES) ?? kept('every', base?.everyMinutes, 0),
    quiet: kept('quiet', base?.quiet ?? null, null),
    ...(roleId !== undefined && { roleId }),
    ...((options.getBoolean('publish') ?? kept('publish', base?.publishes, undefined)) && { publishes: true as const }),
  };
  refuseFault(feedTermsFault(draft, known.market, base));
  return { draft, guess, cleared };
}

/** @throws UserError for @everyone, the role with the server's own id */
function readRole(options: ChatInputCommandInteraction['options'], guildId: string | null): string | null {
  const role = options.getRole('role');
  if (role === null) return null;
  if (role.id === guildId) throw new UserError((language) => language.say('feed.error.everyone'));
  return role.id;
}

/** Terms of deals as far as they are given: a feed lacks the others. */
function termsGiven({
  discount,
  minSaving,
}: {
  readonly discount: number | undefined;
  readonly minSaving: number | undefined;
}): Pick<FeedDraft, 'discount' | 'minSaving'> {
  return { ...(discount !== undefined && { discount }), ...(minSaving !== undefined && { minSaving }) };
}

function readKind(text: string | null): FeedKind | null {
  if (text === null) return null;
  const kind = FEED_KINDS.find((one) => one === text);
  if (!kind)
    throw new UserError((language) => language.say('feed.error.kind', { kinds: nameKinds(FEED_KINDS, language) }));
  return kind;
}
