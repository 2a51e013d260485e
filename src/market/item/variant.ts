import { fitGraphemes } from './fit-graphemes.ts';
import { enchantmentId, withoutNamespace } from './game-ids.ts';
import type { Enchantment, ItemCondition, Trait, Variant } from './item.ts';
import type { ItemData } from './item-data.ts';
import { isNameOfType } from './item-name.ts';
import { isCompound, isList, localName, type Snbt } from './snbt.ts';
import { readFormerText, readName, readPlainText } from './text-component.ts';
import {
  hasCustomModel,
  mayHaveTraits,
  PLAYER_NAME_TRAIT,
  SERVER_NAME_TRAIT,
  TRAITS,
  traitsIdentifyGoods,
} from './traits.ts';

/** In UTF-16 units; the game itself limits typed names to 50. */
const MAX_NAME_CHARACTERS = 256;
/** Maximum length of a component's key in a report, in UTF-16 units. */
const MAX_KEY_CHARACTERS = 64;

export const PLAIN_VARIANT: Variant = { enchantments: [], potion: null, canvas: null, customName: null };

/** Reads the variant by today's rules. */
export function variantOf(data: ItemData): Variant {
  const enchantments = enchantmentsOf(data);
  const read = mayHaveTraits(data) ? traitsOf(data) : NO_READ_TRAITS;
  const has: ReadonlySet<string> = new Set(read.map(({ name }) => name));
  const { server, player } = readNames(data, hasCustomModel(has));
  const nameSplits = !traitsIdentifyGoods(data, has) && enchantments.length === 0 && !isDamaged(data);
  const traits: Trait[] = [];
  const shown: Trait[] = [];
  for (const { name, value, splits } of read) (splits ? traits : shown).push({ name, value });
  // The id alone identifies the picture, because all pictures share one name.
  const isPicture = data.canvas !== null || has.has('picture');
  if (server !== null && !isPicture) (nameSplits ? traits : shown).push({ name: SERVER_NAME_TRAIT, value: server });
  if (player !== null && !nameSplits) shown.push({ name: PLAYER_NAME_TRAIT, value: player });
  return {
    enchantments,
    potion: potionOf(data),
    canvas: data.canvas,
    customName: nameSplits ? player : null,
    ...(traits.length > 0 && { traits }),
    ...(shown.length > 0 && { shown }),
  };
}

const NO_READ_TRAITS: ReturnType<typeof traitsOf> = [];

function traitsOf(data: ItemData) {
  return TRAITS.flatMap((row) => {
    const value = row.read(data);
    return value === null ? [] : [{ name: row.name, value, splits: row.splits(data) }];
  });
}

/**
 * Reads the variant by the rules of Crier up to 0.3.0, whose hash is the key of rows stored then.
 * @param variant the variant by today's rules; returned itself if both have the same key
 */
export function formerVariantOf(data: ItemData, variant: Variant): Variant {
  const name = customName(data);
  const text = name === undefined ? null : readFormerText(name);
  const customNameThen = text === null ? null : shortenName(text);
  const { enchantments, potion, traits } = variant;
  const canvas = data.formerCanvas;
  if (traits === undefined && canvas === variant.canvas && customNameThen === variant.customName) return variant;
  return { enchantments, potion, canvas, customName: customNameThen };
}

/**
 * Reads the server's and the player's name of an item, each null if missing. A name is the server's if it comes from
 * `item_name` or a translation key, or if it accompanies a custom model without an `item_name`. A name that only
 * repeats the type is ignored.
 */
function readNames(
  data: ItemData,
  hasModel: boolean,
): { readonly server: string | null; readonly player: string | null } {
  const written = customName(data);
  const custom = written === undefined ? null : readName(written);
  const given = ownName(readPlainText(data.field('item_name')), data.type);
  const text = ownName(custom?.text ?? null, data.type);
  if (custom === null || text === null || text === given) return { server: given, player: null };
  const isServers = custom.isTranslated || (given === null && hasModel);
  return isServers ? { server: text, player: null } : { server: given, player: text };
}

function customName(data: ItemData): Snbt | undefined {
  return data.field('custom_name') ?? data.compound('display')?.get('Name');
}

function ownName(text: string | null, type: string): string | null {
  return text === null || isNameOfType(text.trim(), type) ? null : shortenName(text);
}

function shortenName(name: string): string {
  return name.length <= MAX_NAME_CHARACTERS ? name : fitGraphemes(name, MAX_NAME_CHARACTERS);
}

