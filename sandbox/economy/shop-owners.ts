import type { Owner, Place } from './domain.ts';
import { HOSTILE_NAMES } from './hostile-names.ts';
import type { Random } from './random.ts';

/** A shop owner with habits: the area of the shops and the price level. */
export interface ShopOwner {
  readonly owner: Owner;
  readonly home: Place;
  /** Prices as a share of the usual ones. */
  readonly priceFactor: number;
}

const SHOP_OWNER_COUNT = 400;
const WORLDS = ['world', 'world', 'world', 'world', 'world_nether', 'world_the_end', 'resource_world', 'skyblock'];
const SYLLABLES = 'ka ro mi ne zu fin dra wolf pix el tor ash len ob si craft mc ny qua be'.split(' ');

/**
 * Generates the owners of a server: some hundred ordinary ones, and one for each hostile name.
 * @param areWorldsTame whether all ordinary owners live in worlds with ordinary names
 */
export function createShopOwners(
  random: Random,
  areWorldsTame: boolean,
): { ordinary: ShopOwner[]; hostile: ShopOwner[] } {
  const taken = new Set<string>();
  const ordinary = Array.from({ length: SHOP_OWNER_COUNT }, () =>
    makeShopOwner(random, playerName(random, taken), areWorldsTame),
  );
  const hostile = HOSTILE_NAMES.map((name) => makeShopOwner(random, name, false));
  return { ordinary, hostile };
}

/** Returns a place near the owner's home, because shops cluster in the game. */
export function placeNear(random: Random, home: Place): Place {
  return {
    x: home.x + random.integer(-40, 40),
    y: random.integer(60, 90),
    z: home.z + random.integer(-40, 40),
    world: home.world,
  };
}

function makeShopOwner(random: Random, name: string, isWorldTame: boolean): ShopOwner {
  const home = {
    x: random.integer(-12_000, 12_000),
    y: 64,
    z: random.integer(-12_000, 12_000),
    world: random.chance(isWorldTame ? 0 : 0.01) ? random.pick(HOSTILE_NAMES) : random.pick(WORLDS),
  };
  return { owner: { name, uuid: random.uuid() }, home, priceFactor: 0.75 + random.unit() * 0.6 };
}

/** A player name as the game allows them: 3 to 16 of letters, digits and underscores, each once. */
function playerName(random: Random, taken: Set<string>): string {
  const stem = Array.from({ length: random.integer(2, 3) }, () => random.pick(SYLLABLES)).join('');
  const name = `${random.chance(0.5) ? stem.charAt(0).toUpperCase() + stem.slice(1) : stem}${random.chance(0.3) ? `_${random.integer(1, 99)}` : ''}`;
  if (taken.has(name)) return playerName(random, taken);
  taken.add(name);
  return name;
}
