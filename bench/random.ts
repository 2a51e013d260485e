/** Numbers in [0, 1), the same in every run (Mulberry32). */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws 0 to `size` - 1 with the weights 1, 2^-exponent, 3^-exponent and so on. */
export function zipf(size: number, exponent: number, random: () => number): () => number {
  const weights = Array.from({ length: size }, (_, index) => (index + 1) ** -exponent);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const bounds: number[] = [];
  for (const weight of weights) bounds.push((bounds.at(-1) ?? 0) + weight / total);
  return () => {
    const drawn = random();
    const found = bounds.findIndex((bound) => drawn < bound);
    return found === -1 ? size - 1 : found;
  };
}
