import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Item, traitOf } from '../../src/market/item/item.ts';
import { displayName } from '../../src/market/item/label.ts';
import { readFrame } from '../../src/service/wire/frame.ts';
import { isWireItem, toItem } from '../../src/service/wire/item.ts';

/** Stands on: items as a live service sends them, and the wire readers without sockets. */

const SAMPLES = join(import.meta.dirname, '..', 'samples');

function recordsOf(file: string): readonly unknown[] {
  return JSON.parse(readFileSync(join(SAMPLES, `${file}.json`), 'utf8'));
}

/** Reads the items in the frames of a live service. */
function itemsOf(file: string): Item[] {
  return recordsOf(file).map((frame) => {
    const read = readFrame(JSON.stringify(frame));
    if (read.kind !== 'event') throw new Error(`Not an event: ${JSON.stringify(read)}`);
    return read.event.item;
  });
}

test('items that players price separately have the labels that players use', () => {
  expect(itemsOf('variants').map((item) => displayName(item))).toEqual([
    'Music Disc “Harbour Song”',
    'Music Disc “Slow Rain”',
    'Music Disc 11',
    'Waystone (Cobblestone Wall)',
    'Waystone (Polished Blackstone Pressure Plate)',
    'Wrench (Debug Stick)',
    'Garden Gnome (Player Head)',
    'Telescope (Spyglass)',
    'Firework Rocket (flight 2)',
    'Firework Rocket (flight 3)',
    'Drill (Wooden Pickaxe)',
    'Ominous Bottle V',
    'Ominous Bottle I',
    'A Short Guide by Player_011 (Written Book, copy)',
    'Splash Potion (Strong Strength)',
    'Enchanted Book (Smite V)',
    'Reinforced Elytra (Elytra, Mending, Unbreaking III)',
    'Copper Helmet (Projectile Protection III, damaged)',
    'Diamond (signed by Player_068, Player_052)',
    'Bucket of Axolotl (Wild)',
  ]);
});

test('paintings are named by title, author and generation', () => {
  expect(itemsOf('paintings').map((item) => displayName(item))).toEqual([
    '“Harbour at Dusk” by Player_017 (copy of a copy)',
    '“Two Hills” by Player_017 (copy)',
    '“Lantern” by Player_090 (original)',
    '“Market Square” by Player_090 (copy) “My best one”',
    '“No Pixels Here” by Player_017 (copy of a copy)',
    'Camera picture by Player_020 (f2de65f5)',
    'Painting',
  ]);
});

test('fault 93: items that players price separately have distinct keys, without colour codes and empty slots', () => {
  const items = [...itemsOf('variants'), ...itemsOf('paintings')];
  expect(new Set(items.map(({ identity }) => identity.key)).size).toBe(items.length);
  expect(items.find(({ identity }) => traitOf(identity, 'head') !== null)?.name).toBe('Garden Gnome');
});

test('a container keeps its own name and contains the items of its slots', () => {
  const [empty, box] = itemsOf('containers');
  expect([empty && displayName(empty), empty?.contents]).toEqual(['Shulker Box', []]);
  expect(box && displayName(box)).toBe('White Shulker Box “Maybe Diamonds”');
  expect(box?.contents.map((item) => [displayName(item), item.contents.map((inner) => displayName(inner))])).toEqual([
    ['Bundle', ['Block of Copper', 'Diamond']],
  ]);
});

test('a painting in a shop whose name is quoted JSON has the same label as in a frame', () => {
  const items = recordsOf('shops').map((record) => Object(record).item);
  const labels = items.filter(isWireItem).map((item) => displayName(toItem(item, 'plain')));
  expect(labels).toContain('“Two Hills” by Player_017 (copy of a copy)');
});

test.each(['AIR', 'CAVE_AIR', 'VOID_AIR'])('fault 92: %s in a container is an empty slot', (type) => {
  const box = { type: 'SHULKER_BOX', childItems: [{ type, quantity: 1 }, { type: 'DIRT', quantity: 2 }, null] };
  expect(toItem(box, 'plain').contents.map(({ identity, quantity }) => [identity.type, quantity])).toEqual([
    ['DIRT', 2],
  ]);
});
