import { scaleBetween } from './distance.ts';

/** So many spellings have a number at most. */
const MOST = 2 ** 12;

/** Numbers for the names of worlds, case aside, of 12 bits. They never change, so that all markets may share them. */
export class WorldNumbers {
  /** By the name in lower case, and as it was written. */
  readonly #numbers = new Map<string, number>();

  /** The number of a world, perhaps a new one; undefined: there are too many. */
  numberOf(world: string): number | undefined {
    const known = this.#numbers.get(world);
    if (known !== undefined || this.#numbers.size + 2 > MOST) return known;
    const lower = world.toLowerCase();
    const number = this.#numbers.get(lower) ?? this.#numbers.size;
    this.#numbers.set(lower, number).set(world, number);
    return number;
  }

  /** By a world's number, the blocks of a place's world that one of its blocks counts; NaN where no portal leads. */
  scalesFrom(world: string | undefined): Float64Array {
    const scales = new Float64Array(MOST);
    for (const [name, number] of this.#numbers) scales[number] = scaleBetween(world, name) ?? Number.NaN;
    return scales;
  }

  /** undefined: it has none. */
  find(world: string): number | undefined {
    return this.#numbers.get(world.toLowerCase());
  }
}
