/** A record of getAllShops, in the shapes of a live service. */
export interface ShopRecord {
  readonly id: number;
  readonly owner: { readonly name: string | null; readonly uuid: string };
  readonly location: { readonly x: number; readonly y: number; readonly z: number; readonly world: string };
  readonly type: string;
  readonly price: number;
  readonly remaining: number;
  readonly item: ItemRecord;
}

interface ItemRecord {
  readonly type: string;
  readonly quantity: number;
  readonly name: string;
  readonly snbt: string;
  readonly childItems?: readonly (ItemRecord | null)[];
}

type Given = Partial<Pick<ShopRecord, 'type' | 'price' | 'remaining' | 'owner'>>;

function ownerOf(n: number): ShopRecord['owner'] {
  const uuid = `3f1c2a54-7d1b-4c55-9a0e-${String(n).padStart(12, '0')}`;
  return { name: `Player_${String(n).padStart(3, '0')}`, uuid };
}

function item(type: string, quantity: number, name: string, snbt = '{}'): ItemRecord {
  return { type, quantity, name, snbt };
}

function shop(id: number, sold: ItemRecord, given: Given = {}): ShopRecord {
  return {
    id,
    owner: ownerOf(id % 7),
    location: { x: 100 + 4 * id, y: 70, z: -200, world: 'world' },
    type: 'SELLING',
    price: 3,
    remaining: 2,
    item: sold,
    ...given,
  };
}

const disc = (name: string) =>
  `{"minecraft:custom_model_data":{strings:["realm_discs:${name}"]},"minecraft:jukebox_playable":"realm_discs:${name}"}`;
const rocket = (flight: number) => `{"minecraft:fireworks":{flight_duration:${flight}b}}`;
const waystone =
  '{"minecraft:custom_model_data":{strings:["transport_unlocked"]},"minecraft:custom_name":{color:"light_purple",italic:0b,text:"Waystone"}}';
const gnome =
  '{"minecraft:custom_name":{fallback:"§5Garden Gnome",translate:"realm.head.gnome"},"minecraft:profile":{id:[I;1,2,3,4],name:"Player_070"}}';
const sword = '{"minecraft:enchantments":{"minecraft:sharpness":5},"minecraft:custom_name":"Edge"}';
const book = '{"minecraft:stored_enchantments":{"minecraft:smite":5}}';
const guide =
  '{"minecraft:written_book_content":{author:"Player_011",generation:1,pages:[{raw:"one"}],resolved:1b,title:{raw:"A Short Guide"}}}';
const canvas =
  '{"minecraft:custom_data":{PublicBukkitValues:{"xercapaint:canvas_author":"Player_017","xercapaint:canvas_generation":3,"xercapaint:canvas_id":"3f1c2a54-7d1b-4c55-9a0e-52b7c1d4e601_1751403900","xercapaint:canvas_title":"Two Hills","xercapaint:canvas_version":199}},"minecraft:item_name":\'{"fallback":"[Joy of Painting] Canvas (LONG)","translate":"item.xercapaint.item_canvas_long"}\'}';
const signed = '{"minecraft:custom_data":{PublicBukkitValues:{"realm:diamond_signatures":"Player_003"}}}';
const damaged = '{"minecraft:damage":121,"minecraft:enchantments":{"minecraft:projectile_protection":3}}';
const renamed = '{"minecraft:custom_name":"Netherite Ingot"}';

const box: ItemRecord = {
  ...item('WHITE_SHULKER_BOX', 1, 'Discs', '{"minecraft:custom_name":"Discs"}'),
  childItems: [
    null,
    item('MUSIC_DISC_11', 1, 'Music Disc', disc('slow_rain')),
    null,
    item('FIREWORK_ROCKET', 64, 'Firework Rocket', rocket(3)),
    item('PAINTING', 1, '[Joy of Painting] Canvas (LONG)', canvas),
  ],
};

