import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';
import type { EntryFault } from '../../../ports/settings.ts';
import { code } from './text.ts';

/** Why an entry of a file is no watch: a whole sentence. */
export function formatEntryFault(fault: EntryFault, language: Language): string {
  switch (fault.kind) {
    case 'none':
      return language.say('watch.entry-none');
    case 'values':
      return language.say('watch.entry-values', { field: code(fault.field), values: fault.values.join(', ') });
    case 'most':
    case 'long':
      return language.say(`watch.entry-${fault.kind}`, {
        field: code(fault.field),
        most: whole(fault.limit, language),
      });
    case 'least':
      return language.say('watch.entry-least', { field: code(fault.field), least: whole(fault.limit, language) });
    case 'missing':
    case 'empty':
    case 'number':
    case 'wrong':
    case 'unknown':
      return language.say(`watch.entry-${fault.kind}`, { field: code(fault.field) });
  }
}
