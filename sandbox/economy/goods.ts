import { CATALOGUE, type CatalogueEntry, displayNameOf, isStaple } from './catalogue.ts';
import {
  CUSTOM_MODELS,
  type CustomGoods,
  DISCS,
  makeAxolotl,
  makeBook,
  makeHead,
  makeOminousBottle,
  makeRocket,
  signDiamond,
} from './custom-goods.ts';
import type { Item, Owner } from './domain.ts';
import { rollEnchantments } from './enchantments.ts';
import { HOSTILE_EVERY_LATER, HOSTILE_NAMES } from './hostile-names.ts';
import { OLDER_FORMS, type OlderData, writeOlderSnbt } from './older-snbt.ts';
import {
  CAMERA_PICTURE,
  cameraPicture,
  type Generation,
  type Painting,
  paintGallery,
  paintingStack,
  paintingValue,
} from './paintings/gallery.ts';
import type { Random } from './random.ts';
import { itemOf, type Stack } from './stack.ts';

/** One item with its usual price, in diamonds. `quantity` is 1. */
export interface Goods {
  readonly item: Item;
  readonly value: number;
  readonly stackSize: 1 | 16 | 64;
}

/** Generates goods in the proportions counted on a live service. */
export interface GoodsMaker {
  /** Returns goods for a shop. */
  forShop(): Goods;
  /** Returns goods for an auction. */
  forAuction(): Goods;
  readonly paintings: readonly Painting[];
}

/** A stack of one item, and its usual price. */
interface Made extends Stack {
  readonly value: number;
  readonly stackSize: Goods['stackSize'];
  /** The SNBT, if it is already written. */
  readonly item?: Item;
  /** The SNBT in the form of an older version of the game, if that had one. */
  readonly older?: OlderData;
}

type Kind = readonly [trades: number, auctions: number, make: () => Made];

const SLOTS = 27;
const ENTRIES = new Map(CATALOGUE.map((entry) => [entry.type, entry]));
const ofKind = (...kinds: CatalogueEntry['kind'][]) => CATALOGUE.filter(({ kind }) => kinds.includes(kind));
const BOXES = CATALOGUE.filter(({ type }) => type.endsWith('SHULKER_BOX'));
const HOLDERS = ofKind('container');
const GEAR = ofKind('gear');
const POTIONS_AND_ARROWS = ofKind('potion');
const MATERIALS = CATALOGUE.filter(({ type }) =>
  /^(RAW_)?(DIAMOND|EMERALD|GOLD|IRON|COPPER|NETHERITE|COAL|LAPIS|REDSTONE)(_INGOT|_NUGGET|_BLOCK|_SCRAP)?$/.test(type),
);
const PLAIN = ofKind('plain', 'gear').filter((entry) => !MATERIALS.includes(entry));
const STAPLES = PLAIN.filter(({ type }) => isStaple(type));
const BREWS = (
  'healing strong_healing swiftness long_swiftness strength strong_strength invisibility night_vision ' +
  'fire_resistance water_breathing regeneration slow_falling poison luck'
).split(' ');
const LORE = ['Forged at spawn', 'One of a kind', 'Limited edition', 'Not for sale below cost'];
const NAMES = ['Dawnbreaker', 'Old Faithful', "Miner's Friend", 'Crème brûlée', '月の剣', 'Not Yours', 'Süßes Schwert'];
const BOX_NAMES = ['Maybe Diamonds', 'Builder’s Box', 'Leftovers', 'Starter Kit', 'Do Not Open', 'Mystery Box'];
const PAINTING_NAMES = ['My best one', 'For sale', 'Cheap copy'];
/** Share of goods with enchantments or a potion whose SNBT has the form of an older version of the game. */
const OLDER = 0.03;
/** One shop in 101 sells an item with a hostile name. */
const HOSTILE_EVERY = 101;

