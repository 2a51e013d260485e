import type { Item } from './domain.ts';
import type { Random } from './random.ts';
import { type Components, type Tag, textComponent, Written } from './snbt.ts';
import { itemOf } from './stack.ts';

/**
 * Goods of the server's own plugins, which the game knows by another type. `value` is the price of one, in diamonds.
 */
export interface CustomGoods {
  readonly type: string;
  readonly name?: string;
  readonly components: Components;
  readonly value: number;
}

/** Returns such goods as shops sell them and auctions offer them. */
export function customItem({ value: _value, ...stack }: CustomGoods): Item {
  return itemOf({ ...stack, count: 1 });
}

const SONGS = (
  'harbour_song slow_rain copper_waltz night_ferry old_mill tall_grass lantern_walk seven_bells quiet_mine ' +
  'salt_wind glass_garden red_kite paper_boats long_winter goat_dance spawn_theme deep_blue market_day frost_choir ' +
  'lost_compass amber_room tin_soldier wild_bees moon_tide last_train stone_bridge first_light'
).split(' ');
/** Prices of songs: most cost little, few are rare. */
const SONG_VALUES = [5, 8, 12, 20, 60, 400, 2_400];

/** Music discs with songs of the server's own. */
export const DISCS: readonly CustomGoods[] = SONGS.map((song, at) => {
  const id = `realm_discs:${song}`;
  return {
    type: 'MUSIC_DISC_11',
    name: 'Music Disc',
    components: {
      'minecraft:custom_model_data': { strings: [id] },
      'minecraft:damage_resistant': { types: '#minecraft:is_fire' },
      'minecraft:jukebox_playable': id,
    },
    value: SONG_VALUES[Math.floor(at ** 2 / 100)] ?? 5,
  };
});

function model(id: string): { readonly strings: readonly string[] } {
  return { strings: [id] };
}

const LORE: readonly Tag[] = [
  { color: 'white', italic: false, text: 'Place one at home and one away' },
  '',
  { color: 'yellow', italic: false, text: 'Right-click to travel' },
];

/** Tools and blocks with models and names of the server's own. */
export const CUSTOM_MODELS: readonly CustomGoods[] = [
  {
    type: 'COBBLESTONE_WALL',
    name: 'Waystone',
    components: {
      'minecraft:custom_model_data': model('transport_unlocked'),
      'minecraft:custom_name': textComponent({ color: 'light_purple', italic: false, text: 'Waystone' }),
      'minecraft:lore': LORE,
    },
    value: 130,
  },
  {
    type: 'POLISHED_BLACKSTONE_PRESSURE_PLATE',
    name: 'Waystone',
    components: {
      'minecraft:custom_model_data': model('transport_plate'),
      'minecraft:custom_name': 'Waystone',
    },
    value: 21,
  },
  {
    type: 'DEBUG_STICK',
    name: 'Wrench',
    components: {
      'minecraft:custom_model_data': model('realm_wrench'),
      'minecraft:item_name': textComponent({ bold: true, color: 'gold', text: 'Wrench' }),
      'minecraft:lore': [{ color: 'white', italic: false, text: 'Turns what stands the wrong way' }],
    },
    value: 2,
  },
  {
    type: 'WOODEN_PICKAXE',
    name: 'Drill',
    components: {
      '!minecraft:attribute_modifiers': {},
      '!minecraft:tool': {},
      'minecraft:custom_model_data': model('realm_drill'),
      'minecraft:item_name': textComponent({ bold: true, color: 'gold', text: 'Drill' }),
    },
    value: 3,
  },
  {
    type: 'ELYTRA',
    name: 'Reinforced Elytra',
    components: {
      'minecraft:custom_model_data': model('reinforced_elytra'),
      'minecraft:enchantments': { 'minecraft:mending': 1, 'minecraft:unbreaking': 3 },
      'minecraft:item_name': 'Reinforced Elytra',
      'minecraft:max_damage': 864,
      'minecraft:repair_cost': 3,
    },
    value: 60,
  },
  {
    type: 'SPYGLASS',
    name: 'Telescope',
    components: {
      'minecraft:item_model': 'minecraft:pumpkin_pie',
      'minecraft:item_name': textComponent({
        extra: [{ color: '#FFAE00', italic: false, text: 'Telescope' }],
        text: '',
      }),
    },
    value: 90,
  },
];

