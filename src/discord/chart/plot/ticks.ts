/** A flat line gets an axis of at least this part of its height: differences below it are none. */
const LEAST_SPAN = 0.04;
/** A price below this is none: a diamond for more items than there are. */
const NOTHING = 1e-9;
/** Where prices differ by less than this part of their height, an axis from 0 would hide it; below the least they are the same. */
const HIDDEN = 0.15;
const SAME = 0.01;

/** An axis from its first tick to its last; `step`: between two. */
export interface Ticks {
  readonly values: readonly number[];
  readonly step: number;
}

/**
 * Round ticks (1, 2, 5 and their tens) around the values from `low` to `high`, both 0 or more. `most`: steps at most, and one
 * more where that reaches 0. `differ`: by which part of their height those differ that an axis from 0 must not hide.
 */
export function priceTicks(low: number, high: number, differ = (high - low) / high, most = 4): Ticks {
  if (high < NOTHING) return { values: [0, 1], step: 1 };
  const bottom = differ >= HIDDEN || differ < SAME ? 0 : low;
  const lack = Math.max(0, high * LEAST_SPAN - (high - bottom)) / 2;
  let step = roundStep((high - bottom + 2 * lack) / most);
  for (;;) {
    const first = Math.floor((bottom - lack) / step);
    const last = Math.ceil((high + lack) / step);
    if (last - first <= most) return { values: ticksFrom(first === 1 ? 0 : first, last, step), step };
    step = roundStep(step * 1.01);
  }
}

/** The smallest of 1, 2, 5 and their tens that is not below `least`. */
function roundStep(least: number): number {
  const ten = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * ten >= least) ?? 10) * ten;
}

/** The largest of 1, 2, 5 and their tens that is not above `most`. */
export function roundBelow(most: number): number {
  const ten = 10 ** Math.floor(Math.log10(most));
  return ([5, 2].find((factor) => factor * ten <= most) ?? 1) * ten;
}

function ticksFrom(first: number, last: number, step: number): number[] {
  const values = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  return values.map((value) => Number(value.toPrecision(12)));
}