/** @param tame number of shops, the first ones, whose goods have no hostile name */
export function createGoodsMaker(random: Random, players: readonly Owner[], tame: number): GoodsMaker {
  const paintings = paintGallery(random, players);
  const names = players.flatMap(({ name }) => name ?? []);

  /** Goods that never change are written once, because a canvas with its pixels has 10,000 characters. */
  const pool = new Map<string, Made & { readonly item: Item }>();
  function pooled(key: string, make: () => Made): Made {
    const known = pool.get(key);
    if (known) return known;
    const made = make();
    const kept = { ...made, item: itemOf(made) };
    pool.set(key, kept);
    return kept;
  }

  function canvas(): Made {
    const painting = random.pick(paintings);
    const generation = random.pick<Generation>([1, 2, 2, 3, 3, 3, 3]);
    const name = random.chance(0.04) ? random.pick(PAINTING_NAMES) : undefined;
    return pooled(`${generation} ${name ?? ''} ${painting.id}`, () => ({
      ...paintingStack(painting, generation, name),
      value: paintingValue(painting, generation),
      stackSize: 1,
    }));
  }

  function customFrom(all: readonly CustomGoods[]): Made {
    const at = random.integer(0, all.length - 1);
    const goods = all[at] ?? random.pick(all);
    return pooled(`${goods.type} ${goods.name} ${at}`, () => custom(goods));
  }

  /** A box: empty, with one kind of item in every slot, mixed, or filled with paintings. */
  function box(entry: CatalogueEntry, depth = 0): Made {
    const name = random.chance(0.3) && depth === 0 ? random.pick(BOX_NAMES) : undefined;
    const slots = slotsOf(entry, depth);
    const contents = slots.reduce((sum, slot) => sum + (slot ? slot.value * slot.count : 0), 0);
    return {
      ...plain(entry),
      ...(name !== undefined && { name, components: { 'minecraft:custom_name': name } }),
      slots,
      value: entry.value + contents,
    };
  }

  function slotsOf(entry: CatalogueEntry, depth: number): readonly (Made | null)[] {
    if (entry.type.endsWith('BUNDLE'))
      return Array.from({ length: random.integer(0, 3) }, () => someOf(bulk(), random.integer(1, 16)));
    const roll = random.unit();
    if (roll < 0.3) return inSlots([]);
    if (roll < 0.73) {
      const goods = bulk();
      const full = someOf(goods, goods.stackSize);
      return inSlots(Array.from({ length: SLOTS }, () => full));
    }
    if (roll < 0.76) return inSlots(Array.from({ length: random.integer(12, SLOTS) }, canvas));
    return inSlots(
      Array.from({ length: random.integer(2, 14) }, () => {
        if (random.chance(0.3)) return null;
        if (depth < 2 && random.chance(0.08)) return box(random.pick(HOLDERS), depth + 1);
        const goods = random.chance(0.2) ? enchanted() : bulk();
        return someOf(goods, random.integer(1, goods.stackSize));
      }),
    );
  }

  const bulk = () => (random.chance(0.3) ? plain(random.pick(MATERIALS)) : plain(random.pick(PLAIN)));

  function enchanted(): Made {
    const entry = random.chance(0.45) ? catalogueEntry('ENCHANTED_BOOK') : random.pick(GEAR);
    const isBook = entry.type === 'ENCHANTED_BOOK';
    const { levels, value } = rollEnchantments(random, isBook && random.chance(0.85) ? 1 : random.integer(1, 4));
    const name = !isBook && random.chance(0.33) ? random.pick(NAMES) : undefined;
    const namespaced = Object.fromEntries(Object.entries(levels).map(([id, level]) => [`minecraft:${id}`, level]));
    return {
      ...plain(entry),
      ...(name === undefined ? { older: { enchantments: levels } } : { name }),
      components: {
        [`minecraft:${isBook ? 'stored_enchantments' : 'enchantments'}`]: namespaced,
        'minecraft:custom_name': name,
        'minecraft:damage': !isBook && random.chance(0.1) ? random.integer(1, 200) : undefined,
        'minecraft:lore': name && random.chance(0.3) ? [random.pick(LORE)] : undefined,
        'minecraft:repair_cost': random.chance(0.3) ? 2 ** random.integer(1, 4) - 1 : undefined,
      },
      value: entry.value + value,
    };
  }

  function potion(): Made {
    const entry = random.pick(POTIONS_AND_ARROWS);
    const brew = random.pick(BREWS);
    return {
      ...plain(entry),
      name: `${displayNameOf(entry.type)} of ${displayNameOf(brew.replace(/^(strong|long)_/, ''))}`,
      components: { 'minecraft:potion_contents': { potion: `minecraft:${brew}` } },
      older: { potion: brew },
      value: entry.value * (0.4 + BREWS.indexOf(brew) / BREWS.length),
    };
  }

  function named(): Made {
    const name = random.pick(NAMES);
    return { ...plain(random.pick(PLAIN)), name, components: { 'minecraft:custom_name': name } };
  }

  function damaged(): Made {
    const type = random.chance(0.5) ? 'COPPER_HELMET' : random.pick(GEAR).type;
    const entry = catalogueEntry(type);
    return { ...plain(entry), components: { 'minecraft:damage': random.integer(1, 200) }, value: entry.value / 2 };
  }

  function ordinary(): Made {
    const entry = random.chance(0.45) ? random.pick(STAPLES) : random.pick(PLAIN);
    const components = entry.type === 'FILLED_MAP' ? { 'minecraft:map_id': random.integer(0, 400) } : {};
    return { ...plain(entry), components };
  }

  /** Counts of each kind in 32 hours, among 431 trades and 759 auctions. */
  const kinds: readonly Kind[] = [
    [30, 36, canvas],
    [6, 45, () => custom(cameraGoods(random, names))],
    [8, 29, () => customFrom(DISCS)],
    [8, 26, () => customFrom(CUSTOM_MODELS)],
    [0, 27, () => custom(signDiamond(random, names))],
    [10, 80, () => box(random.pick(random.chance(0.85) ? BOXES : HOLDERS))],
    [75, 64, () => plain(random.pick(MATERIALS))],
    [45, 203, enchanted],
    [5, 40, () => custom(makeHead(random))],
    [18, 7, () => custom(makeRocket(random))],
    [4, 8, () => custom(makeOminousBottle(random))],
    [2, 10, () => custom(makeBook(random, names))],
    [12, 16, potion],
    [1, 5, () => custom(makeAxolotl(random))],
    [8, 52, named],
    [2, 10, damaged],
    [197, 101, ordinary],
  ];
  const forShop = pickerOf(random, kinds, 0);
  const forAuction = pickerOf(random, kinds, 1);
  const hostileEvery = tame > 0 ? HOSTILE_EVERY_LATER : HOSTILE_EVERY;
  let made = 0;

  return {
    paintings,
    forShop() {
      made += 1;
      // Takes the names in turn, so that even a small market has each of them.
      if (made <= tame || made % hostileEvery !== 17 % hostileEvery) return goodsOf(forShop()(), random);
      const name = HOSTILE_NAMES[Math.floor(made / hostileEvery) % HOSTILE_NAMES.length] ?? '';
      return goodsOf({ ...plain(random.pick(PLAIN)), name, components: { 'minecraft:custom_name': name } }, random);
    },
    forAuction: () => goodsOf(forAuction()(), random),
  };
}

