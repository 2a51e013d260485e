/** Patterns by the number that the game writes into a bucket: the size in its lowest byte, the kind in the next. */
const SMALL = ['kob', 'sunstreak', 'snooper', 'dasher', 'brinely', 'spotty'];
const LARGE = ['flopper', 'stripey', 'glitter', 'blockfish', 'betty', 'clayfish'];
const COLOURS =
  'white orange magenta light_blue yellow lime pink gray light_gray cyan purple blue brown green red black'.split(' ');

/**
 * A tropical fish by the number in its bucket (to 1.21.4), as `pattern base-colour pattern-colour`.
 * @returns null for a number that is no fish
 */
export function tropicalFish(variant: number): string | null {
  const byte = (at: number) => Math.floor(variant / 256 ** at) % 256;
  const pattern = (byte(0) === 1 ? LARGE : byte(0) === 0 ? SMALL : [])[byte(1)];
  const parts = [pattern, COLOURS[byte(2)], COLOURS[byte(3)]];
  return variant >= 0 && parts.every((part) => part !== undefined) ? parts.join(' ') : null;
}
