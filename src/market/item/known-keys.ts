import { TRAITS } from './traits.ts';

/** Components and tags that say nothing about the kind of goods, or that `variant.ts` reads itself. */
const PLAIN_KEYS = [
  // Read by variant.ts.
  'enchantments stored_enchantments Enchantments StoredEnchantments ench potion_contents Potion custom_name',
  'item_name display damage Damage lore custom_data PublicBukkitValues',
  // The stack itself.
  'id count Count tag components slot Slot',
  // Contents and blocks.
  'container bundle_contents Items BlockEntityTag BlockStateTag block_entity_data block_state container_loot lock',
  'bees pot_decorations charged_projectiles ChargedProjectiles Charged entity_data EntityTag bucket_entity_data',
  'banner_patterns base_color recipes',
  // Properties of the game and of looks.
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

/** Keys of an item's data that Crier knows, those of the traits among them, without `minecraft:`. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([...PLAIN_KEYS, ...TRAITS.flatMap(({ keys }) => keys)]);
