import type { AutocompleteInteraction } from 'discord.js';
import type { Language } from '../../language/language.ts';
import { inkOf } from '../../market/ink.ts';
import { parseEnchantments } from '../../market/item/enchantments.ts';
import type { Market } from '../../market/market.ts';
import {
  type Suggestion,
  suggestEnchantments,
  suggestItems,
  suggestOwners,
  suggestWorlds,
} from '../../market/search/search.ts';
import { type Sold, soldNow } from '../../market/search/sold.ts';
import { MAX_CHOICES } from '../../market/search/suggest-words.ts';
import { asPlainText, sayFound } from '../render/words/format-offer.ts';
import { nameOfIdentity, nameOfType } from '../render/words/item-name.ts';
import { clean, clip } from '../render/words/text.ts';
import type { Choice, CommandContext } from './command.ts';
import { suggestAmount, suggestPrice } from './read-number.ts';

/** Discord: of a choice's name. */
const MOST_CHARACTERS = 100;
/** Characters that a name keeps next to a long price. */
const LEAST_NAME = 20;
/** The characters that a row quotes of a text without a match. */
const NO_MATCH_CHARACTERS = 50;
/** Options for the price of one item, and for a total. */
const PRICES = new Set(['price', 'max-price', 'min-price']);
const TOTALS = new Set(['min-value', 'min-saving']);

/** Choices for the option that has the focus: a price is read as typed; a filter has none before the first snapshot. */
export function suggestFilter(
  interaction: AutocompleteInteraction,
  { market: marketNow, languages }: Pick<CommandContext, 'market' | 'languages'>,
): readonly Choice[] {
  const market = marketNow();
  const { name, value } = interaction.options.getFocused(true);
  if (PRICES.has(name)) return suggestPrice(value, name, languages.of(interaction.locale));
  if (TOTALS.has(name)) return suggestAmount(value, name, languages.of(interaction.locale));
  if (!market) return [];
  switch (name) {
    case 'item':
      return itemChoices(value, market, languages.of(interaction.locale));
    case 'enchantment':
      return suggestEnchantments(market, value).filter(areEnchantments).flatMap(asChoice);
    case 'owner':
    case 'not-owner':
      return suggestOwners(market, value).flatMap(asChoice);
    case 'world':
      return suggestWorlds(market, value).flatMap(asChoice);
    default:
      return [];
  }
}

function itemChoices(text: string, market: Market, language: Language): readonly Choice[] {
  const items = suggestItems(market, text, MAX_CHOICES, language.tag);
  return items.length === 0 ? noMatch(text, language) : items.map((one) => asItem(one, market, language));
}

/**
 * A row that says that nothing matches, where Discord would show an empty list. Its value is the typed text: the
 * command answers it with its own sentence.
 */
function noMatch(text: string, language: Language): readonly Choice[] {
  const value = clip(inkOf(text).toWellFormed(), MOST_CHARACTERS);
  if (value === '') return [];
  return [
    { name: clip(language.say('item.no-match', { text: clean(value, NO_MATCH_CHARACTERS) }), MOST_CHARACTERS), value },
  ];
}

/**
 * `Slime Block · 12 shops, from 32 for 3 diamonds · 0.094 each`. The name comes first, whole as far as there is room.
 */
function asItem({ name: label, value, choice }: Suggestion, market: Market, language: Language): Choice {
  const { type, key } = choice;
  const identity = key === undefined ? undefined : market.catalogue.identityOf(key);
  const name = (identity ? nameOfIdentity(identity, language) : nameOfType(type, language)) || label;
  const forms = saySold(soldNow(market, choice), language);
  const sold = forms.find((form) => clean(name).length + 3 + form.length <= MOST_CHARACTERS) ?? forms.at(-1) ?? '';
  const shown = clean(name, Math.max(LEAST_NAME, MOST_CHARACTERS - sold.length - 3));
  return { name: clip(`${shown} · ${sold}`, MOST_CHARACTERS), value };
}

/**
 * Says which shops sell an item, the fullest form first: a short one leaves out the price of one, or a box's contents.
 */
function saySold(sold: Sold | null, language: Language): readonly string[] {
  if (sold === null) return [language.say('item.unsold')];
  const { shops: n, cheapest } = sold;
  if (cheapest === null) return [language.say('offer.shops', { n })];
  const { shop, match } = cheapest;
  const offer = sayFound(shop, match, language);
  return [asPlainText(offer), offer.bundle].map((each) => language.say('item.sold', { n, offer: each }));
}

/** Whether the command would take them, each once. */
function areEnchantments(text: string): boolean {
  const tests = parseEnchantments(text);
  return typeof tests !== 'string' && new Set(tests.map(({ id }) => id)).size === tests.length;
}

/**
 * A choice is sent back as it is. A text that Discord would refuse or cut, or that shows nothing, could not be found
 * again.
 */
function asChoice(text: string): readonly Choice[] {
  return text.length <= 100 && text.isWellFormed() && inkOf(text) === text
    ? [{ name: clean(text, 100), value: text }]
    : [];
}
