import type { Item, Owner } from '../domain.ts';
import { createRandom, type Random } from '../random.ts';
import { type Components, PerChannel, textComponent, Written } from '../snbt.ts';
import { itemOf, type Stack } from '../stack.ts';
import { drawMotif, MOTIFS } from './motifs.ts';

/** The sizes of canvases: frequency in a hundred, and the game's names for them. */
const SIZES = [
  { name: 'SMALL', id: 'item_canvas', width: 16, height: 16, often: 40 },
  { name: 'LONG', id: 'item_canvas_long', width: 32, height: 16, often: 20 },
  { name: 'TALL', id: 'item_canvas_tall', width: 16, height: 32, often: 15 },
  { name: 'LARGE', id: 'item_canvas_large', width: 32, height: 32, often: 25 },
] as const;
type Size = (typeof SIZES)[number];

const PAINTERS = 40;
const MOST_BY_ONE = 12;
/** Epoch seconds of the oldest canvas. Ids end in the time at which the canvas was begun. */
const FIRST_BEGUN = 1_751_400_000;
const BEGUN_WITHIN = 22_000_000;

/** 1 is the original, 2 a copy, 3 a copy of a copy. */
export type Generation = 1 | 2 | 3;

/** A painting that players trade in several generations. */
export interface Painting {
  /** `<author uuid>_<integer>`. */
  readonly id: string;
  readonly author: string;
  readonly title: string | null;
  readonly size: Size;
  readonly version: number;
  /** The worth of a copy of a copy, in diamonds. Copies and originals are worth more. */
  readonly value: number;
  readonly motif: (typeof MOTIFS)[number];
  /** The seed of the random numbers that draw the pixels. */
  readonly seed: number;
}

/** The paintings of a market, by some of its players. */
export function paintGallery(random: Random, players: readonly Owner[]): readonly Painting[] {
  return Array.from({ length: PAINTERS }, () => random.pick(players)).flatMap(({ name, uuid }) =>
    Array.from({ length: random.integer(1, MOST_BY_ONE) }, () => paint(random, name ?? 'Nobody', uuid)),
  );
}

function paint(random: Random, author: string, uuid: string): Painting {
  const motif = random.pick(MOTIFS);
  return {
    id: `${uuid}_${FIRST_BEGUN + random.integer(0, BEGUN_WITHIN)}`,
    author,
    title: random.chance(0.05) ? null : random.pick(motif.titles),
    size: pickSize(random),
    version: random.integer(20, 260),
    value: random.chance(0.6) ? 1 : random.integer(2, 8),
    motif,
    seed: random.integer(0, 2 ** 31),
  };
}

function pickSize(random: Random): Size {
  let left = random.integer(1, 100);
  const picked = SIZES.find(({ often }) => {
    left -= often;
    return left <= 0;
  });
  return picked ?? SIZES[0];
}

const drawn = new WeakMap<Painting, Written>();

/** The pixels in SNBT's notation, drawn once. */
function pixelsOf(painting: Painting): Written {
  const { motif, size, seed } = painting;
  const pixels =
    drawn.get(painting) ?? new Written(`[I;${drawMotif(motif, size.width, size.height, createRandom(seed)).join()}]`);
  drawn.set(painting, pixels);
  return pixels;
}

function paintingComponents(painting: Painting, generation: Generation, customName: string | undefined): Components {
  const { id, author, title, size, version } = painting;
  const [item, fallback] = [`xercapaint:${size.id}`, canvasName(painting)];
  return {
    'minecraft:custom_data': {
      PublicBukkitValues: {
        // Originals are older than the server's use of this key for copies.
        'realm:canvas_author_uuid': generation === 1 ? undefined : id.slice(0, id.indexOf('_')),
        'realm:xerca_item': item,
        'xercapaint:canvas_author': author,
        'xercapaint:canvas_generation': generation,
        'xercapaint:canvas_id': id,
        'xercapaint:canvas_pixels': new PerChannel(pixelsOf(painting), undefined),
        'xercapaint:canvas_title': title ?? undefined,
        'xercapaint:canvas_version': version,
      },
    },
    'minecraft:custom_model_data': { strings: [item] },
    'minecraft:custom_name': customName,
    'minecraft:item_name': textComponent({
      color: 'red',
      fallback,
      italic: false,
      translate: `item.xercapaint.${size.id}`,
    }),
    'minecraft:max_stack_size': 1,
  };
}

/** A painting as an item. `customName` is a name that a player gave it. */
export function paintingStack(painting: Painting, generation: Generation, customName?: string): Stack {
  const components = paintingComponents(painting, generation, customName);
  return { type: 'PAINTING', count: 1, name: customName ?? canvasName(painting), components };
}

/** A painting for a shop or an auction. */
export function paintingItem(painting: Painting, generation: Generation): Item {
  return itemOf(paintingStack(painting, generation));
}

/** A shulker box with a painting in each slot, at most 27: the largest of all items. */
export function boxOfPaintings(paintings: readonly Painting[]): Item {
  const slots = Array.from({ length: 27 }, (_gap, slot) => {
    const painting = paintings[slot];
    return painting ? paintingStack(painting, 2) : null;
  });
  return itemOf({ type: 'BLUE_SHULKER_BOX', count: 1, components: {}, slots });
}

/** Returns the game's name for a canvas of this size. */
function canvasName({ size }: Painting): string {
  return `[Joy of Painting] Canvas (${size.name})`;
}

/** Returns the usual worth of one painting in this generation, in diamonds. */
export function paintingValue({ value }: Painting, generation: Generation): number {
  return value * ({ 1: 8, 2: 2, 3: 1 } as const)[generation];
}

/** A camera picture, which has an id and no pixels. */
export function cameraPicture(random: Random, creator: string): Components {
  const timestamp = FIRST_BEGUN * 1_000 + random.integer(0, BEGUN_WITHIN) * 1_000;
  const data = JSON.stringify({ id: random.uuid(), creator, timestamp });
  return {
    'minecraft:custom_data': {
      PublicBukkitValues: {
        'camerapture:picture_data': new Written(`'${data}'`),
        'realm:camerapture_item': 'camerapture:picture',
      },
    },
    'minecraft:custom_model_data': { strings: ['camerapture:camera', random.uuid()] },
    'minecraft:item_name': textComponent({
      color: 'red',
      fallback: CAMERA_PICTURE,
      italic: false,
      translate: 'item.camerapture.picture',
    }),
  };
}

export const CAMERA_PICTURE = '[Camerapture] Picture';
