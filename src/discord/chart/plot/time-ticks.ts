import { DAY_MS } from '../price-chart.ts';

const HOUR_MS = DAY_MS / 24;
const STEPS_MS = [
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28].map((days) => days * DAY_MS),
];

/** At most `most` moments from `from` to `to`, epoch ms: hours of UTC, or midnights counted back from the last one. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const least = (to - from) / Math.max(1, most);
  const step = STEPS_MS.find((ms) => ms >= least) ?? Math.ceil(least / DAY_MS) * DAY_MS;
  const midnight = Math.floor(to / DAY_MS) * DAY_MS;
  const ticks: number[] = [];
  for (let at = midnight + Math.ceil((from - midnight) / step) * step; at <= to; at += step) ticks.push(at);
  return ticks.slice(-most);
}
