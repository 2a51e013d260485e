import { isCompound, isList, type Snbt, type SnbtCompound } from './snbt.ts';

/** Enchantments by their number in versions before 1.13. */
const NUMBERED_ENCHANTMENTS: ReadonlyMap<number, string> = new Map([
  ...numbered(
    0,
    'protection fire_protection feather_falling blast_protection projectile_protection respiration aqua_affinity thorns depth_strider frost_walker binding_curse',
  ),
  ...numbered(16, 'sharpness smite bane_of_arthropods knockback fire_aspect looting sweeping_edge'),
  ...numbered(32, 'efficiency silk_touch unbreaking fortune'),
  ...numbered(48, 'power punch flame infinity'),
  ...numbered(61, 'luck_of_the_sea lure'),
  ...numbered(70, 'mending vanishing_curse'),
]);

function numbered(first: number, ids: string): [number, string][] {
  return ids.split(' ').map((id, position) => [first + position, id]);
}

/**
 * Returns one id per enchantment across all versions: lower case, no namespace, with numbers and old names translated.
 */
export function enchantmentId(written: unknown): string | null {
  if (typeof written === 'number') return NUMBERED_ENCHANTMENTS.get(written) ?? null;
  if (typeof written !== 'string') return null;
  const id = withoutNamespace(written);
  if (id.startsWith('curse_of_')) return id.replace(/^curse_of_(.+)$/, '$1_curse');
  return id === 'sweeping' ? 'sweeping_edge' : id || null;
}

/** Converts `minecraft:Sharpness` to `sharpness`. Ids of other namespaces stay, since they mean other things. */
export function withoutNamespace(id: string): string {
  const lower = id.trim().toLowerCase();
  return lower.startsWith('minecraft:') ? lower.slice('minecraft:'.length) : lower;
}

/** Effects by their number in versions before 1.20.2, starting at 1. */
const NUMBERED_EFFECTS = (
  'speed slowness haste mining_fatigue strength instant_health instant_damage jump_boost nausea regeneration ' +
  'resistance fire_resistance water_breathing invisibility blindness night_vision hunger weakness poison wither ' +
  'health_boost absorption saturation glowing levitation luck unluck slow_falling conduit_power dolphins_grace ' +
  'bad_omen hero_of_the_village darkness'
).split(' ');

/** An effect of a potion or a stew. */
export interface Effect {
  readonly id: string;
  /** From 1. */
  readonly level: number;
  /** Twentieths of a second, or -1 for an endless effect. */
  readonly ticks: number;
}

/** Reads a list of effects of any version, sorted by id. It skips entries without a known effect. */
export function effectsIn(value: Snbt | undefined): readonly Effect[] {
  if (!isList(value)) return [];
  return value
    .filter(isCompound)
    .flatMap((entry) => effectOf(entry) ?? [])
    .sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
}

function effectOf(entry: SnbtCompound): Effect | null {
  const first = (...names: string[]) => names.map((name) => entry.get(name)).find((value) => value !== undefined);
  const written = first('id', 'Id', 'EffectId');
  const id =
    typeof written === 'number' ? NUMBERED_EFFECTS[written - 1] : typeof written === 'string' ? written : undefined;
  if (id === undefined || id === '') return null;
  const whole = (value: Snbt | undefined) => (Number.isSafeInteger(value) ? Number(value) : 0);
  return {
    id: withoutNamespace(id),
    level: whole(first('amplifier', 'Amplifier')) + 1,
    ticks: whole(first('duration', 'Duration', 'EffectDuration')),
  };
}

/** Patterns by the number in a bucket, whose lowest byte is the size and the next one the pattern. */
const SMALL_FISH = ['kob', 'sunstreak', 'snooper', 'dasher', 'brinely', 'spotty'];
const LARGE_FISH = ['flopper', 'stripey', 'glitter', 'blockfish', 'betty', 'clayfish'];
const FISH_COLOURS =
  'white orange magenta light_blue yellow lime pink gray light_gray cyan purple blue brown green red black'.split(' ');

/**
 * Describes a tropical fish by the number in its bucket (to 1.21.4), as `pattern base-colour pattern-colour`.
 * @returns the description, or null if the number describes no fish
 */
export function tropicalFish(variant: number): string | null {
  const byte = (at: number) => Math.floor(variant / 256 ** at) % 256;
  const pattern = (byte(0) === 1 ? LARGE_FISH : byte(0) === 0 ? SMALL_FISH : [])[byte(1)];
  const parts = [pattern, FISH_COLOURS[byte(2)], FISH_COLOURS[byte(3)]];
  return variant >= 0 && parts.every((part) => part !== undefined) ? parts.join(' ') : null;
}
