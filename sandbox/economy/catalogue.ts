import { PRICED } from './price-list.ts';

/** A kind of goods. It decides which extra data an item may carry. */
export interface CatalogueEntry {
  readonly type: string;
  readonly kind: 'plain' | 'gear' | 'book' | 'potion' | 'container';
  /** The usual price of one item, in diamonds. */
  readonly value: number;
  readonly stackSize: 1 | 16 | 64;
}

const WOODS = 'OAK SPRUCE BIRCH JUNGLE ACACIA DARK_OAK MANGROVE CHERRY PALE_OAK'.split(' ');
const WOODEN =
  'LOG:.05 WOOD:.05 PLANKS:.015 STAIRS:.02 SLAB:.01 FENCE:.02 FENCE_GATE:.03 DOOR:.03 TRAPDOOR:.03 BUTTON:.01 ' +
  'PRESSURE_PLATE:.02 SIGN:.03 HANGING_SIGN:.05 LEAVES:.03 BOAT:.1 CHEST_BOAT:.2';
const COLOURS =
  'WHITE ORANGE MAGENTA LIGHT_BLUE YELLOW LIME PINK GRAY LIGHT_GRAY CYAN PURPLE BLUE BROWN GREEN RED BLACK'.split(' ');
const COLOURED =
  'WOOL:.05 CARPET:.03 CONCRETE:.04 CONCRETE_POWDER:.035 TERRACOTTA:.04 GLAZED_TERRACOTTA:.06 STAINED_GLASS:.04 ' +
  'STAINED_GLASS_PANE:.02 CANDLE:.2 BANNER:.25 BED:.2 DYE:.04 SHULKER_BOX:6 BUNDLE:1.5';
const TOOL_TIERS = 'WOODEN STONE GOLDEN IRON DIAMOND NETHERITE'.split(' ');
const TOOLS = 'SWORD:4 PICKAXE:6 AXE:5 SHOVEL:3 HOE:2';
const ARMOUR_TIERS = 'LEATHER CHAINMAIL GOLDEN IRON DIAMOND NETHERITE'.split(' ');
const ARMOUR = 'HELMET:6 CHESTPLATE:9 LEGGINGS:8 BOOTS:5';
const TIER_WORTH: Readonly<Record<string, number>> = { IRON: 0.3, DIAMOND: 1, NETHERITE: 4 };

const KINDS: readonly (readonly [RegExp, CatalogueEntry['kind']])[] = [
  [/^(.*_)?(SHULKER_BOX|BUNDLE)$|^(BARREL|CHEST)$/, 'container'],
  [/^ENCHANTED_BOOK$/, 'book'],
  [/^(SPLASH_|LINGERING_)?POTION$|^TIPPED_ARROW$/, 'potion'],
  [/_(SWORD|PICKAXE|AXE|SHOVEL|HOE|HELMET|CHESTPLATE|LEGGINGS|BOOTS)$/, 'gear'],
  [/^(BOW|CROSSBOW|TRIDENT|ELYTRA|MACE|FISHING_ROD|SHEARS|SHIELD)$/, 'gear'],
];
const SINGLE =
  /POTION$|_BED$|BOAT$|^(ENCHANTED_BOOK|PAINTING|FILLED_MAP|DRAGON_EGG|SADDLE|TOTEM_OF_UNDYING|CAKE)$|MUSIC_DISC|SHULKER_BOX$|BUNDLE$/;
const SIXTEEN = /_SIGN$|BANNER$|^(ENDER_PEARL|EGG|SNOWBALL|HONEY_BOTTLE|BUCKET|ARMOR_STAND)$/;

/** Goods that every player always needs. */
const STAPLES = new Set(
  (
    'SLIME_BLOCK DIAMOND IRON_INGOT GOLDEN_CARROT FIREWORK_ROCKET SHULKER_BOX ENDER_PEARL QUARTZ_BLOCK HOPPER TNT ' +
    'ELYTRA OAK_LOG PALE_OAK_LOG COBBLESTONE DIRT SAND NETHERRACK GLASS INK_SAC TOTEM_OF_UNDYING'
  ).split(' '),
);

export function isStaple(type: string): boolean {
  return STAPLES.has(type);
}

/** Parses `A:1 B:.5` into pairs of name and value. */
function pairsOf(list: string): [string, number][] {
  return list
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [name = '', value = ''] = pair.split(':');
      return [name, Number(value)];
    });
}

function familyOf(members: readonly string[], products: string, worthOf = (_member: string) => 1): [string, number][] {
  return members.flatMap((member) =>
    pairsOf(products).map(([product, value]): [string, number] => [`${member}_${product}`, value * worthOf(member)]),
  );
}

function entryOf([type, value]: readonly [string, number]): CatalogueEntry {
  const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'plain';
  const stackSize = kind === 'gear' || SINGLE.test(type) ? 1 : SIXTEEN.test(type) ? 16 : 64;
  return { type, kind, value, stackSize };
}

/** Every item type of the simulated market with its usual price. The game has several hundred of them. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...pairsOf(PRICED),
  ...familyOf(WOODS, WOODEN),
  ...familyOf(COLOURS, COLOURED),
  ...familyOf(TOOL_TIERS, TOOLS, (tier) => TIER_WORTH[tier] ?? 0.1),
  ...familyOf(ARMOUR_TIERS, ARMOUR, (tier) => TIER_WORTH[tier] ?? 0.1),
].map(entryOf);

const displayNames = new Map<string, string>();

/** Returns the name that players read: Slime Block for SLIME_BLOCK. */
export function displayNameOf(type: string): string {
  const name = displayNames.get(type) ?? toTitleCase(type);
  displayNames.set(type, name);
  return name;
}

function toTitleCase(type: string): string {
  return type.toLowerCase().replace(/(^|_)([a-z])/g, (_whole, gap: string, letter: string) => {
    return `${gap === '' ? '' : ' '}${letter.toUpperCase()}`;
  });
}
