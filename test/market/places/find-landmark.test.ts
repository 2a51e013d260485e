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

test('a landmark that is called like another and its place hides none', () => {
  const there = [...SPAWNS, landmark('Spawn (0 0 world)', 50, 60), landmark('SPAWN', 0, 0, 'world')];
  const texts = ['Spawn (0 0 world) #2', 'spawn (8 8 world_nether)', 'SPAWN (0 0 world) #3'];
  expect(findLandmark(there, 'spawn')).toEqual({ kind: 'several', guesses: texts });
  const found = [...texts, 'spawn (0 0 world)'].map((text) => findLandmark(there, text));
  expect(found).toEqual([0, 1, 3, 2].map((at) => ({ kind: 'found', landmark: there[at] })));
});

test('landmarks in a world with a long name are told apart', () => {
  const there = ['a', 'b'].map((end) => landmark('Spawn', 0, 0, 'w'.repeat(250) + end));
  const chosen = suggestLandmarks(there, 'spawn').map((text) => findLandmark(there, text));
  expect(chosen).toEqual(there.map((one) => ({ kind: 'found', landmark: one })));
});

test('thousands of landmarks at one place under one name are told apart in seconds', () => {
  const alike = (at: number) =>
    [...'waystonewaystone'].map((char, bit) => ((at >> bit) & 1 ? char.toUpperCase() : char));
  const there = Array.from({ length: 5_000 }, (_, at) => landmark(alike(at).join('')));
  const start = performance.now();
  expect(suggestLandmarks(there, 'waystone')).toHaveLength(25);
  expect(performance.now() - start).toBeLessThan(3_000);
});

test('each suggestion finds one landmark, for any landmarks', () => {
  const any = fc.record({
    name: fc.oneof(
      fc.constantFrom('Spawn', 'spawn', 'S pawn', 'Market', 'Spawn (0 0)', 'Spawn(0 0) #2', 'Spawn (1 0 world)'),
      fc.string({ minLength: 1, maxLength: 30 }),
    ),
    x: fc.integer({ min: -3, max: 3 }),
    z: fc.integer({ min: -3, max: 3 }),
    world: fc.constantFrom(null, 'world', 'world_nether'),
  });
  const landmarks = fc.uniqueArray(any, {
    selector: ({ name, x, z, world }) => JSON.stringify([name, x, z, world]),
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