/** Sorted by id. A repeated id gets its highest level. */
function enchantmentsOf(data: ItemData): Enchantment[] {
  const levels = new Map<string, number>();
  for (const name of ENCHANTMENT_KEYS) {
    const field = data.field(name);
    if (field === undefined) continue;
    for (const [written, level] of pairsOf(field)) {
      const id = enchantmentId(written);
      if (id === null || !Number.isSafeInteger(level)) continue;
      levels.set(id, Math.max(Number(level), levels.get(id) ?? 0));
    }
  }
  if (levels.size === 0) return [];
  return [...levels]
    .filter(([, level]) => level >= 1)
    .map(([id, level]) => ({ id, level }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const ENCHANTMENT_KEYS = ['enchantments', 'stored_enchantments', 'Enchantments', 'StoredEnchantments', 'ench'];

/** Converts `[{id,lvl}]`, `{levels:{id:level}}` or `{id:level}` to pairs of id and level. */
function pairsOf(field: Snbt): Iterable<readonly [unknown, unknown]> {
  if (isCompound(field)) {
    const levels = field.get('levels');
    return isCompound(levels) ? levels : field;
  }
  if (!isList(field)) return [];
  return field.filter(isCompound).map((entry) => [entry.get('id'), entry.get('lvl')] as const);
}

function potionOf(data: ItemData): string | null {
  const field = data.field('potion_contents') ?? data.field('Potion');
  const written = isCompound(field) ? field.get('potion') : field;
  const id = typeof written === 'string' ? withoutNamespace(written) : '';
  return id === '' || id === 'empty' ? null : id;
}

/** Reads damage and signatures, which change the item's price; undefined if there are none. */
export function readCondition(data: ItemData): ItemCondition | undefined {
  const signedBy = signersOf(data);
  const damaged = isDamaged(data);
  if (!damaged && signedBy === null) return undefined;
  return { ...(damaged && { damaged: true as const }), ...(signedBy !== null && { signedBy }) };
}

/**
 * To 1.12 the stack's damage value also holds a wool's colour and a map's number, so only these types can be damaged.
 */
const DAMAGEABLE_TYPE =
  /_(?:SWORD|PICKAXE|AXE|SHOVEL|SPADE|HOE|HELMET|CHESTPLATE|LEGGINGS|BOOTS)$|^(?:BOW|SHEARS|FISHING_ROD|FLINT_AND_STEEL|ELYTRA|SHIELD|CARROT_ON_A_STICK)$/;

function isDamaged(data: ItemData): boolean {
  const { levels, type } = data;
  const isOldStack = levels[0]?.has('tag') === true && !DAMAGEABLE_TYPE.test(type);
  const damage = isOldStack ? (levels[1]?.get('Damage') ?? data.field('damage')) : data.field('damage', 'Damage');
  return Number(damage) > 0 && type !== 'FILLED_MAP';
}

const SIGNED_LINE = /^\s*signed by:?\s*(.*)$/i;
const SIGNATURE_KEY = /(?:^|_)sign(?:ed_by|atures?)$/i;

/** Returns the signers of the item: the names shown in its lore, else those that a plugin stores. */
function signersOf(data: ItemData): string | null {
  const lore = data.field('lore') ?? data.compound('display')?.get('Lore');
  if (isList(lore)) {
    for (const [at, line] of lore.entries()) {
      const names = SIGNED_LINE.exec(readPlainText(line) ?? '')?.[1];
      if (names === undefined) continue;
      const written = names.trim() || readPlainText(lore[at + 1])?.trim();
      if (written) return shortenName(written);
    }
  }
  const kept = data.compound('PublicBukkitValues') ?? data.within(['custom_data'], 'PublicBukkitValues');
  const signature = isCompound(kept) ? [...kept].find(([key]) => SIGNATURE_KEY.test(localName(key)))?.[1] : undefined;
  const text = readPlainText(typeof signature === 'string' ? signature : undefined)?.trim();
  return text ? shortenName(text) : null;
}

/** Returns component keys and tags that no trait reads, without `minecraft:`. */
export function unknownKeysOf(data: ItemData): readonly string[] {
  let keys: Set<string> | null = null;
  for (const level of data.levels) {
    for (const key of level.keys()) {
      if (KNOWN_KEYS.has(key) || key.startsWith('!')) continue;
      keys ??= new Set();
      keys.add(fitGraphemes(key.replace(/^minecraft:/, ''), MAX_KEY_CHARACTERS));
    }
  }
  return keys === null ? NO_KEYS : [...keys];
}

const NO_KEYS: readonly string[] = [];

/** Components and tags that do not affect the kind of goods, or that are read above. */
const PLAIN_KEYS = [
  'enchantments stored_enchantments Enchantments StoredEnchantments ench potion_contents Potion custom_name',
  'item_name display damage Damage lore custom_data PublicBukkitValues',
  // The stack itself.
  'id count Count tag components slot Slot',
  // Contents and blocks.
  'container bundle_contents Items BlockEntityTag BlockStateTag block_entity_data block_state container_loot lock',
  'bees pot_decorations charged_projectiles ChargedProjectiles Charged entity_data EntityTag bucket_entity_data',
  'banner_patterns base_color recipes',
  // Game properties and appearance.
  'repair_cost RepairCost Unbreakable unbreakable HideFlags tooltip_display tooltip_style hide_tooltip',
  'hide_additional_tooltip attribute_modifiers AttributeModifiers CanDestroy CanPlaceOn can_break can_place_on',
  'max_damage max_stack_size rarity enchantment_glint_override enchantable repairable damage_resistant',
  'fire_resistant food consumable use_remainder use_cooldown tool weapon equippable glider death_protection',
  'blocks_attacks dyed_color map_color map_decorations Decorations map_post_processing intangible_projectile',
  'creative_slot_lock note_block_sound firework_explosion Explosion CustomPotionColor potion_duration_scale',
  'writable_book_content pages resolved filtered_title filtered_pages lodestone_tracker LodestonePos',
  'LodestoneDimension LodestoneTracked debug_stick_state DebugProperty provides_trim_material',
  'provides_banner_patterns break_sound custom_potion_color use_effects minimum_attack_charge damage_type',
  'swing_animation attack_range piercing_weapon kinetic_weapon',
  // Creatures in buckets.
  'Age Health NoAI Silent NoGravity Glowing Invulnerable HuntingCooldown CustomName CustomNameVisible',
].flatMap((line) => line.split(' '));

/** All keys of an item's data that Crier knows, traits included, with and without `minecraft:`. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(
  [...PLAIN_KEYS, ...TRAITS.flatMap(({ keys }) => keys)].flatMap((name) => [name, `minecraft:${name}`]),
);
