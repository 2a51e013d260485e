import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TradeGroup, TradePlace } from '../../../src/market/prices/trade-group.ts';
import { type SellerTrades, tradesBySeller } from '../../../src/market/prices/worth.ts';
import { grouped, placeOf, single } from '../trade-groups.ts';

const tradesAt = (...places: readonly (TradePlace | null)[]) => grouped(places.map((place) => single({ place })));
const columnsOf = (sellers: readonly SellerTrades[]) =>
  sellers.map(({ trades }) => trades.map(({ place }) => place?.location.x ?? Number.NaN).sort((a, b) => a - b));

describe('a seller', () => {
  test('is one owner with any number of shops in any place', () => {
    expect(columnsOf(tradesBySeller(tradesAt(placeOf('Ada', 0), placeOf('Ada', 900), placeOf('Bob', 500))))).toEqual([
      [0, 900],
      [500],
    ]);
  });

  test('is never merged with a neighbour, even at the same place', () => {
    const row = [placeOf('Ada', -16), placeOf('Bob', 0), placeOf('Cleo', 12), placeOf('Dan', 12)];
    expect(columnsOf(tradesBySeller(tradesAt(...row)))).toEqual([[-16], [0], [12], [12]]);
  });

  test('is the same in every world', () => {
    expect(tradesBySeller(tradesAt(placeOf('Ada', 0), placeOf('Ada', 0, 0, 'world_nether')))).toHaveLength(1);
  });

  test('is not counted for a trade without a place or an auction', () => {
    expect(tradesBySeller(grouped([single({ place: null }), single({ kind: 'auction', place: null })]))).toEqual([]);
  });

  test('is the current owner of the place if the trade recorded no owner', () => {
    const trades = tradesAt(placeOf(null, 0), placeOf(null, 900), placeOf('Bob', 500));
    const today = tradesBySeller(trades, ({ x }) => placeOf(x === 900 ? 'Bob' : 'Ada', x).owner);
    expect(columnsOf(today)).toEqual([[0], [500, 900]]);
  });

  test('without identity is counted once, so that fifty short-lived shops have one vote', () => {
    const unknown = Array.from({ length: 50 }, (_, at) => placeOf(null, 1_000 * at));
    expect(tradesBySeller(tradesAt(...unknown, placeOf('Ada', -500)))).toHaveLength(2);
  });

  test('has all trades of its uuid, and each uuid is one seller', () => {
    const owner = fc.constantFrom('Ada', 'Bob', 'Cleo', 'Dan', 'Eve', null);
    const coordinate = fc.integer({ min: -60, max: 60 });
    const place = fc.tuple(owner, coordinate, coordinate, fc.constantFrom('world', 'world_nether'));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 14 }), (drawn) => {
        const groups = tradesAt(...drawn.map((of) => placeOf(...of)));
        const byHand = new Map(
          drawn.map(([name]) => [name, groups.filter((one) => one.place?.owner?.name === (name ?? undefined))]),
        );
        const sorted = (sellers: Iterable<readonly TradeGroup[]>) =>
          Array.from(sellers, (trades) => trades.map((one) => JSON.stringify(one)).sort()).sort();
        expect(sorted(tradesBySeller(groups).map(({ trades }) => trades))).toEqual(sorted(byHand.values()));
      }),
    );
  });
});
