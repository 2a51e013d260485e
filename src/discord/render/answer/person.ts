import type { Language } from '../../../language/language.ts';
import { ownNameOf } from '../../../language/languages.ts';
import type { Home, Person } from '../../../routing/person.ts';
import { COLOURS, card, type Layout, text } from '../layout.ts';
import { zoneName } from '../words/describe.ts';
import { code, safe } from '../words/text.ts';

interface ShownPerson {
  readonly person: Person;
  /** Number of shops of the person's player. */
  readonly shops: number;
  /** Number of other users who say to be the same player. */
  readonly claims: number;
  /** Warnings and questions about the given names, as sentences. */
  readonly doubts: readonly string[];
}

/** Renders the answer of `/me`, which only the user may see. */
export function renderPerson({ person, shops, claims, doubts }: ShownPerson, language: Language): Layout {
  const { player, home, language: tag, weekly } = person;
  const named = player && { player: safe(player.name, 40) };
  return card(
    doubts.length > 0 ? COLOURS.warning : COLOURS.neutral,
    text(
      language.say('me.title'),
      ...doubts,
      named === undefined
        ? language.say('me.no-name')
        : language.say('me.name', { ...named, shops: language.say('common.shops', { n: shops }) }),
      named !== undefined && claims > 0 && `-# ${language.say('me.claimed', { ...named, n: claims })}`,
      home === undefined ? language.say('me.no-home') : language.say('me.home', { place: formatHome(home, language) }),
      tag === undefined
        ? language.say('me.client-language')
        : language.say('me.language', { language: ownNameOf(tag) }),
      weekly !== undefined && language.say('weekly.state', { zone: zoneName(weekly.timeZone) }),
    ),
  );
}

function formatHome({ x, z, world }: Home, language: Language): string {
  const place = code(`${x} ${z}`);
  return world === undefined ? language.say('filter.in-overworld', { place }) : `${place} ${safe(world, 40)}`;
}
