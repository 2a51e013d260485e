import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLandmark, suggestLandmarks } from '../../../src/market/places/find-landmark.ts';
import type { Landmark } from '../../../src/market/places/landmark.ts';

/** Stands on: the search alone. */

function landmark(name: string, x = 0, z = 0, world: string | null = null): Landmark {
  return { name, x, z, world };
}

const MARKET = landmark('Market Waystone', 100, -40);
const SPAWNS = [landmark('Spawn', 0, 0, 'world'), landmark('spawn', 8, 8, 'world_nether')];
const LANDMARKS = [MARKET, landmark('North Gate', 5, 6), ...SPAWNS];

test.each(['Market Waystone', 'market waystone', ' MARKET  WAYSTONE ', 'marketwaystone'])(
  'a landmark is found by its name in any case and spacing: “%s”',
  (typed) => expect(findLandmark(LANDMARKS, typed)).toEqual({ kind: 'found', landmark: MARKET }),
);

test.each([
  ['market wayston', ['Market Waystone']],
  ['gate', ['North Gate']],
  ['qqqzzz', []],
])('an unknown name “%s” has the nearest names as guesses', (typed, guesses) => {
  expect(findLandmark(LANDMARKS, typed)).toEqual({ kind: 'unknown', guesses });
});

test.each(['spwan', 'Spown', 'spaw'])(
  'a typo “%s” of the name of several landmarks has all of them as guesses',
  (typed) => {
    const guesses = ['Spawn (0 0 world)', 'spawn (8 8 world_nether)'];
    expect(findLandmark(LANDMARKS, typed)).toEqual({ kind: 'unknown', guesses });
  },
);

test('a typo in the place of a landmark has the nearest places as guesses', () => {
  const guesses = ['Spawn (0 0 world)'];
  expect(findLandmark(LANDMARKS, 'spawn (0 0 wrold)')).toEqual({ kind: 'unknown', guesses });
});

test('several landmarks of one name are told apart by their places', () => {
  const guesses = ['Spawn (0 0 world)', 'spawn (8 8 world_nether)'];
  expect(findLandmark(LANDMARKS, 'spawn')).toEqual({ kind: 'several', guesses });
  expect(suggestLandmarks(LANDMARKS, 'spawn')).toEqual(guesses);
  expect(findLandmark(LANDMARKS, guesses[1] ?? '')).toEqual({ kind: 'found', landmark: SPAWNS[1] });
});

test('long names of several landmarks are cut to fit a choice', () => {
  const long = [landmark('x'.repeat(100), 1, 1), landmark('x'.repeat(100), -30_000_000, 2, 'world_nether')];
  const texts = suggestLandmarks(long, 'xxx');
  expect(texts.map((text) => text.length)).toEqual([100, 100]);
  const found = texts.map((text) => findLandmark(long, text));
  expect(found).toEqual(expect.arrayContaining(long.map((one) => ({ kind: 'found', landmark: one }))));
});

test('each suggestion finds one landmark, for any landmarks', () => {
  const any = fc.record({
    name: fc.oneof(fc.constantFrom('Spawn', 'spawn', 'S pawn', 'Market'), fc.string({ minLength: 1, maxLength: 30 })),
    x: fc.integer({ min: -3, max: 3 }),
    z: fc.integer({ min: -3, max: 3 }),
    world: fc.constantFrom(null, 'world', 'world_nether'),
  });
  const landmarks = fc.uniqueArray(any, {
    selector: ({ name, x, z, world }) => JSON.stringify([name.toLowerCase().replace(/\s/g, ''), x, z, world]),
    minLength: 1,
    maxLength: 30,
  });
  let found = 0;
  fc.assert(
    fc.property(landmarks, fc.constantFrom('', 's', 'spawn'), (there, typed) => {
      const chosen = suggestLandmarks(there, typed).map((text) => findLandmark(there, text));
      const kinds = new Set(chosen.map(({ kind }) => kind));
      expect([...kinds].filter((kind) => kind !== 'found')).toEqual([]);
      expect(new Set(chosen.map((one) => one.kind === 'found' && one.landmark)).size).toBe(chosen.length);
      found += chosen.length;
    }),
  );
  expect(found).toBeGreaterThan(20);
});

test('the texts of a list are built once', () => {
  let reads = 0;
  const counted: Landmark = {
    ...MARKET,
    get name() {
      reads += 1;
      return MARKET.name;
    },
  };
  const list = [counted];
  suggestLandmarks(list, 'mar');
  const before = reads;
  expect(suggestLandmarks(list, 'mark')).toEqual([MARKET.name]);
  expect(reads).toBe(before);
});
