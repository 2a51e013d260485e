import { hash } from 'node:crypto';
import { fitGraphemes } from './fit-graphemes.ts';
import { effectsIn, tropicalFish, withoutNamespace } from './game-ids.ts';
import type { ItemData } from './item-data.ts';
import { isCompound, isList, type Snbt } from './snbt.ts';
import { readPlainText } from './text-component.ts';

/** In UTF-16 units. The game's own texts are shorter. */
const MAX_VALUE_CHARACTERS = 256;

/** One trait of items. */
export interface TraitRow {
  /** Part of stored keys, so it never changes. */
  readonly name: string;
  /** The component keys and, from before 1.20.5, the tags that it is read from, without `minecraft:`. */
  readonly keys: readonly string[];
  /** Returns the canonical value, the same in every version, or null if the item lacks the trait. */
  readonly read: (data: ItemData) => string | null;
  /** Whether items with different values are priced separately; otherwise the trait is only shown. */
  readonly splits: (data: ItemData) => boolean;
  /** Whether the value is player text. */
  readonly isPlayers?: true;
}

const always = () => true;

/** Traits in the order in which keys and labels contain their values. New rows may be inserted anywhere. */
export const TRAITS: readonly TraitRow[] = [
  { name: 'title', keys: ['written_book_content', 'title'], read: titleOf, splits: isBook, isPlayers: true },
  { name: 'author', keys: ['written_book_content', 'author'], read: authorOf, splits: isBook, isPlayers: true },
  {
    name: 'generation',
    keys: ['written_book_content', 'generation'],
    read: (data) => (data.canvas === null ? bookGeneration(data) : canvasGeneration(data)),
    splits: always,
  },
  { name: 'picture', keys: ['custom_data', 'PublicBukkitValues'], read: pictureOf, splits: always },
  { name: 'map', keys: ['map_id', 'map', 'Damage'], read: mapOf, splits: always },
  { name: 'disc', keys: ['jukebox_playable'], read: discOf, splits: always },
  { name: 'model', keys: ['custom_model_data', 'CustomModelData'], read: modelOf, splits: always },
  { name: 'item-model', keys: ['item_model'], read: itemModelOf, splits: always },
  { name: 'head', keys: ['profile', 'SkullOwner'], read: headOf, splits: always, isPlayers: true },
  { name: 'flight', keys: ['fireworks', 'Fireworks'], read: flightOf, splits: always },
  { name: 'amplifier', keys: ['ominous_bottle_amplifier'], read: amplifierOf, splits: always },
  { name: 'instrument', keys: ['instrument'], read: (data) => idIn(data.field('instrument')), splits: always },
  {
    name: 'fish',
    keys: [
      'axolotl/variant',
      'tropical_fish/pattern',
      'tropical_fish/base_color',
      'tropical_fish/pattern_color',
      'salmon/size',
      'bucket_entity_data',
      'Variant',
      'BucketVariantTag',
    ],
    read: fishOf,
    splits: always,
  },
  { name: 'trim', keys: ['trim', 'Trim'], read: trimOf, splits: always },
  {
    name: 'stew',
    keys: ['suspicious_stew_effects', 'effects', 'Effects'],
    // Durations depend on the flower, and versions write them differently.
    read: (data) =>
      joinValues(effectsIn(data.field('suspicious_stew_effects', 'effects', 'Effects')).map(({ id }) => id)),
    splits: always,
  },
  {
    name: 'effects',
    keys: ['potion_contents', 'custom_potion_effects', 'CustomPotionEffects'],
    read: potionEffectsOf,
    splits: always,
  },
];

const TRAIT_KEYS: ReadonlySet<string> = new Set(TRAITS.flatMap(({ keys }) => keys));

/**
 * Whether any row may have a value. Paintings and pictures occur in any data, all other traits only under the rows'
 * keys.
 */
export function mayHaveTraits(data: ItemData): boolean {
  return data.canvas !== null || data.picture !== null || data.hasAny(TRAIT_KEYS);
}