/** Picks a maker as often as its count says. */
function pickerOf(random: Random, kinds: readonly Kind[], column: 0 | 1): () => () => Made {
  const all = kinds.reduce((sum, kind) => sum + kind[column], 0);
  return () => {
    let left = random.unit() * all;
    const picked = kinds.find((kind) => {
      left -= kind[column];
      return left < 0;
    });
    return (picked ?? random.pick(kinds))[2];
  };
}

function plain({ type, value, stackSize }: CatalogueEntry): Made {
  return { type, count: 1, components: {}, value, stackSize };
}

function catalogueEntry(type: string): CatalogueEntry {
  return ENTRIES.get(type) ?? { type, kind: 'gear', value: 1, stackSize: 1 };
}

function custom({ type, ...goods }: CustomGoods): Made {
  return { ...plain(catalogueEntry(type)), ...goods };
}

function cameraGoods(random: Random, names: readonly string[]): CustomGoods {
  return { type: 'PAINTING', name: CAMERA_PICTURE, components: cameraPicture(random, random.pick(names)), value: 1 };
}

const someOf = (made: Made, count: number): Made => ({ ...made, count });
const inSlots = (stacks: readonly (Made | null)[]) =>
  Array.from({ length: SLOTS }, (_gap, slot) => stacks[slot] ?? null);

function goodsOf(made: Made, random: Random): Goods {
  const { type, value, stackSize, older } = made;
  const item = made.item ?? itemOf(made);
  if (!older || !random.chance(OLDER)) return { item, value, stackSize };
  return { item: { ...item, snbt: writeOlderSnbt(type, older, random.pick(OLDER_FORMS)) }, value, stackSize };
}
