import type { Language } from '../../../language/language.ts';
import type { UnknownName } from '../../../market/search/unknown-names.ts';
import { nameOfEnchantment, nameOfType } from './item-name.ts';
import { code, safe } from './text.ts';

/** What nobody knows of a filter, and what may have been meant: a line each. */
export function formatUnknownNames(unknownNames: readonly UnknownName[], language: Language): string[] {
  return unknownNames.map((one) => {
    if (one.nowCalled !== undefined) {
      return language.say('filter.renamed-owner', { name: safe(one.name), now: safe(one.nowCalled) });
    }
    const meant = one.didYouMean.map((name) => `**${safe(shown(name, one, language))}**`);
    const hint =
      meant.length > 0
        ? language.say('filter.did-you-mean', { names: language.or(meant) })
        : language.say('filter.check-spelling');
    return `${formatUnknown(one, language)} ${hint}`;
  });
}

function formatUnknown(unknown: UnknownName, language: Language): string {
  const name = safe(shown(unknown.name, unknown, language));
  switch (unknown.what) {
    case 'item':
      return language.say('filter.unknown-item', {
        item: safe(nameOfType(unknown.name, language)),
        type: code(unknown.name),
      });
    case 'owner':
    case 'not-owner':
      return language.say('filter.unknown-owner', { name });
    case 'world':
      return language.say('filter.unknown-world', { name });
    case 'enchantment':
      return language.say('filter.unknown-enchantment', { name });
  }
}

function shown(name: string, { what }: UnknownName, language: Language): string {
  return what === 'enchantment' ? nameOfEnchantment(name, null, language) : name;
}
