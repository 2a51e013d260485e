import { createHash } from 'node:crypto';
import type { Icon, Icons } from '../../ports/pictures.ts';

/** Limits a type's part of an emoji's name. Discord allows 32 characters, with `crier_` and the picture's hash. */
const MOST_STEM_CHARACTERS = 19;
const OWN_EMOJI_NAME = /^(crier_\w+)_([0-9a-f]{6})$/;

/** The icons that were uploaded to Discord. A type's own picture takes precedence over that of its kind. */
export class KnownIcons implements Icons {
  #byName: ReadonlyMap<string | null, Icon> = new Map();

  of(type: string): Icon | null {
    const name = `crier_${stemOf(type)}`;
    return this.#byName.get(name) ?? this.#byName.get(`crier_${kindStem(iconKindOf(type))}`) ?? null;
  }

  /**
   * Replaces all icons.
   *
   * @param ids the ids of Crier's emojis by name
   */
  replace(ids: ReadonlyMap<string, string>): void {
    this.#byName = new Map(Array.from(ids, ([name, id]) => [withoutHash(name), iconOf(name, id)]));
  }
}

function iconOf(name: string, id: string): Icon {
  return { emoji: `<:${name}:${id}>`, emojiId: id, name, url: `https://cdn.discordapp.com/emojis/${id}.png` };
}

/** Returns the start of a content's hash, long enough to detect a changed picture. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 6);
}

/** Returns a type's part of its emoji's name. A cut name ends with a hash, so that it stays unique. */
export function stemOf(type: string): string {
  const name = type.toLowerCase();
  return name.length <= MOST_STEM_CHARACTERS ? name : `${name.slice(0, MOST_STEM_CHARACTERS - 7)}_${shortHash(name)}`;
}

export function kindStem(kind: IconKind): string {
  return `kind_${kind}`;
}

/**
 * Returns an emoji's name with its picture's hash, so that Discord's own list shows which pictures are uploaded. Crier
 * keeps no list that could contradict it after a crash.
 */
export function emojiName(stem: string, hash: string): string {
  return `crier_${stem}_${hash}`;
}

/** Returns an emoji's name without its picture's hash, or null if the emoji is not Crier's. */
export function withoutHash(name: string): string | null {
  return OWN_EMOJI_NAME.exec(name)?.[1] ?? null;
}

/**
 * The endings of each kind's types, in whole words, where a whole type is allowed too. The longest matching ending
 * decides. Each kind has a picture, `glyphs/<kind>.svg`.
 */
