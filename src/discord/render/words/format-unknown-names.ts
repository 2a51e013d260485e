import type { Language } from '../../../language/language.ts';
import type { UnknownName } from '../../../market/search/unknown-names.ts';
import { nameOfChoice, nameOfEnchantment, nameOfType } from './item-name.ts';
import { code, safe } from './text.ts';

/** What nobody knows of a filter, and what may have been meant: a line each. */
export function formatUnknownNames(unknownNames: readonly UnknownName[], language: Language): string[] {
  return unknownNames.map((one) => {
    if (one.what !== 'item' && one.nowCalled !== undefined) {
      return language.say('filter.renamed-owner', { name: safe(one.name), now: safe(one.nowCalled) });
    }
    const meant = nearestNames(one, language).map((name) => `**${safe(name)}**`);
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

/** The names that may have been meant, in the order of `didYouMean`. Players' text, raw. */
export function nearestNames(unknown: UnknownName, language: Language): string[] {
  if (unknown.what === 'item') return unknown.didYouMean.map((choice) => nameOfChoice(choice, language));
  return unknown.didYouMean.map((name) => shown(name, unknown, language));
}

function shown(name: string, { what }: UnknownName, language: Language): string {
  return what === 'enchantment' ? nameOfEnchantment(name, null, language) : name;
}