/** Names of shown traits that are not rows of the table: see `readNames` in `variant.ts`. */
export const SERVER_NAME_TRAIT = 'name';
export const PLAYER_NAME_TRAIT = 'player-name';

/** Whether the traits alone identify the goods, so that the item's name splits no price. */
export function traitsIdentifyGoods(data: ItemData, traits: ReadonlySet<string>): boolean {
  return data.canvas !== null || IDENTIFYING_TRAITS.some((name) => traits.has(name));
}

const IDENTIFYING_TRAITS = ['title', 'picture', 'disc', 'model', 'item-model', 'head'];

/** Whether the server gave the item its own model. */
export function hasCustomModel(traits: ReadonlySet<string>): boolean {
  return traits.has('model') || traits.has('item-model');
}

const BOOK_COMPONENT = ['written_book_content'];

function isBook(data: ItemData): boolean {
  return data.canvas === null && isWritten(data);
}

function isWritten(data: ItemData): boolean {
  return data.compound(...BOOK_COMPONENT) !== null || data.type === 'WRITTEN_BOOK';
}

function titleOf(data: ItemData): string | null {
  if (data.canvas !== null) return traitText(data.nextToCanvas('title'));
  if (!isWritten(data)) return null;
  const title = data.within(BOOK_COMPONENT, 'title') ?? data.field('title');
  return traitText(isCompound(title) ? (title.get('raw') ?? title.get('text') ?? '') : title);
}

function authorOf(data: ItemData): string | null {
  if (data.canvas !== null) return traitText(data.nextToCanvas('author'));
  if (isWritten(data)) return traitText(data.within(BOOK_COMPONENT, 'author') ?? data.field('author'));
  return traitText(data.picture?.get('creator'));
}

/** A written book counts from 0. An original has no generation, because most books' data have none. */
function bookGeneration(data: ItemData): string | null {
  if (!isWritten(data)) return null;
  const generation = wholeIn(data.within(BOOK_COMPONENT, 'generation') ?? data.field('generation'));
  if (generation === null || generation < 1) return null;
  return generation === 1 ? 'copy' : generation === 2 ? 'copy-of-copy' : 'tattered';
}

/** A painting counts from 1; 0 means unsigned. */
function canvasGeneration(data: ItemData): string | null {
  const generation = wholeIn(data.nextToCanvas('generation'));
  if (generation === null || generation < 1) return null;
  return generation === 1 ? 'original' : generation === 2 ? 'copy' : 'copy-of-copy';
}

function pictureOf(data: ItemData): string | null {
  return data.canvas === null ? idIn(data.picture?.get('id')) : null;
}

function mapOf(data: ItemData): string | null {
  // To 1.12 a map's number is the stack's damage.
  const isOldStack = data.type === 'FILLED_MAP' && data.levels[0]?.has('tag');
  const id = wholeIn(data.field('map_id', 'map') ?? (isOldStack ? data.levels[0]?.get('Damage') : undefined));
  return id === null ? null : String(id);
}

function discOf(data: ItemData): string | null {
  const written = data.field('jukebox_playable');
  const song = idIn(isCompound(written) ? written.get('song') : written);
  return song === null || `MUSIC_DISC_${song}`.toUpperCase() === data.type ? null : song;
}

/**
 * Returns the strings of the model, then its numbers. Until 1.21.3 it is one number, which became the first of the
 * list.
 */
function modelOf(data: ItemData): string | null {
  if (data.canvas !== null || pictureOf(data) !== null) return null;
  const written = data.field('custom_model_data', 'CustomModelData');
  if (typeof written === 'number') return String(written);
  if (!isCompound(written)) return null;
  const values = ['strings', 'floats'].flatMap((name) => {
    const list = written.get(name);
    return isList(list) ? list.filter((value) => typeof value !== 'object').map(String) : [];
  });
  const model = joinValues(values.filter((value) => value !== ''));
  return model === discOf(data) ? null : model;
}