const HEADS = ['Garden Gnome', 'Loaf of Bread', 'Tiny House', 'Stack of Books', 'Traffic Light', 'Old Radio', 'Teapot'];

/** A head with a name of the server's own and a player's skin. */
export function makeHead(random: Random): CustomGoods {
  const head = random.pick(HEADS);
  const name = random.chance(0.3) ? `§5${head}` : head;
  const id = Array.from({ length: 4 }, () => random.integer(-(2 ** 31), 2 ** 31 - 1));
  return {
    type: 'PLAYER_HEAD',
    name,
    components: {
      'minecraft:custom_name': textComponent({
        fallback: name,
        translate: `realm.head.${head.toLowerCase().replaceAll(' ', '_')}`,
      }),
      'minecraft:profile': {
        id: new Written(`[I;${id}]`),
        name: `Head_${HEADS.indexOf(head)}`,
        properties: [{ name: 'textures', value: Buffer.from(`head ${head}`).toString('base64') }],
      },
    },
    value: 1,
  };
}

const BOOKS = [
  'A Short Guide',
  'Recipes of the Coast',
  'The Ferry Timetable',
  'Rules of the Arena',
  'Poems for Nobody',
];
/** Written books count generations from 0: original, copy, copy of a copy, tattered. */
const TATTERED = 3;

/** A book that a player wrote, in one of its generations. */
export function makeBook(random: Random, authors: readonly string[]): CustomGoods {
  const title = random.pick(BOOKS);
  const author = authors[BOOKS.indexOf(title)] ?? random.pick(authors);
  const generation = random.integer(0, TATTERED);
  return {
    type: 'WRITTEN_BOOK',
    name: title,
    components: {
      'minecraft:written_book_content': {
        author,
        generation: generation === 0 ? undefined : generation,
        pages: [{ raw: `${title}, by ${author}` }, { raw: { text: 'The end.' } }],
        resolved: true,
        title: { raw: title },
      },
    },
    value: BOOKS.indexOf(title) + 1,
  };
}

/** A diamond that players signed. */
export function signDiamond(random: Random, players: readonly string[]): CustomGoods {
  const others = Array.from({ length: random.integer(0, 2) }, () => [{ text: ', ' }, { text: random.pick(players) }]);
  const signer = random.pick(players);
  return {
    type: 'DIAMOND',
    components: {
      'minecraft:custom_data': { PublicBukkitValues: { 'realm:diamond_signatures': signer } },
      'minecraft:lore': [
        signatureLine([{ bold: true, color: '#FFBB00', text: 'SIGNED BY' }]),
        signatureLine([{ text: signer }, ...others.flat()]),
      ],
    },
    value: 2,
  };
}

function signatureLine(extra: readonly Tag[]): Tag {
  return { extra, fallback: '', italic: false, translate: 'realm.signatureline' };
}

/** A rocket with a flight duration of 2 or 3. */
export function makeRocket(random: Random): CustomGoods {
  const flight = random.integer(2, 3);
  return {
    type: 'FIREWORK_ROCKET',
    components: { 'minecraft:fireworks': { flight_duration: new Written(`${flight}b`) } },
    value: flight * 0.03,
  };
}

export function makeOminousBottle(random: Random): CustomGoods {
  const amplifier = random.integer(0, 4);
  return {
    type: 'OMINOUS_BOTTLE',
    components: { 'minecraft:ominous_bottle_amplifier': amplifier },
    value: 0.5 + amplifier * 1.5,
  };
}

const AXOLOTLS = [
  { variant: 'wild', value: 1 },
  { variant: 'lucy', value: 1 },
  { variant: 'gold', value: 2 },
  { variant: 'cyan', value: 2 },
  { variant: 'blue', value: 40 },
];

export function makeAxolotl(random: Random): CustomGoods {
  const { variant, value } = random.pick(AXOLOTLS);
  return {
    type: 'AXOLOTL_BUCKET',
    name: 'Bucket of Axolotl',
    components: {
      'minecraft:axolotl/variant': variant,
      'minecraft:bucket_entity_data': { Age: 0, Health: new Written('14.0f') },
    },
    value,
  };
}
