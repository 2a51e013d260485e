import type { Language } from '../../../language/language.ts';
import type { Feed } from '../../../routing/feed.ts';
import { absenceNow, namedPartsOf } from '../../../routing/named-parts.ts';
import type { Watch } from '../../../routing/watch.ts';
import { describeItem } from './describe.ts';
import { safe, stamp } from './text.ts';

/** `No shop of Ada since …`: a line for each owner, world or type of the filter that has left the list of shops. */
export function formatAbsences(subscription: Feed | Watch, language: Language): string[] {
  return namedPartsOf(subscription).flatMap((named) => {
    const absence = absenceNow(subscription, named);
    if (absence === undefined) return [];
    const { owner = '', world = '', item } = subscription.filter;
    const names = {
      owner: safe(owner, 40),
      world: safe(world, 40),
      item: item === undefined ? '' : describeItem(item, language),
    };
    return [language.say(`absent.${named.part}`, { name: names[named.part], when: stamp(absence.since, 'f') })];
  });
}