function itemModelOf(data: ItemData): string | null {
  if (data.canvas !== null || pictureOf(data) !== null) return null;
  const model = idIn(data.field('item_model'));
  return model === null || model.toUpperCase() === data.type ? null : model;
}

/** Returns the profile's name, else the head's texture, else its uuid. */
function headOf(data: ItemData): string | null {
  const profile = data.field('profile', 'SkullOwner');
  if (!isCompound(profile)) return traitText(profile);
  const name = traitText(profile.get('name') ?? profile.get('Name'));
  // Plugins give each decorative head its own uuid.
  return name ?? textureIn(profile) ?? uuidIn(profile.get('id') ?? profile.get('Id'));
}

function uuidIn(value: Snbt | undefined): string | null {
  if (!isList(value)) return idIn(value);
  if (value.length !== 4) return null;
  const hex = value.map((part) => (Number(part) >>> 0).toString(16).padStart(8, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function textureIn(profile: ReadonlyMap<string, Snbt>): string | null {
  const properties = profile.get('properties') ?? profile.get('Properties');
  const old = isCompound(properties) ? properties.get('textures') : properties;
  const texture = isList(old) ? old.find(isCompound) : undefined;
  const value = texture?.get('value') ?? texture?.get('Value');
  return typeof value === 'string' && value !== '' ? hash('sha256', value).slice(0, 8) : null;
}

/** A rocket without a duration has the game's default of 1. */
function flightOf(data: ItemData): string | null {
  const flight = wholeIn(data.within(['fireworks'], 'flight_duration') ?? data.within(['Fireworks'], 'Flight'));
  return flight === null || flight === 1 ? null : String(flight);
}

function amplifierOf(data: ItemData): string | null {
  const amplifier = wholeIn(data.field('ominous_bottle_amplifier'));
  return amplifier === null || amplifier < 0 ? null : String(amplifier);
}

const AXOLOTLS = ['lucy', 'wild', 'gold', 'cyan', 'blue'];

function fishOf(data: ItemData): string | null {
  const inBucket = data.within(['bucket_entity_data'], 'Variant', 'BucketVariantTag');
  const number = wholeIn(inBucket ?? data.field('Variant', 'BucketVariantTag'));
  if (data.type === 'AXOLOTL_BUCKET') {
    return idIn(data.field('axolotl/variant')) ?? (number === null ? null : (AXOLOTLS[number] ?? null));
  }
  if (data.type !== 'TROPICAL_FISH_BUCKET') return idIn(data.field('salmon/size'));
  const parts = ['pattern', 'base_color', 'pattern_color'].map((part) => idIn(data.field(`tropical_fish/${part}`)));
  if (parts.some((part) => part !== null)) return parts.map((part) => part ?? '?').join(' ');
  return number === null ? null : tropicalFish(number);
}

function trimOf(data: ItemData): string | null {
  const trim = data.compound('trim', 'Trim');
  const [pattern, material] = [idIn(trim?.get('pattern')), idIn(trim?.get('material'))];
  return pattern === null || material === null ? null : `${pattern} ${material}`;
}

function potionEffectsOf(data: ItemData): string | null {
  const custom = data.within(['potion_contents'], 'custom_effects');
  const effects = effectsIn(custom ?? data.field('custom_potion_effects', 'CustomPotionEffects'));
  return joinValues(effects.map(({ id, level, ticks }) => `${id}:${level}:${ticks}`));
}

function wholeIn(value: Snbt | undefined): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/** Returns an id in lower case without `minecraft:`. */
function idIn(value: Snbt | undefined): string | null {
  if (typeof value !== 'string') return null;
  const id = withoutNamespace(value);
  return id === '' || id.length > MAX_VALUE_CHARACTERS ? null : id;
}

function joinValues(values: readonly string[]): string | null {
  return values.length === 0 ? null : fitGraphemes(values.join(' '), MAX_VALUE_CHARACTERS);
}

function traitText(value: Snbt | undefined): string | null {
  const text = readPlainText(value)?.trim();
  return text === undefined ? null : fitGraphemes(text, MAX_VALUE_CHARACTERS);
}
