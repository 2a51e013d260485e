import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TradeGroup, TradePlace } from '../../src/market/trade-group.ts';
import { voicesOf } from '../../src/market/voices.ts';
import { grouped, placeOf, single } from './trade-groups.ts';

const tradesAt = (...places: readonly (TradePlace | null)[]) => grouped(places.map((place) => single({ place })));
const columnsOf = (voices: readonly (readonly TradeGroup[])[]) =>
  voices.map((voice) => voice.map(({ place }) => place?.location.x ?? Number.NaN).sort((a, b) => a - b));

describe('a voice', () => {
  test('is an owner, however many shops and wherever', () => {
    expect(columnsOf(voicesOf(tradesAt(placeOf('Ada', 0), placeOf('Ada', 900), placeOf('Bob', 500))))).toEqual([
      [0, 900],
      [500],
    ]);
  });

  test('is a row of shops of which each has the next within 16 blocks', () => {
    const row = [placeOf('Ada', -16), placeOf('Bob', 0), placeOf('Cleo', 16), placeOf('Dan', 33)];
    expect(columnsOf(voicesOf(tradesAt(...row)))).toEqual([[-16, 0, 16], [33]]);
  });

  test('is not one where worlds lie between', () => {
    expect(voicesOf(tradesAt(placeOf('Ada', 0), placeOf('Bob', 0, 0, 'world_nether')))).toHaveLength(2);
  });

  test('is not heard without a place, nor from an auction', () => {
    expect(voicesOf(grouped([single({ place: null }), single({ kind: 'auction' })]))).toEqual([]);
  });

  test('has the owner of today where none was noted', () => {
    const trades = tradesAt(placeOf(null, 0), placeOf(null, 900), placeOf('Bob', 500));
    const today = voicesOf(trades, ({ x }) => placeOf(x === 900 ? 'Bob' : 'Ada', x).owner);
    expect(columnsOf(today)).toEqual([[0], [500, 900]]);
  });

  test('is one of all whom nobody knows, so that fifty shops built and removed between two snapshots are one', () => {
    const unknown = Array.from({ length: 50 }, (_, at) => placeOf(null, 1_000 * at));
    expect(voicesOf(tradesAt(...unknown, placeOf('Ada', -500)))).toHaveLength(2);
  });

  test('joins those who had a shop at one place, one after the other', () => {
    expect(voicesOf(tradesAt(placeOf('Ada', 0), placeOf('Bob', 0), placeOf('Bob', 900)))).toHaveLength(1);
  });

  test('is found as by comparing everybody with everybody', () => {
    const owner = fc.constantFrom('Ada', 'Bob', 'Cleo', 'Dan', 'Eve', null);
    const coordinate = fc.integer({ min: -60, max: 60 });
    const world = fc.constantFrom('world', 'world_nether');
    const place = fc.tuple(owner, coordinate, coordinate, world).map((of) => placeOf(...of));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 14 }), (places) => {
        const groups = tradesAt(...places);
        const named = (voices: readonly (readonly TradeGroup[])[]) =>
          voices.map((voice) => voice.map((group) => JSON.stringify(group)).sort()).sort();
        expect(named(voicesOf(groups))).toEqual(named(voicesByHand(groups)));
      }),
      { numRuns: 500 },
    );
  });
});

/** Joins whatever belongs together until nothing does. */
function voicesByHand(groups: readonly TradeGroup[]): TradeGroup[][] {
  const joined = joinAll(
    groups.map((group) => [group]),
    belongTogether,
  );
  const isUnknown = (voice: readonly TradeGroup[]) => voice.every(({ place }) => place?.owner === null);
  return joinAll(joined, (a, b) => isUnknown(a) && isUnknown(b));
}

function belongTogether(some: readonly TradeGroup[], others: readonly TradeGroup[]): boolean {
  return some.some(({ place: a }) =>
    others.some(({ place: b }) => {
      if (a === null || b === null) return false;
      if (a.owner !== null && a.owner.uuid === b.owner?.uuid) return true;
      const [east, south] = [a.location.x - b.location.x, a.location.z - b.location.z];
      return a.location.world === b.location.world && east * east + south * south <= 16 * 16;
    }),
  );
}

function joinAll(
  voices: TradeGroup[][],
  are: (a: readonly TradeGroup[], b: readonly TradeGroup[]) => boolean,
): TradeGroup[][] {
  for (const a of voices) {
    const b = voices.find((other) => other !== a && are(a, other));
    if (b) return joinAll([...voices.filter((other) => other !== a && other !== b), [...a, ...b]], are);
  }
  return voices;
}
