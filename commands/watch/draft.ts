import type { ChatInputCommandInteraction } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import { type CommandContext, type CommandOptions, UserError } from '../../src/discord/command/command.ts';
import { readCleared, withoutCleared } from '../../src/discord/command/filter-options.ts';
import type { Guessed } from '../../src/discord/command/guess-buttons.ts';
import { type FilterSources, readFilter } from '../../src/discord/command/read-filter.ts';
import {
  checkBounds,
  DIAMOND_BOUNDS,
  DISCOUNT_BOUNDS,
  EVERY_MINUTES_BOUNDS,
} from '../../src/discord/command/read-number.ts';
import { nameOfTrigger } from '../../src/discord/render/words/describe.ts';
import type { DealTerms } from '../../src/market/deals/deal.ts';
import { type Filter, withoutPlace } from '../../src/market/search/filter.ts';
import type { ShopQuery } from '../../src/ports/queries.ts';
import type { WatchDraft } from '../../src/ports/settings.ts';
import {
  mayLackItem,
  takesPrice,
  USUAL_EVERY_MINUTES,
  usualCooldown,
  WATCH_TRIGGERS,
  type Watch,
  type WatchTrigger,
} from '../../src/routing/watch.ts';
import { DAY_MS } from '../../src/time/durations.ts';

/** The bounds of the options. */
export const DAYS = { min_value: 1, max_value: 3650 } as const;
export const MINUTES = { min_value: 0, max_value: 10_080 } as const;

/** Terms other than filters that `clear` removes, with the option that sets each. */
const CLEARABLE_WATCH_TERMS = {
  price: ['price'],
  expires: ['expires'],
  percent: ['percent'],
  'min-saving': ['min-saving'],
};

/** The sources by which options are read. */
interface KnownNow extends FilterSources {
  readonly now: number;
}

/** A draft, and the guess if its item was guessed. */
interface ReadDraft {
  readonly draft: WatchDraft;
  readonly guess: Guessed | null;
}

/** Waits for the market, and defers the interaction meanwhile. A watch is private, so it may keep the user's home. */
export async function knownFor(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<KnownNow> {
  const market = await marketFor(interaction, context, true);
  const { home = null } = (await context.subscriptions.person(interaction.user.id)) ?? {};
  const language = context.languages.of(interaction.locale);
  return { market, home, language, landmarks: context.places.landmarks(), now: context.now() };
}

/**
 * Reads the watch that the options describe. `refuseWatch` checks whether it is possible.
 * @param base the watch before an edit
 * @throws UserError for an invalid value
 */
export function readWatchDraft(options: CommandOptions, known: KnownNow, base?: WatchDraft): ReadDraft {
  const cleared = readCleared(options, CLEARABLE_WATCH_TERMS);
  const start = base && withoutCleared(base.filter, cleared);
  const { filter, guess } = readFilter(options, known, 'to-come', start);
  const days = checkBounds(options.getInteger('expires'), 'expires', DAYS);
  const repeat = options.getString('repeat') ?? base?.repeat;
  const trigger = readTrigger(options.getString('trigger')) ?? base?.trigger ?? 'at-or-below';
  if (cleared.has('item') && !mayLackItem(trigger)) {
    throw new UserError((language) => language.say('watch.needs-item'));
  }
  const keptTerms = trigger === 'under-worth' ? base : undefined;
  const percent =
    checkBounds(options.getInteger('percent'), 'percent', DISCOUNT_BOUNDS) ??
    (cleared.has('percent') ? undefined : keptTerms?.percent);
  const minSaving =
    checkBounds(options.getNumber('min-saving'), 'min-saving', DIAMOND_BOUNDS) ??
    (cleared.has('min-saving') ? undefined : keptTerms?.minSaving);
  const keepsPrice = !cleared.has('price') && takesPrice(trigger);
  const everyMinutes = checkBounds(options.getInteger('every'), 'every', EVERY_MINUTES_BOUNDS) ?? base?.everyMinutes;
  const draft: WatchDraft = {
    item: filter.item ?? (cleared.has('item') ? null : (base?.item ?? null)),
    trigger,
    price:
      checkBounds(options.getNumber('price'), 'price', DIAMOND_BOUNDS) ?? (keepsPrice ? (base?.price ?? null) : null),
    filter,
    ...(percent !== undefined && { percent }),
    ...(minSaving !== undefined && { minSaving }),
    repeat: repeat === 'once' ? 'once' : 'recurring',
    cooldownMinutes:
      checkBounds(options.getInteger('cooldown'), 'cooldown', MINUTES) ??
      base?.cooldownMinutes ??
      usualCooldown(trigger),
    ...(everyMinutes !== undefined && { everyMinutes }),
    expiresAt: days === null ? (cleared.has('expires') ? null : (base?.expiresAt ?? null)) : known.now + days * DAY_MS,
    paused: base?.paused ?? false,
  };
  return { draft, guess };
}

/** Replaces the terms of a watch by a draft's. Terms that the draft lacks are removed. */
export function withDraft({ percent: _percent, minSaving: _minSaving, ...kept }: Watch, draft: WatchDraft): Watch {
  return { ...kept, ...draft };
}

/**
 * Drafts the watch of the form behind *Watch this*: with a highest price for a buyer, with a lowest price for a seller.
 */
export function draftOfForm({ side, filter: asked }: Pick<ShopQuery, 'side' | 'filter'>, price: number): WatchDraft {
  const filter = withoutBarePlace(asked);
  const trigger = side === 'buy' ? 'at-or-below' : 'at-or-above';
  return {
    item: filter.item ?? null,
    trigger,
    price,
    filter,
    repeat: 'recurring',
    cooldownMinutes: usualCooldown(trigger),
    expiresAt: null,
    paused: false,
  };
}

/** Drafts a watch on offers below their worth, with the terms of `/deals`. */
export function draftOfDeals(filter: Filter, { discount, minSaving }: DealTerms): WatchDraft {
  return {
    item: filter.item ?? null,
    trigger: 'under-worth',
    price: null,
    percent: discount,
    minSaving,
    filter: withoutBarePlace(filter),
    repeat: 'recurring',
    cooldownMinutes: usualCooldown('under-worth'),
    expiresAt: null,
    paused: false,
  };
}

/** Removes a place without a distance: it sorts a list, but filters nothing. */
function withoutBarePlace(filter: Filter): Filter {
  return filter.within === undefined ? withoutPlace(filter) : filter;
}

/**
 * Drafts a watch of a player's own shops.
 * @param everyMinutes null for the default
 */
export function draftOfOwner(owner: string, everyMinutes: number | null): WatchDraft {
  return {
    item: null,
    trigger: 'my-shop',
    price: null,
    filter: { owner, containers: true },
    repeat: 'recurring',
    cooldownMinutes: usualCooldown('my-shop'),
    everyMinutes: checkBounds(everyMinutes, 'every', EVERY_MINUTES_BOUNDS) ?? USUAL_EVERY_MINUTES,
    expiresAt: null,
    paused: false,
  };
}

function readTrigger(text: string | null): WatchTrigger | null {
  if (text === null) return null;
  const trigger = WATCH_TRIGGERS.find((one) => one === text);
  if (!trigger)
    throw new UserError((language) => {
      const names = WATCH_TRIGGERS.map((one) => nameOfTrigger(one, language));
      return language.say('watch.choose-trigger', { names: language.or(names) });
    });
  return trigger;
}