/** Every shop that an earlier release reads, most of them differently from today: by unit, identity or name. */
const READ_BY_OLD: readonly ShopRecord[] = [
  // An earlier release takes `remaining` for items, today’s for bundles: 9 is less than a bundle of 64, or nine
  // bundles.
  shop(1, item('OAK_LOG', 64, 'Oak Log'), { remaining: 9 }),
  shop(2, item('OAK_LOG', 64, 'Oak Log'), { remaining: 0 }),
  shop(3, item('OAK_LOG', 64, 'Oak Log'), { remaining: 1, price: 2 }),
  shop(4, item('SAND', 64, 'Sand'), { remaining: 63 }),
  shop(5, item('SAND', 64, 'Sand'), { remaining: 64 }),
  shop(6, item('SAND', 1, 'Sand'), { remaining: 5, price: 1 }),
  shop(7, item('IRON_INGOT', 32, 'Iron Ingot'), { type: 'BUYING', remaining: 30, price: 4 }),
  shop(8, item('BREAD', 16, 'Bread'), { type: 'FROZEN', remaining: 5, price: 1 }),
  shop(10, item('MUSIC_DISC_11', 1, 'Music Disc', disc('harbour_song')), { price: 12 }),
  shop(11, item('MUSIC_DISC_11', 1, 'Music Disc', disc('slow_rain')), { price: 15 }),
  shop(12, item('MUSIC_DISC_11', 1, 'Music Disc'), { price: 2 }),
  shop(13, item('FIREWORK_ROCKET', 64, 'Firework Rocket', rocket(2))),
  shop(14, item('FIREWORK_ROCKET', 64, 'Firework Rocket', rocket(3))),
  shop(15, item('COBBLESTONE_WALL', 1, 'Waystone', waystone), { price: 40 }),
  shop(16, item('PLAYER_HEAD', 1, '§5Garden Gnome', gnome), { price: 20 }),
  shop(17, item('DIAMOND_SWORD', 1, 'Edge', sword), { price: 30 }),
  shop(18, item('ENCHANTED_BOOK', 1, 'Enchanted Book', book), { price: 9 }),
  shop(19, item('WRITTEN_BOOK', 1, 'A Short Guide', guide), { price: 5 }),
  shop(20, item('PAINTING', 1, '[Joy of Painting] Canvas (LONG)', canvas), { price: 25 }),
  shop(21, item('DIAMOND', 1, 'Diamond', signed), { price: 8 }),
  shop(22, item('COPPER_HELMET', 1, 'Copper Helmet', damaged), { price: 8 }),
  shop(23, item('DIRT', 64, 'Netherite Ingot', renamed)),
  shop(24, box, { price: 60 }),
  shop(25, item('OMINOUS_BOTTLE', 1, 'Ominous Bottle', '{"minecraft:ominous_bottle_amplifier":4}')),
  shop(26, item('SLIME_BLOCK', 8, 'Slime Block'), { remaining: 3, price: 10 }),
  shop(27, item('SLIME_BLOCK', 8, 'Slime Block'), { remaining: 3, price: 12 }),
  shop(28, item('GLASS', 64, 'Glass'), { remaining: 4 }),
];

/** Records that an earlier release refuses. */
const REFUSED_BY_OLD: readonly ShopRecord[] = [
  shop(40, item('BREAD', 16, 'Bread'), { price: 1.5, remaining: 12 }),
  shop(41, item('TORCH', 64, 'Torch'), { remaining: -1 }),
  shop(42, item('BREAD', 320, 'Bread'), { owner: { ...ownerOf(1), name: null } }),
  shop(43, item('COAL', 64, 'Coal'), { price: 0.5, remaining: 7 }),
];

/** All shops at the last snapshot of the earlier release. */
export const SHOPS_BEFORE: readonly ShopRecord[] = [...READ_BY_OLD, ...REFUSED_BY_OLD];

/** All shops at the first refresh after the upgrade: six of them have really changed. */
export const SHOPS_AFTER: readonly ShopRecord[] = [
  ...SHOPS_BEFORE.filter(({ id }) => id !== 28).map((record) => {
    if (record.id === 2) return { ...record, remaining: 6 };
    if (record.id === 3) return { ...record, remaining: 0 };
    if (record.id === 11) return { ...record, price: 14 };
    if (record.id === 26) return { ...record, price: 8 };
    return record;
  }),
  shop(90, item('SPONGE', 16, 'Sponge'), { remaining: 3, price: 7 }),
];
