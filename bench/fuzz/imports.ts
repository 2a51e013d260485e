import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../../sandbox/economy/random.ts';
import { Languages } from '../../src/language/languages.ts';
import { typedPrice } from '../../src/language/typed-price.ts';
import type { WatchFile } from '../../src/ports/settings.ts';
import type { Person } from '../../src/routing/person.ts';
import { WATCH_TRIGGERS, type Watch } from '../../src/routing/watch.ts';
import { watchFiles } from '../../src/storage/mappers/watch-files.ts';
import { watch } from '../../test/storage/sqlite/samples.ts';
import { accepted, REFUSED, type Target } from './target.ts';

const MOST_ENTRIES = 500;
const DEAREST = 1e12;
const english = new Languages().of('en-US');
const readPrice = (typed: string) => typedPrice(typed, english)?.unitPrice ?? null;

const PERSON: Person = {
  ...{ id: '1', quiet: { from: 60, to: 120, timeZone: 'UTC' }, player: { name: 'Ada', uuid: null } },
  ...{ home: { x: -5, z: 7, world: 'world' }, language: 'de', lookedAt: 5 },
};

function meOf({ me }: Extract<WatchFile, { fault: null }>): Person | null {
  return me === null || me === 'unreadable' ? null : { ...me, id: '1' };
}

/**
 * Watch files: every imported watch is within the limits of the commands, and survives an export and another import
 * unchanged.
 */
export const imports: Target = {
  name: 'imports',
  sound: (random) =>
    watchFiles.write(
      Array.from({ length: random.integer(0, 4) }, () => someWatch(random)),
      random.chance(0.5) ? PERSON : null,
    ),
  read(text) {
    const file = watchFiles.read(text, readPrice);
    if (file.fault !== null) return REFUSED;
    const drafts = file.drafts.map(({ draft }) => draft);
    const again = watchFiles.read(
      watchFiles.write(
        drafts.map((draft) => ({ ...watch, ...draft })),
        meOf(file),
      ),
      readPrice,
    );
    const isSame =
      again.fault === null &&
      isDeepStrictEqual(again.me, file.me === 'unreadable' ? null : file.me) &&
      isDeepStrictEqual(
        again.drafts.map(({ draft }) => draft),
        drafts,
      );
    return accepted(
      drafts.length + file.refused.length > MOST_ENTRIES && 'has more entries than the limit',
      drafts.some(({ price, filter }) => [price, filter.minPrice, filter.maxPrice].some(isImpossible)) &&
        'has an impossible price',
      drafts.some(({ trigger }) => trigger !== 'my-shop' && !WATCH_TRIGGERS.includes(trigger)) &&
        'has an unknown trigger',
      drafts.some(({ filter }) => Object.getPrototypeOf(filter) !== Object.prototype) && 'has another prototype',
      !isSame && 'changes when it is exported and imported again',
      Reflect.get({}, 'polluted') !== undefined && 'has changed all objects',
    );
  },
};

const isImpossible = (price: number | null | undefined) =>
  typeof price === 'number' && !(price >= 0 && price <= DEAREST);

function someWatch(random: Random): Watch {
  const item = { type: random.pick(['SLIME_BLOCK', 'DIAMOND', 'a b']) };
  const filter = { item, containers: random.chance(0.5), ...(random.chance(0.3) && { owner: 'Ann', maxPrice: 2.5 }) };
  const trigger = random.pick(WATCH_TRIGGERS);
  return {
    ...watch,
    item,
    filter,
    trigger,
    price: random.pick([null, 0, 0.25, 9]),
    cooldownMinutes: random.integer(0, 999),
  };
}
