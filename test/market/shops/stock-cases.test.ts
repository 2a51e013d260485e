import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STOCK_UNITS, type StockUnit, stockOf } from '../../../src/market/shops/stock.ts';
import { StockCases } from '../../../src/market/shops/stock-cases.ts';
import { judgeStock, NO_EVIDENCE, type StockEvidence } from '../../../src/market/shops/stock-evidence.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';
import { item, marketOf, shop, trade } from '../samples.ts';

/** Stands on: the comparison alone, over hours of a random market. */

const OWNERS = ['a', 'b', 'c', 'd'];
/** Seconds between two fetches. */
const EVERY = 120;
const ROUNDS = 12;

const placeOf = (at: number) => ({ x: at, y: 64, z: 0, world: 'world' });

/** A chest in the world with its stock in items. */
interface Chest {
  readonly quantity: number;
  owner: string;
  items: number;
}

type Act = { readonly second: number; readonly chest: number; readonly bundles: number; readonly did: string };

const act = fc.record({
  second: fc.nat(EVERY * ROUNDS - 1),
  chest: fc.nat(5),
  bundles: fc.integer({ min: 1, max: 9 }),
  did: fc.constantFrom('buy', 'buy', 'buy', 'buy', 'restock', 'swap'),
});
const quantities = fc.array(fc.constantFrom(1, 2, 3, 8, 64), { minLength: 6, maxLength: 6 });
const ages = fc.array(fc.nat(29), { minLength: ROUNDS + 1, maxLength: ROUNDS + 1 });

/** Returns the evidence from a market whose service counts in `actualUnit`, for a Crier set to `setting`. */
function evidenceOf(
  acts: readonly Act[],
  bundles: readonly number[],
  late: readonly number[],
  actualUnit: StockUnit,
  setting: StockUnit,
) {
  const chests: Chest[] = bundles.map((quantity, at) => ({
    quantity,
    owner: OWNERS[at % 4] ?? 'a',
    items: quantity * 60,
  }));
  const cases = new StockCases(setting);
  cases.streamUp(0);
  let evidence: StockEvidence = NO_EVIDENCE;
  const began = 60_000;
  const pictures: Chest[][] = [];
  const marketOfChests = (then: readonly Chest[]) =>
    marketOf(
      ...then.map(({ quantity, owner, items }, at) => {
        const wire = actualUnit === 'bundles' ? Math.floor(items / quantity) : items;
        const of = { item: item('DIRT', { quantity }), location: placeOf(at), owner: { name: owner, uuid: owner } };
        return shop(at, { ...of, price: 3, remaining: stockOf(wire, quantity, setting) });
      }),
    );
  const byTime = acts.toSorted((a, b) => a.second - b.second);
  for (let second = 0; second <= EVERY * ROUNDS; second++) {
    for (const { chest: at, bundles: count, did } of byTime.filter((one) => one.second === second)) {
      const chest = chests[at];
      if (chest === undefined) continue;
      const moved = count * chest.quantity;
      if (did === 'swap') chest.owner = OWNERS[count % 4] ?? 'a';
      else if (did === 'restock') chest.items += count;
      else if (chest.items >= moved) {
        chest.items -= moved;
        const sign = { amount: chest.quantity, price: 3 };
        const of = { item: item('DIRT'), location: placeOf(at), moved, sign };
        cases.recordTrade(trade(of), began + second * 1_000);
      }
    }
    pictures.push(chests.map((chest) => ({ ...chest })));
    if (second % EVERY !== 0) continue;
    const then = pictures[Math.max(0, second - (late[second / EVERY] ?? 0))] ?? [];
    evidence = judgeStock(evidence, cases.take(marketOfChests(then), began + second * 1_000), setting);
  }
  return evidence;
}

test('fault 91: only a market in the other unit contradicts a setting, despite restocks and swaps', () => {
  let [contradicted, found] = [0, 0];
  const acts = fc.array(act, { minLength: 10, maxLength: 60, size: 'max' });
  const unit = fc.constantFrom(...STOCK_UNITS);
  fc.assert(
    fc.property(acts, quantities, ages, unit, unit, (did, bundles, late, actualUnit, setting) => {
      const { cases, contradicts } = evidenceOf(did, bundles, late, actualUnit, setting);
      found += cases.length;
      if (actualUnit === setting) expect(contradicts).toBeNull();
      else if (contradicts !== null) contradicted += 1;
    }),
    { numRuns: propertyRuns() },
  );
  expectCoverage(() => {
    expect(found).toBeGreaterThan(100);
    expect(contradicted).toBeGreaterThan(5);
  });
});

test.each(STOCK_UNITS)('fault 91: an honest market of %s is recognised, whatever the setting', (actualUnit) => {
  const acts = Array.from({ length: ROUNDS }, (_, round) => ({
    second: round * EVERY + 60,
    chest: round % 4,
    bundles: 2,
    did: 'buy',
  }));
  const other = actualUnit === 'bundles' ? 'items' : 'bundles';
  const late = new Array(ROUNDS + 1).fill(0);
  const bundles = new Array(6).fill(8);
  expect(evidenceOf(acts, bundles, late, actualUnit, actualUnit)).toMatchObject({ contradicts: null });
  expect(evidenceOf(acts, bundles, late, actualUnit, actualUnit).cases.map(({ fits }) => fits)).toEqual(
    new Array(7).fill(actualUnit),
  );
  expect(evidenceOf(acts, bundles, late, actualUnit, other).contradicts).toBe(other);
});

test('one owner alone never contradicts the setting, and five agreeing cases end a contradiction', () => {
  const of = (owner: string, fits: StockUnit) => ({ owner, fits });
  const alone = judgeStock(NO_EVIDENCE, new Array(7).fill(of('a', 'items')), 'bundles');
  expect(alone.contradicts).toBeNull();
  const three = judgeStock(alone, [of('b', 'items'), of('c', 'items')], 'bundles');
  expect(three.contradicts).toBe('bundles');
  const four = judgeStock(three, new Array(4).fill(of('a', 'bundles')), 'bundles');
  expect(four.contradicts).toBe('bundles');
  expect(judgeStock(four, [of('a', 'bundles')], 'bundles').contradicts).toBeNull();
});

test('a trade near a fetch, an outage or a second shop at the place is no evidence', () => {
  const stacked = (remaining: number, id = 1) => shop(id, { remaining, item: item('DIRT', { quantity: 8 }), price: 3 });
  const bought = trade({ item: item('DIRT'), moved: 8, sign: { amount: 8, price: 3 } });
  const run = (heardAt: number, change: (cases: StockCases) => void = () => undefined, more: number[] = []) => {
    const cases = new StockCases('bundles');
    cases.streamUp(0);
    const at = (remaining: number) => marketOf(stacked(remaining), ...more.map((id) => stacked(8, id)));
    cases.take(at(80), 60_000);
    cases.recordTrade(bought, heardAt);
    change(cases);
    cases.take(at(72), 180_000);
    return cases.take(at(72), 300_000).length;
  };
  expect(run(120_000)).toBe(1);
  expect([run(89_999), run(150_001), run(181_000)]).toEqual([0, 0, 0]);
  expect(run(120_000, (cases) => cases.streamDown())).toBe(0);
  expect(run(120_000, undefined, [2])).toBe(0);
  expect(run(120_000, (cases) => cases.confirm(130_000))).toBe(0);
});
