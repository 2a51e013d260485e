import type { ChatInputCommandInteraction } from 'discord.js';
import { readCleared, withoutCleared } from '../../src/discord/command/filter-names.ts';
import { type Known, readFilter } from '../../src/discord/command/read-filter.ts';
import { DIAMONDS, EVERY_MINUTES, inBounds } from '../../src/discord/command/read-number.ts';
import { readQuiet } from '../../src/discord/command/read-quiet.ts';
import { refuseFault } from '../../src/discord/command/refuse-fault.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import type { Guessed } from '../../src/discord/command/with-guess.ts';
import { nameKinds } from '../../src/discord/render/words/describe.ts';
import { FEED_KINDS, FEED_STYLES, type Feed, type FeedKind } from '../../src/routing/feed.ts';
import { feedTermsFault } from '../../src/subscriptions/feed-terms.ts';

/** What of a feed can be asked for. */
export type FeedDraft = Pick<
  Feed,
  'kind' | 'style' | 'filter' | 'minValue' | 'discount' | 'minSaving' | 'everyMinutes' | 'quiet'
>;

/** Bounds of `discount`, in per cent. */
export const DISCOUNT = { min_value: 1, max_value: 99 } as const;

/** What `clear` drops beside the filters, and the options that set it. */
const CLEARED = {
  'min-value': ['min-value'],
  discount: ['discount'],
  'min-saving': ['min-saving'],
  every: ['every'],
  quiet: ['quiet-from', 'quiet-to', 'timezone'],
};

/**
 * The feed that the options ask for. `base`: a feed that they change; what is not given stays.
 * @throws UserError for a bad value, or a filter that the kind cannot answer
 */
export function readDraft(
  options: ChatInputCommandInteraction['options'],
  known: Known & { readonly now: number },
  base?: FeedDraft,
): { readonly draft: FeedDraft; readonly guess: Guessed | null } {
  const cleared = readCleared(options, CLEARED);
  const kept = <T>(name: string, value: T | undefined, usual: T): T => (cleared.has(name) ? usual : (value ?? usual));
  const typed = {
    from: base ? options.getString('quiet-from') : null,
    to: base ? options.getString('quiet-to') : null,
    timezone: base ? options.getString('timezone') : null,
  };
  const quiet = kept('quiet', base?.quiet ?? null, null);
  const start = base && withoutCleared(base.filter, cleared);
  const { filter, guess } = readFilter(options, known, 'to-come', start);
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
    quiet: readQuiet(typed, quiet, { from: 'quiet-from', to: 'quiet-to', now: known.now }) ?? quiet,
  };
  refuseFault(feedTermsFault(draft, known.market, base));
  return { draft, guess };
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
