import type { Language } from '../../language/language.ts';
import type { FilterFault } from '../../market/search/filter.ts';
import type { TermsFault } from '../../subscriptions/terms.ts';
import { kindKey, nameOfTrigger } from '../render/words/describe.ts';
import { nameOfEnchantment } from '../render/words/names.ts';
import { safe } from '../render/words/text.ts';
import { UserError } from './command.ts';
import { OPTION_OF } from './filter-options.ts';

/**
 * @param takesHome whether the user's home replaces a missing place
 * @throws UserError that describes the fault, if there is one
 */
export function refuseFault(fault: TermsFault | null, takesHome = false): void {
  if (fault === null) return;
  const lacksHome = takesHome && fault.kind === 'place-missing';
  throw new UserError((language) =>
    lacksHome ? language.say('error.place-or-home') : formatTermsFault(fault, language),
  );
}

/** Explains to a user a fault in the terms of a search, watch or feed, and how to fix it. */
export function formatTermsFault(fault: TermsFault, language: Language): string {
  switch (fault.kind) {
    case 'distance-missing':
      return language.say('error.within');
    case 'no-stock':
      return language.say(`error.empty-stock${fault.isKept ? '-kept' : ''}`);
    case 'never-matching':
      return formatNeverMatching(fault, language);
    case 'owner-missing':
      return language.say('error.owner');
    case 'own-shops-filtered':
      return language.say('error.own-shops');
    case 'every-not-taken':
      return language.say('error.every-not-taken');
    case 'item-missing':
      return language.say('error.item');
    case 'price-missing':
      return language.say(`error.price-needed-${fault.trigger === 'at-or-above' ? 'at-or-above' : 'at-or-below'}`, {
        trigger: nameOfTrigger(fault.trigger, language),
      });
    case 'price-not-taken':
      return language.say('error.price-not-taken', { trigger: nameOfTrigger(fault.trigger, language) });
    case 'bound-beyond-price':
      return language.say(fault.bound === 'maxPrice' ? 'error.max-below-price' : 'error.min-above-price');
    case 'no-deals':
      return language.say('error.deals-only', { option: fault.option });
    case 'nothing-paid':
      return language.say(`error.nothing-paid${fault.isKept ? '-kept' : ''}`, {
        kind: language.say(kindKey(fault.feedKind)),
      });
    default:
      return formatFilterFault(fault, language);
  }
}

function formatFilterFault(fault: FilterFault, language: Language): string {
  switch (fault.kind) {
    case 'coordinate-missing':
      return language.say('error.coordinate', { missing: fault.missing });
    case 'place-missing':
      return language.say('error.place');
    case 'prices-crossed':
      return language.say('error.prices-crossed');
    case 'same-player':
      return language.say('error.same-player');
    case 'two-levels':
      return language.say('error.two-levels', {
        enchantment: safe(nameOfEnchantment(fault.enchantment, null, language)),
      });
  }
}

/** Advises to omit given parts, and to clear saved parts. */
function formatNeverMatching(
  { of, parts, kept }: Extract<TermsFault, { kind: 'never-matching' }>,
  language: Language,
): string {
  const given = parts.filter((part) => !kept.includes(part));
  const named = (some: typeof parts) => language.and(some.map((part) => `\`${OPTION_OF[part]}\``));
  return language.sentences([
    language.say(`error.never-${of}`, { parts: named(parts) }),
    ...(given.length > 0 ? [language.say('error.leave-out', { parts: named(given) })] : []),
    ...(kept.length > 0
      ? [language.say('error.clear', { parts: kept.map((part) => OPTION_OF[part]).join(', ') })]
      : []),
  ]);
}
