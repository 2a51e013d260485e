import type { AutocompleteInteraction } from 'discord.js';
import { parseEnchantments } from '../../market/item/enchantments.ts';
import type { Market } from '../../market/market.ts';
import { suggestEnchantments, suggestItems, suggestOwners, suggestWorlds } from '../../market/search/search.ts';
import { clean } from '../render/words/text.ts';
import type { Choice } from './command.ts';

/** Choices for the filter option that has the focus; none before the first snapshot. */
export function suggestFilter(interaction: AutocompleteInteraction, market: Market | null): readonly Choice[] {
  const { name, value } = interaction.options.getFocused(true);
  if (!market) return [];
  switch (name) {
    case 'item':
      return suggestItems(market, value).map((choice) => ({ name: clean(choice.name, 100), value: choice.value }));
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

/** Whether the command would take them, each once. */
function areEnchantments(text: string): boolean {
  const tests = parseEnchantments(text);
  return typeof tests !== 'string' && new Set(tests.map(({ id }) => id)).size === tests.length;
}

/** What a person picks is sent back as it is: what Discord would refuse or cut could not be found again. */
function asChoice(text: string): readonly Choice[] {
  return text.length <= 100 && text.isWellFormed() ? [{ name: clean(text, 100), value: text }] : [];
}
