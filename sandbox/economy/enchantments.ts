import type { Random } from './random.ts';

interface Enchantment {
  readonly id: string;
  readonly most: number;
  /** Diamonds a level. */
  readonly value: number;
}

const ENCHANTMENTS: readonly Enchantment[] = (
  'sharpness:5:.8 efficiency:5:.7 unbreaking:3:.8 fortune:3:2 looting:3:1.5 protection:4:1 mending:1:8 ' +
  'silk_touch:1:4 power:5:.7 feather_falling:4:.6 respiration:3:.5 thorns:3:.5 swift_sneak:3:3 soul_speed:3:1 ' +
  'wind_burst:3:4 density:5:1 fire_aspect:2:1 knockback:2:.2 infinity:1:4 binding_curse:1:.1'
)
  .split(' ')
  .map((line) => {
    const [id = '', most, value] = line.split(':');
    return { id, most: Number(most), value: Number(value) };
  });

/** Enchantments with their surcharge on the usual price, in diamonds. */
export interface Enchanted {
  /** Maps identifiers without namespace to levels. */
  readonly levels: Readonly<Record<string, number>>;
  readonly value: number;
}

export function rollEnchantments(random: Random, count: number): Enchanted {
  const levels: Record<string, number> = {};
  let worth = 0;
  for (let made = 0; made < count; made++) {
    const { id, most, value } = random.pick(ENCHANTMENTS);
    const level = random.chance(0.6) ? most : random.integer(1, most);
    levels[id] = level;
    worth += value * level;
  }
  return { levels, value: worth };
}
