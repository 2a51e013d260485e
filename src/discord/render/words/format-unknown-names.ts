import { itemName } from '../../../market/item/label.ts';
import type { UnknownName } from '../../../market/search/unknown-names.ts';
import { code, safe } from './text.ts';

/** What nobody knows of a filter, and what may have been meant: a sentence each. */
export function formatUnknownNames(unknownNames: readonly UnknownName[]): string[] {
  return unknownNames.map((one) => {
    const meant = one.didYouMean.map((name) => `**${safe(shown(name, one))}**`);
    const hint = meant.length > 0 ? `Did you mean ${orOf(meant)}?` : 'Look at how the name is written.';
    return `⚠️ ${formatUnknown(one)}. ${hint}`;
  });
}

function formatUnknown({ what, name }: UnknownName): string {
  switch (what) {
    case 'item':
      return `I have not seen **${safe(itemName(name))}** in a shop or a trade yet: I look for ${code(name)}`;
    case 'owner':
    case 'not-owner':
      return `No shop of “${safe(name)}” is listed now`;
    case 'world':
      return `No shop in “${safe(name)}” is listed now`;
    case 'enchantment':
      return `No shop with “${safe(readable(name))}” is listed now`;
  }
}

function shown(name: string, { what }: UnknownName): string {
  return what === 'enchantment' ? readable(name) : name;
}

function readable(enchantment: string): string {
  return enchantment.replaceAll('_', ' ');
}

/** `a`, `a or b`, `a, b or c` */
function orOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}
