import type { Goods } from './goods.ts';
import type { Random } from './random.ts';

/** Usual sizes of bundles: 27 slots, 54 slots and stacks of 64 make round numbers. */
const ROUND = [
  1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 18, 20, 24, 27, 32, 36, 48, 64, 96, 128, 192, 256, 320, 512, 640, 1_152, 1_728,
];
/** Usual prices of a bundle, in diamonds. */
const BUNDLE_PRICES = [1, 1, 1, 2, 2, 3, 4, 6];
const STACK = 64;

/** Returns the size of a shop's bundle. Cheap goods sell by the stack, so that a bundle costs whole diamonds. */
export function bundleSize(random: Random, { value, stackSize }: Pick<Goods, 'value' | 'stackSize'>): number {
  const wanted = random.pick(BUNDLE_PRICES) / Math.max(value, 0.0005);
  if (wanted < 2) return stackSize > 1 && random.chance(0.2) ? 2 : 1;
  if (stackSize === 1) return value < 0.5 ? roundCount(Math.min(wanted, 9)) : 1;
  if (stackSize === STACK && wanted >= STACK / 3 && wanted <= STACK * 3 && random.chance(0.6)) return STACK;
  return roundCount(wanted);
}

/** Returns the number of items in an auction. */
export function lotSize(random: Random, { value, stackSize, item }: Goods): number {
  if (item.snbt !== '{}' || stackSize === 1) return random.chance(0.04) ? 2 : 1;
  const stacks = random.pick([1, 1, 1, 2, 4, 9, 19, 27]);
  return value < 0.6 ? stackSize * stacks : random.pick([1, 2, 4, 8, 16, stackSize]);
}

/** Returns the price of a bundle: whole diamonds for nearly all, and 0 only for a gift. */
export function askedPrice(random: Random, value: number): number {
  if (random.chance(0.0003)) return 0;
  if (value < 10 && random.chance(0.02)) return Math.max(0.5, Math.round(value * 2) / 2 + 0.5);
  return Math.max(1, Math.round(value * (0.85 + random.unit() * 0.3)));
}

function roundCount(wanted: number): number {
  return ROUND.findLast((count) => count <= wanted) ?? 1;
}
