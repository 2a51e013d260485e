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
export type FeedDraft = Pick<Feed, 'kind' | 'style' | 'filter' | 'minValue' | 'everyMinutes' | 'quiet'>;

/** What `clear` drops beside the filters, and the options that set it. */
const CLEARED = { 'min-value': ['min-value'], every: ['every'], quiet: ['quiet-from', 'quiet-to', 'timezone'] };

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
  const draft = {
    kind: readKind(options.getString('kind')) ?? base?.kind ?? 'trades',
    style: FEED_STYLES.find((one) => one === options.getString('style')) ?? base?.style ?? 'cards',
    filter,
    minValue: inBounds(options.getNumber('min-value'), 'min-value', DIAMONDS) ?? kept('min-value', base?.minValue, 0),
    everyMinutes: inBounds(options.getInteger('every'), 'every', EVERY_MINUTES) ?? kept('every', base?.everyMinutes, 0),
    quiet: readQuiet(typed, quiet, { from: 'quiet-from', to: 'quiet-to', now: known.now }) ?? quiet,
  };
  refuseFault(feedTermsFault(draft, known.market, base));
  return { draft, guess };
}

function readKind(text: string | null): FeedKind | null {
  if (text === null) return null;
  const kind = FEED_KINDS.find((one) => one === text);
  if (!kind)
    throw new UserError((language) => language.say('feed.error.kind', { kinds: nameKinds(FEED_KINDS, language) }));
  return kind;
}
