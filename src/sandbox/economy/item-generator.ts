import { CATALOGUE, type CatalogueEntry, displayNameOf } from './catalogue.ts';
import type { Item } from './domain.ts';
import { HOSTILE_NAMES } from './hostile-names.ts';
import type { Random } from './random.ts';
import { ERAS, type ItemData, writeSnbt } from './snbt.ts';
import { rollVariant } from './variants.ts';

/** A stack made up, with what one bundle of it is usually worth in diamonds. */
export interface ValuedItem {
  readonly item: Item;
  readonly value: number;
  readonly stackSize: number;
}

/** Makes the stacks that shops sell. */
export interface ItemGenerator {
  /** Any item; containers come filled. */
  makeItem(): ValuedItem;
  /** The canvas ids of all paintings there are. */
  readonly canvases: readonly string[];
}

const SLOTS = 27;
const PAINTERS = 40;
const SPECIAL = CATALOGUE.filter(({ kind }) => ['book', 'potion', 'painting'].includes(kind));
const CONTAINERS = CATALOGUE.filter(({ kind }) => kind === 'container');
const CONTENTS = CATALOGUE.filter(({ kind }) => kind !== 'container');

export function createItemGenerator(random: Random): ItemGenerator {
  const canvases = Array.from({ length: PAINTERS }, () => random.uuid()).flatMap((author) =>
    Array.from({ length: random.integer(1, 12) }, (_gap, serial) => `${author}_${serial + 1}`),
  );
  let made = 0;

  function stackOf(entry: CatalogueEntry, quantity: number, hostileName?: string): ValuedItem {
    const { data, extraValue } = rollVariant(random, entry.kind, canvases);
    const said: ItemData = hostileName === undefined ? data : { ...data, customName: hostileName };
    const snbt = writeSnbt(entry.type, said, random.pick(ERAS));
    const name = said.customName ?? displayNameOf(entry.type);
    const item = { type: entry.type, quantity, name, snbt };
    return { item, value: (entry.value + extraValue) * quantity, stackSize: entry.stackSize };
  }

  /** The slots of a container: empty, all alike, or mixed with gaps; now and then a container inside. */
  function fill(depth: number): { childItems: (Item | null)[]; value: number } {
    if (random.chance(0.2)) return { childItems: random.chance(0.5) ? [] : slotsOf(null), value: 0 };
    if (random.chance(0.4)) {
      const entry = random.pick(CONTENTS);
      const valued = stackOf(entry, entry.stackSize);
      return { childItems: slotsOf(valued.item), value: valued.value * SLOTS };
    }
    const valuedItems = Array.from({ length: random.integer(2, 9) }, () => {
      if (random.chance(0.3)) return null;
      if (depth < 2 && random.chance(0.1)) return containerOf(random.pick(CONTAINERS), depth + 1);
      const entry = random.pick(CONTENTS);
      return stackOf(entry, random.integer(1, entry.stackSize));
    });
    return {
      childItems: valuedItems.map((valued) => valued?.item ?? null),
      value: valuedItems.reduce((sum, valued) => sum + (valued?.value ?? 0), 0),
    };
  }

  function containerOf(entry: CatalogueEntry, depth: number): ValuedItem {
    const box = stackOf(entry, 1);
    const { childItems, value } = fill(depth);
    return { ...box, item: { ...box.item, childItems }, value: box.value + value };
  }

  function makeItem(): ValuedItem {
    made += 1;
    // Every hundredth or so is named by a joker, in turn, so that even a small market has each of the hostile names.
    if (made % 101 === 17) {
      const name = HOSTILE_NAMES[Math.floor(made / 101) % HOSTILE_NAMES.length];
      return stackOf(random.pick(CONTENTS), 1, name);
    }
    const entry = random.pick(random.chance(0.12) ? SPECIAL : CATALOGUE);
    if (entry.kind === 'container') return containerOf(entry, 0);
    return stackOf(entry, bundleSize(random, entry));
  }

  return { makeItem, canvases };
}

const slotsOf = (item: Item | null): (Item | null)[] => Array.from({ length: SLOTS }, () => item);

/** Cheap things are sold by the stack, dear ones singly, so that a bundle is worth some diamonds. */
function bundleSize(random: Random, { value, stackSize }: CatalogueEntry): number {
  const worthwhile = Math.max(1, Math.ceil(random.integer(2, 16) / Math.max(value, 0.001)));
  const round = worthwhile <= 1 ? 1 : 2 ** Math.ceil(Math.log2(worthwhile));
  return Math.min(stackSize, round);
}
