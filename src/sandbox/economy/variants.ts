import type { CatalogueEntry } from './catalogue.ts';
import type { Random } from './random.ts';
import type { ItemData } from './snbt.ts';

/** An item's data with what it adds to the usual price, in diamonds. */
export interface Variant {
  readonly data: ItemData;
  readonly extraValue: number;
}

interface Enchantment {
  readonly id: string;
  readonly most: number;
  /** Diamonds a level. */
  readonly value: number;
}

const ENCHANTMENTS: readonly Enchantment[] =
  'sharpness:5:.8 efficiency:5:.7 unbreaking:3:.8 fortune:3:2 looting:3:1.5 protection:4:1 mending:1:8 silk_touch:1:4 power:5:.7 feather_falling:4:.6 respiration:3:.5 thorns:3:.5 swift_sneak:3:3 soul_speed:3:1 wind_burst:3:4 density:5:1 fire_aspect:2:1 knockback:2:.2 infinity:1:4 binding_curse:1:.1'
    .split(' ')
    .map((line) => {
      const [id = '', most, value] = line.split(':');
      return { id, most: Number(most), value: Number(value) };
    });
const POTIONS =
  'healing strong_healing swiftness long_swiftness strength strong_strength invisibility night_vision fire_resistance water_breathing regeneration slow_falling poison luck'.split(
    ' ',
  );
const LORE = ['Forged at spawn', 'One of a kind', 'Limited edition', 'Not for sale below cost'];
const NAMES = ['Dawnbreaker', 'Old Faithful', "Miner's Friend", 'Crème brûlée', '月の剣', 'Not Yours', 'Süßes Schwert'];

/** Something an item of this kind may plausibly carry; plain things mostly carry nothing. */
export function rollVariant(random: Random, kind: CatalogueEntry['kind'], canvases: readonly string[]): Variant {
  switch (kind) {
    case 'book':
      return enchanted(random, random.chance(0.85) ? 1 : 2);
    case 'gear':
      return random.chance(0.6) ? named(random, enchanted(random, random.integer(1, 4)), 0.25) : worn(random);
    case 'potion': {
      const potion = random.pick(POTIONS);
      return { data: { potion }, extraValue: (0.5 * POTIONS.indexOf(potion)) / POTIONS.length };
    }
    case 'painting': {
      const canvasId = random.pick(canvases);
      return { data: { canvasId }, extraValue: beautyOf(canvasId) };
    }
    default:
      return named(random, { data: {}, extraValue: 0 }, 0.01);
  }
}

function enchanted(random: Random, count: number): Variant {
  const enchantments: Record<string, number> = {};
  let extraValue = 0;
  for (let made = 0; made < count; made++) {
    const { id, most, value } = random.pick(ENCHANTMENTS);
    const level = random.chance(0.6) ? most : random.integer(1, most);
    enchantments[id] = level;
    extraValue += value * level;
  }
  return { data: { enchantments }, extraValue };
}

/** What people add for a painting, from 0 to 31 diamonds, by its painter: the same in every shop. */
function beautyOf(canvasId: string): number {
  return Number.parseInt(canvasId.slice(0, 2), 16) >> 3;
}

function worn(random: Random): Variant {
  return { data: random.chance(0.2) ? { damage: random.integer(1, 200) } : {}, extraValue: 0 };
}

function named(random: Random, variant: Variant, probability: number): Variant {
  if (!random.chance(probability)) return variant;
  const lore = random.chance(0.5) ? { lore: [random.pick(LORE)] } : {};
  return { data: { ...variant.data, customName: random.pick(NAMES), ...lore }, extraValue: variant.extraValue * 1.1 };
}