const ENDINGS = {
  block:
    'soul_sand stone granite diorite andesite deepslate calcite tuff slab stairs wall bricks block bedrock gravel copper sponge sandstone obsidian quartz_pillar purpur_pillar smooth_quartz soul_soil basalt glowstone tiles bars chain prismarine dark_prismarine terracotta concrete concrete_powder blackstone lodestone debris heavy_core budding_amethyst snow ice clay fence door trapdoor gate barrier light structure_void scaffolding grate vault spawner frame statue statues magma_block sculk catalyst shrieker dripstone grindstone_block spawner respawn_anchor purpur_block decorated_pot flower_pot armor_stand conduit_block item_frame ladder sign nylium',
  earth:
    'grass_block podzol mycelium mud packed_mud farmland dirt_path moss_block crimson_nylium warped_nylium rooted_dirt',
  glass: 'glass pane',
  wood: 'planks log wood stem hyphae mosaic shelf bookshelf stick bowl bamboo_block creaking_heart roots oak_sign',
  ore: 'ore raw_iron raw_copper raw_gold ancient_debris',
  ingot: 'ingot nugget scrap brick',
  gem: 'diamond lapis_lazuli quartz amethyst_shard amethyst_cluster bud prismarine_shard prismarine_crystals coal charcoal flint lapis_block amethyst_block',
  drop: 'bone bone_meal string feather leather membrane scute clay_ball eye blaze_rod breeze_rod blaze_powder tear cream foot hide shell snowball charge honeycomb resin_clump paper dragon_breath cobweb frogspawn glowstone_dust egg',
  cloth: 'wool carpet bed',
  dye: 'dye',
  tool: 'pickaxe shovel axe hoe shears fishing_rod flint_and_steel brush on_a_stick debug_stick',
  sword: 'sword mace spear',
  trident: 'trident',
  bow: 'bow crossbow arrow',
  armour: 'helmet chestplate leggings boots armor shield',
  elytra: 'elytra',
  bucket: 'bucket cauldron',
  instrument: 'compass clock spyglass lead name_tag goat_horn',
  transport: 'minecart boat raft rail saddle harness',
  firework: 'firework_rocket firework_star',
  book: 'book paper bookshelf',
  enchanted_book: 'enchanted_book knowledge_book',
  potion: 'potion bottle',
  food: 'apple stew soup pie cake cookie beef porkchop mutton chicken rabbit cod salmon fish pufferfish potato beetroot melon melon_slice berries kelp honey_bottle flesh sugar chorus_fruit',
  plant:
    'sapling propagule leaves grass fern bush azalea seagrass pickle dandelion eyeblossom poppy orchid allium bluet tulip daisy cornflower valley rose torchflower plant blossom mushroom fungus sprouts vines cane petals wildflowers litter moss dripleaf bamboo flower cactus pumpkin vine lichen vein pad sunflower lilac peony coral fan seeds wheat beans wart pod hanging_roots crimson_roots warped_roots hay_block nest beehive carved_pumpkin moss_carpet',
  painting: 'painting item_frame',
  box: 'chest box barrel bundle dispenser dropper crafter',
  map: 'map',
  banner: 'banner banner_pattern',
  spawn_egg: 'spawn_egg sniffer_egg turtle_egg ghast',
  head: 'skull head',
  disc: 'jukebox disc_fragment_5 note_block',
  redstone:
    'redstone_block repeater comparator piston observer lever detector sensor hook lamp button plate redstone_torch target lightning_rod command_block',
  light: 'torch lantern candle campfire shroomlight froglight end_rod bulb jack_o_lantern glowstone',
  station:
    'table furnace smoker anvil loom composter grindstone stonecutter stand lectern jigsaw structure_block test_block test_instance_block end_portal_frame',
  treasure: 'star heart_of_the_sea echo_shard dragon_egg end_crystal key nautilus_shell respawn_anchor ominous_bottle',
  template: 'template sherd',
  auction: 'auction',
  iron: 'iron_ingot iron_nugget',
  copper: 'copper_ingot copper_nugget',
  netherite: 'netherite_ingot netherite_scrap',
  emerald: 'emerald',
  iron_block: 'iron_block',
  gold_block: 'gold_block',
  diamond_block: 'diamond_block',
  emerald_block: 'emerald_block',
  copper_block: 'copper_block',
  netherite_cube: 'netherite_block',
  quartz_block: 'quartz_block smooth_quartz',
  sand: 'sand',
  dirt: 'dirt',
  netherrack: 'netherrack',
  cobblestone: 'cobblestone',
  slime_block: 'slime_block',
  slime_ball: 'slime_ball',
  tnt: 'tnt',
  pearl: 'pearl',
  totem: 'totem_of_undying',
  bell: 'bell',
  beacon: 'beacon',
  nether_star: 'nether_star',
  conduit: 'conduit',
  hopper: 'hopper',
  carrot: 'carrot',
  bread: 'bread',
  ink: 'ink_sac',
  experience: 'experience_bottle',
  shulker_box: 'shulker_box',
  powder: 'gunpowder',
  dust: 'redstone',
  unknown: '',
};

export type IconKind = keyof typeof ENDINGS;

const KIND_BY_ENDING: ReadonlyMap<string, IconKind> = new Map(
  iconKinds().flatMap((kind) => ENDINGS[kind].split(' ').map((ending) => [ending, kind] as const)),
);

/** Wooden shapes, whose endings would count as blocks. */
const MADE_OF_WOOD =
  /(?:^|_)(?:oak|spruce|birch|jungle|acacia|cherry|mangrove|bamboo|crimson|warped)_(?:slab|stairs|fence|fence_gate|door|trapdoor|sign|shelf)$/;

export function iconKinds(): readonly IconKind[] {
  return Object.keys(ENDINGS).filter(isKind);
}

/** Returns the kind of a type such as `STONE_SWORD` or `slime_block`, or `unknown`. */
export function iconKindOf(type: string): IconKind {
  const name = type.toLowerCase();
  if (name.startsWith('music_disc_')) return 'disc';
  if (MADE_OF_WOOD.test(name)) return 'wood';
  for (let from = 0; from >= 0; from = nextWord(name, from)) {
    const kind = KIND_BY_ENDING.get(name.slice(from));
    if (kind !== undefined) return kind;
  }
  return 'unknown';
}

/** Returns the start of the word after the one at `from`, or -1 if that is the last. */
function nextWord(name: string, from: number): number {
  const at = name.indexOf('_', from);
  return at < 0 ? -1 : at + 1;
}

function isKind(name: string): name is IconKind {
  return name in ENDINGS;
}
