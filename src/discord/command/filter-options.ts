import {
  type APIApplicationCommandBasicOption,
  type AutocompleteInteraction,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import type { Language } from '../../language/language.ts';
import { described } from '../../language/languages.ts';
import { parseEnchantments } from '../../market/item/enchantments.ts';
import type { Market } from '../../market/market.ts';
import { suggestLandmarks } from '../../market/places/find-landmark.ts';
import { playerKey } from '../../market/player.ts';
import { type CurrentSellers, findCurrentSellers } from '../../market/search/current-sellers.ts';
import type { Filter } from '../../market/search/filter.ts';
import {
  type Suggestion,
  suggestEnchantments,
  suggestItems,
  suggestOwners,
  suggestWorlds,
} from '../../market/search/search.ts';
import { CHOICE_CHARACTERS, MOST_CHOICES } from '../../market/search/suggest-words.ts';
import { visibleName } from '../../market/visible-name.ts';
import { asPlainText, sayFound } from '../render/words/format-offer.ts';
import { nameOfIdentity, nameOfType } from '../render/words/names.ts';
import { clean, clip, safe } from '../render/words/text.ts';
import { type Choice, type CommandContext, type CommandOptions, UserError } from './command.ts';
import { COORDINATE_BOUNDS, DIAMOND_BOUNDS, DISTANCE_BOUNDS, suggestAmount, suggestPrice } from './read-number.ts';
import { tellApart } from './settle-players.ts';

export const ITEM_OPTION = {
  type: Type.String,
  name: 'item',
  ...described('option.item'),
  autocomplete: true,
  max_length: CHOICE_CHARACTERS,
} as const satisfies APIApplicationCommandBasicOption;

/**
 * A number option for a price or a total in diamonds, whose autocompletion reads `32 for 3` and `5k`. It has no
 * `min_value`, because hints are choices with a negative number that Discord may reject. Commands check with
 * `checkBounds`.
 */
export const TYPED_PRICE = { autocomplete: true, max_value: DIAMOND_BOUNDS.max_value } as const;

const NAME_OPTION = { type: Type.String, autocomplete: true, max_length: CHOICE_CHARACTERS } as const;

const OTHER_FILTERS: readonly APIApplicationCommandBasicOption[] = [
  {
    type: Type.String,
    name: 'enchantment',
    ...described('option.enchantment'),
    autocomplete: true,
    max_length: 200,
  },
  { ...NAME_OPTION, name: 'owner', ...described('option.owner') },
  { ...NAME_OPTION, name: 'not-owner', ...described('option.not-owner') },
  { ...NAME_OPTION, name: 'world', ...described('option.world') },
  { type: Type.Integer, name: 'x', ...described('option.x'), ...COORDINATE_BOUNDS },
  { type: Type.Integer, name: 'z', ...described('option.z'), ...COORDINATE_BOUNDS },
  { ...NAME_OPTION, name: 'near', ...described('option.near') },
  { type: Type.Integer, name: 'within', ...described('option.within'), ...DISTANCE_BOUNDS },
  { type: Type.Number, name: 'max-price', ...described('option.max-price'), ...TYPED_PRICE },
  { type: Type.Number, name: 'min-price', ...described('option.min-price'), ...TYPED_PRICE },
  { type: Type.Integer, name: 'min-stock', ...described('option.min-stock'), ...DIAMOND_BOUNDS },
  { type: Type.Boolean, name: 'containers', ...described('option.containers') },
];

/** Returns the filter options in their order, `without` those that the caller defines itself or does not support. */
export function filterOptions(without: readonly string[] = []): APIApplicationCommandBasicOption[] {
  return [ITEM_OPTION, ...OTHER_FILTERS].filter((option) => !without.includes(option.name));
}

export const TIME_ZONE_OPTION = {
  type: Type.String,
  name: 'timezone',
  ...described('option.timezone'),
  autocomplete: true,
  max_length: 50,
} as const satisfies APIApplicationCommandBasicOption;

/** Limits a typed time of day, in characters. `10:30 p.m.` and `22 時 30 分` fit. */
export const TIME_CHARACTERS = 20;

export const PRIVATE_OPTION = {
  type: Type.Boolean,
  name: 'private',
  ...described('option.private'),
} as const satisfies APIApplicationCommandBasicOption;

/** The option that sets each part of a filter. */
export const OPTION_OF: Record<keyof Filter, string> = {
  item: 'item',
  enchantments: 'enchantment',
  owner: 'owner',
  ownerId: 'owner',
  notOwner: 'not-owner',
  notOwnerId: 'not-owner',
  world: 'world',
  x: 'x',
  z: 'z',
  near: 'near',
  home: 'x',
  nearWorld: 'near',
  within: 'within',
  maxPrice: 'max-price',
  minPrice: 'min-price',
  minStock: 'min-stock',
  containers: 'containers',
};

/**
 * Reads the names in the option `clear`, if it is set: parts of a filter and further names of the caller.
 *
 * @param more the further names, each with the options that set it
 * @throws UserError for an unknown name, and for one whose option is set at the same time
 */
export function readCleared(
  options: Pick<CommandOptions, 'get' | 'getString'>,
  more: Readonly<Record<string, readonly string[]>>,
): ReadonlySet<string> {
  const names = (options.getString('clear') ?? '')
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((name) => name !== '');
  const known = [...new Set([...Object.values(OPTION_OF), ...Object.keys(more)])];
  for (const name of names) {
    if (!known.includes(name)) {
      throw new UserError((language) =>
        language.say('error.unknown-filter', { text: safe(name, 40), names: known.join(', ') }),
      );
    }
    const given = (more[name] ?? [name]).find((option) => options.get(option) !== null);
    if (given !== undefined) {
      throw new UserError((language) => language.say('error.given-and-cleared', { option: given, name }));
    }
  }
  return new Set(names);
}

/** Removes the cleared parts from a filter. A place is removed as a whole. */
export function withoutCleared(filter: Filter, cleared: ReadonlySet<string>): Filter {
  const place = ['x', 'z', 'near', 'within'];
  const all = place.some((name) => cleared.has(name)) ? new Set([...cleared, ...place]) : cleared;
  const kept = Object.entries(filter).filter(([key]) => !all.has(OPTION_OF[key as keyof Filter]));
  return {
    ...(Object.fromEntries(kept) as Partial<Filter>),
    containers: all.has('containers') ? true : filter.containers,
  };
}

/** The least characters of an item's name next to a long price. */
const LEAST_CHOICE_NAME_CHARACTERS = 20;
/** Limits the quote of a text without a match. */
const NO_MATCH_CHARACTERS = 50;
/** Options for the price of one item. */
const PRICE_OPTIONS = new Set(['price', 'max-price', 'min-price']);
/** Options for a total. */
const TOTAL_OPTIONS = new Set(['min-value', 'min-saving']);

type SuggestionSources = Pick<CommandContext, 'market' | 'languages'> & {
  readonly places: Pick<CommandContext['places'], 'landmarks'>;
};

/** Returns choices for the focused option. Names of the market have none before the first snapshot. */
export function suggestFilter(
  interaction: AutocompleteInteraction,
  { market: marketNow, languages, places }: SuggestionSources,
): readonly Choice[] {
  const market = marketNow();
  const { name, value } = interaction.options.getFocused(true);
  if (PRICE_OPTIONS.has(name)) return suggestPrice(value, name, languages.of(interaction.locale));
  if (TOTAL_OPTIONS.has(name)) return suggestAmount(value, name, languages.of(interaction.locale));
  if (name === 'near') return suggestLandmarks(places.landmarks(), value).flatMap(textChoices);
  if (!market) return [];
  switch (name) {
    case 'item':
      return itemChoices(value, market, languages.of(interaction.locale));
    case 'enchantment':
      return suggestEnchantments(market, value).filter(areEnchantments).flatMap(textChoices);
    case 'owner':
    case 'not-owner':
      return suggestPlayers(market, value, languages.of(interaction.locale));
    case 'world':
      return suggestWorldNames(market, value);
    default:
      return [];
  }
}

/** Returns the names of players. Players who share a name in any case get a hint each, and their uuid as the value. */
export function suggestPlayers(market: Market, text: string, language: Language): readonly Choice[] {
  const choices = suggestOwners(market, text).flatMap((name): readonly Choice[] => {
    const namesakes = market.index.byOwner.isShared(name) ? market.namesakes(name) : [];
    if (namesakes.length < 2 || namesakes.some(({ owner }) => owner.uuid === '')) return textChoices(name);
    return namesakes
      .filter(({ owner }) => owner.name === name)
      .map((one) => {
        const hinted = tellApart(one, namesakes, market, language);
        return { name: clean(hinted, CHOICE_CHARACTERS), value: playerKey(one.owner.uuid) };
      });
  });
  return choices.slice(0, MOST_CHOICES);
}

export function suggestWorldNames(market: Market, text: string): readonly Choice[] {
  return suggestWorlds(market, text).flatMap(textChoices);
}

function itemChoices(text: string, market: Market, language: Language): readonly Choice[] {
  const items = suggestItems(market, text, MOST_CHOICES, language.tag);
  return items.length === 0 ? noMatchChoice(text, language) : items.map((one) => itemChoice(one, market, language));
}

/**
 * Returns one choice that says that nothing matches, instead of an empty list. Its value is the typed text, which the
 * command rejects with its own sentence.
 */
function noMatchChoice(text: string, language: Language): readonly Choice[] {
  const value = clip(visibleName(text).toWellFormed(), CHOICE_CHARACTERS);
  if (value === '') return [];
  return [
    {
      name: clip(language.say('item.no-match', { text: clean(value, NO_MATCH_CHARACTERS) }), CHOICE_CHARACTERS),
      value,
    },
  ];
}

/**
 * Formats an item as `Slime Block · 12 shops, from 32 for 3 diamonds · 0.094 each`. The name takes precedence over the
 * price.
 */
function itemChoice({ name: label, value, choice }: Suggestion, market: Market, language: Language): Choice {
  const { type, key } = choice;
  const identity = key === undefined ? undefined : market.catalogue.identityOf(key);
  const name = (identity ? nameOfIdentity(identity, language) : nameOfType(type, language)) || label;
  const forms = saySold(findCurrentSellers(market, choice), language);
  const sold = forms.find((form) => clean(name).length + 3 + form.length <= CHOICE_CHARACTERS) ?? forms.at(-1) ?? '';
  const shown = clean(name, Math.max(LEAST_CHOICE_NAME_CHARACTERS, CHOICE_CHARACTERS - sold.length - 3));
  return { name: clip(`${shown} · ${sold}`, CHOICE_CHARACTERS), value };
}

/**
 * Describes the shops that sell an item, longest form first. The short one omits the price of one item, or a box's
 * contents.
 */
function saySold(sold: CurrentSellers | null, language: Language): readonly string[] {
  if (sold === null) return [language.say('item.unsold')];
  const { shops: n, cheapest } = sold;
  if (cheapest === null) return [language.say('offer.shops', { n })];
  const { shop, match } = cheapest;
  const offer = sayFound(shop, match, language);
  return [asPlainText(offer), offer.bundle].map((each) => language.say('item.sold', { n, offer: each }));
}

/** Returns whether the command would accept the enchantments, each of them once. */
function areEnchantments(text: string): boolean {
  const tests = parseEnchantments(text);
  return typeof tests !== 'string' && new Set(tests.map(({ id }) => id)).size === tests.length;
}

/**
 * Makes a choice of a text, or none if Discord would reject or cut it or it is invisible. Discord sends a choice back
 * unchanged, and a changed text would not be found.
 */
function textChoices(text: string): readonly Choice[] {
  return text.length <= CHOICE_CHARACTERS && text.isWellFormed() && visibleName(text) === text
    ? [{ name: clean(text, CHOICE_CHARACTERS), value: text }]
    : [];
}
