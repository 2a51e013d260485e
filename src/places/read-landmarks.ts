import type { Landmark } from '../market/places/landmark.ts';
import { visibleName } from '../market/visible-name.ts';
import { readCsv } from './read-csv.ts';

/** Limits the landmarks, which every shown shop is compared with and a user chooses from. */
export const MOST_LANDMARKS = 5_000;
/** Limits a name to that of a choice in Discord. */
const MOST_NAME_CHARACTERS = 100;
const MOST_WORLD_CHARACTERS = 256;
/** The game's worlds end here, in blocks. */
const LARGEST_LANDMARK_COORDINATE = 30_000_000;

/** An entry of a file or a map, before it is checked. */
export interface RawLandmark {
  readonly name: unknown;
  readonly x: unknown;
  readonly z: unknown;
  readonly world: unknown;
}

/** Landmarks, and the numbers of entries that were left out. */
export interface ReadLandmarks {
  readonly landmarks: readonly Landmark[];
  /** Entries without a name, or without coordinates in the game's world. */
  readonly invalid: number;
  /** Entries with the name and place of another. */
  readonly repeated: number;
  /** Valid entries beyond `MOST_LANDMARKS`. */
  readonly beyond: number;
}

/** Checks entries, and takes the first ones that are valid. */
export function takeLandmarks(entries: Iterable<RawLandmark>): ReadLandmarks {
  const taken = new Map<string, Landmark>();
  const left = { invalid: 0, repeated: 0, beyond: 0 };
  for (const entry of entries) {
    const landmark = readLandmark(entry);
    if (landmark === null) {
      left.invalid += 1;
      continue;
    }
    const key = [landmark.x, landmark.z, landmark.world, landmark.name].join('\n');
    if (taken.has(key)) left.repeated += 1;
    else if (taken.size >= MOST_LANDMARKS) left.beyond += 1;
    else taken.set(key, landmark);
  }
  return { landmarks: [...taken.values()], ...left };
}

/** Yields the entries of a CSV text. Without a heading its columns are name, x, z and world. */
export function* readCsvEntries(text: string): Generator<RawLandmark> {
  let columns = { name: 0, x: 1, z: 2, world: 3 };
  let isFirst = true;
  for (const row of readCsv(text)) {
    const heading = isFirst ? row.map((cell) => cell.toLowerCase()) : [];
    isFirst = false;
    if (heading.includes('x') && heading.includes('z')) {
      const columnOf = (...names: readonly string[]) => heading.findIndex((cell) => names.includes(cell));
      const world = columnOf('world', 'dimension');
      columns = {
        name: columnOf('name', 'label', 'landmark'),
        x: heading.indexOf('x'),
        z: heading.indexOf('z'),
        world,
      };
      continue;
    }
    const { name, x, z, world } = columns;
    yield { name: row[name], x: row[x], z: row[z], world: row[world] };
  }
}

function readLandmark({ name: raw, x: rawX, z: rawZ, world }: RawLandmark): Landmark | null {
  const name = typeof raw === 'string' ? visibleName(raw.slice(0, 8 * MOST_NAME_CHARACTERS).toWellFormed()) : '';
  const x = readCoordinate(rawX);
  const z = readCoordinate(rawZ);
  if (name === '' || x === null || z === null) return null;
  return { name: cut(name), x, z, world: readWorld(world) };
}

/** @returns null without a name that a filter can hold */
function readWorld(raw: unknown): string | null {
  if (typeof raw !== 'string' || raw.length > MOST_WORLD_CHARACTERS) return null;
  return visibleName(raw.toWellFormed()).replace(/^minecraft:/i, '') || null;
}

/** Reads a number or its text, also with a decimal comma. @returns whole blocks, or null */
function readCoordinate(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim().replace(',', '.') : null;
  const number = text === null ? value : /^[+-]?\d+(?:\.\d*)?$/.test(text) ? Number(text) : null;
  if (typeof number !== 'number' || !(Math.abs(number) <= LARGEST_LANDMARK_COORDINATE)) return null;
  return Math.floor(number) + 0;
}

/** Cuts a name between two characters of any size. */
function cut(name: string): string {
  if (name.length <= MOST_NAME_CHARACTERS) return name;
  return name
    .slice(0, MOST_NAME_CHARACTERS)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}
