import type { Language } from '../../language/language.ts';
import type { CountedOwner, Market } from '../../market/market.ts';
import { playerKey } from '../../market/player.ts';
import type { Filter } from '../../market/search/filter.ts';
import { withPlayerIds } from '../../subscriptions/player-names.ts';
import { code, safe } from '../render/words/text.ts';
import { type OptionGuess, UserError } from './command.ts';

/** Limits the listed players of one name. More do not help to tell them apart. */
const MOST_LISTED_PLAYERS = 5;
const MOST_LISTED_WORLDS = 3;
/** The part of a uuid that tells players apart. Players of Bedrock Edition share it. */
const UUID_HINT_CHARACTERS = 8;

/**
 * Adds the uuids of the players to a filter.
 *
 * @throws UserError if several players have the same name, with the players as guesses
 */
export function settlePlayers(filter: Filter, market: Market | null): Filter {
  const known = identifyPlayers(filter, market);
  const { owner, ownerId, notOwner, notOwnerId } = known;
  const question =
    (owner !== undefined && ownerId === undefined && askWhichPlayer(owner, 'owner', market)) ||
    (notOwner !== undefined && notOwnerId === undefined && askWhichPlayer(notOwner, 'not-owner', market));
  if (question) throw question;
  return known;
}

export function identifyPlayers(filter: Filter, market: Market | null): Filter {
  return market === null ? filter : withPlayerIds(filter, market);
}

/** Returns the question for one of several players with the name, whose guesses set the option, or null. */
export function askWhichPlayer(name: string, option: string, market: Market | null): UserError | null {
  const called = market?.ownersCalled(name) ?? [];
  if (market === null || called.length < 2) return null;
  const listed = called.slice(0, MOST_LISTED_PLAYERS);
  const guesses = listed
    .filter(({ owner }) => owner.uuid !== '')
    .map(
      (one): OptionGuess => ({
        option,
        value: playerKey(one.owner.uuid),
        name: (language) => tellApart(one, called, market, language),
      }),
    );
  return new UserError((language) => {
    const players = listed.map(({ owner, shops }) => {
      const where = language.and(worldsOf(owner.uuid, market).map((world) => safe(world, 40)));
      return language.say('error.one-of-players', { uuid: code(owner.uuid), n: shops, where });
    });
    return [language.say('error.two-players', { name: safe(name, 40) }), ...players].join('\n');
  }, guesses);
}

/** Formats a player among others of the name as `Ada · 2 shops · world · 069a79f4`. The result is raw players' text. */
export function tellApart(
  { owner, shops }: CountedOwner,
  namesakes: readonly CountedOwner[],
  market: Market,
  language: Language,
): string {
  const hint = owner.uuid.slice(0, UUID_HINT_CHARACTERS);
  const isOnly = namesakes.filter((one) => one.owner.uuid.startsWith(hint)).length === 1;
  return [
    owner.name ?? owner.uuid,
    language.say('common.shops', { n: shops }),
    worldsOf(owner.uuid, market).join(', '),
    isOnly ? hint : owner.uuid,
  ].join(' · ');
}

function worldsOf(uuid: string, market: Market): readonly string[] {
  return [...new Set(market.ownedBy(uuid).map(({ location }) => location.world))].slice(0, MOST_LISTED_WORLDS);
}
