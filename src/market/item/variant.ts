import { enchantmentId, withoutNamespace } from './enchantment-id.ts';
import { fitGraphemes } from './fit-graphemes.ts';
import type { Enchantment, Variant } from './item.ts';
import type { Snbt, SnbtCompound } from './snbt.ts';
import { textOf } from './text-component.ts';

/** Of a custom name, in UTF-16 units; the game itself lets players type 50. */
const LONGEST_NAME = 256;

export const PLAIN: Variant = { enchantments: [], potion: null, canvas: null, customName: null };

/**
 * What makes the item special, from its SNBT of any game version: a bare tag, a tag in `{id,Count,tag}`, components in
 * `{components}` or bare, keys with or without `minecraft:`.
 */
export function variantOf(snbt: Snbt): Variant {
  if (!isCompound(snbt)) return PLAIN;
  const levels = [snbt, snbt.get('tag'), snbt.get('components')].filter(isCompound);
  const display = fieldOf(levels, FIELDS.display);
  const name = fieldOf(levels, FIELDS.customName) ?? (isCompound(display) ? display.get('Name') : undefined);
  return {
    enchantments: enchantmentsOf(FIELDS.enchantments.map((names) => fieldOf(levels, names))),
    potion: potionOf(fieldOf(levels, FIELDS.potionContents) ?? fieldOf(levels, FIELDS.potion)),
    canvas: canvasIn(snbt, CONTENTS_AND_NAMES) ?? canvasIn(snbt, CONTENTS),
    customName: name === undefined ? null : customNameOf(name),
  };
}

function customNameOf(component: Snbt): string | null {
  const name = textOf(component);
  return name === null || name.length <= LONGEST_NAME ? name : fitGraphemes(name, LONGEST_NAME);
}

/** The names of a field, ours first. */
type Names = readonly [string, string];

const namesOf = (name: string): Names => [name, `minecraft:${name}`];

const FIELDS = {
  display: namesOf('display'),
  customName: namesOf('custom_name'),
  potionContents: namesOf('potion_contents'),
  potion: namesOf('Potion'),
  enchantments: ['enchantments', 'stored_enchantments', 'Enchantments', 'StoredEnchantments', 'ench'].map(namesOf),
};

function isCompound(value: Snbt | undefined): value is SnbtCompound {
  return value instanceof Map;
}

/** The field in the first of the levels that has it. */
function fieldOf(levels: readonly SnbtCompound[], [bare, full]: Names): Snbt | undefined {
  for (const level of levels) {
    const value = level.get(bare) ?? level.get(full);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Sorted by id; of an id that stands twice, the higher level. */
function enchantmentsOf(fields: readonly (Snbt | undefined)[]): Enchantment[] {
  const levels = new Map<string, number>();
  for (const [written, level] of fields.flatMap(pairsOf)) {
    const id = enchantmentId(written);
    if (id === null || !Number.isSafeInteger(level)) continue;
    levels.set(id, Math.max(Number(level), levels.get(id) ?? 0));
  }
  return [...levels]
    .filter(([, level]) => level >= 1)
    .map(([id, level]) => ({ id, level }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** `[{id,lvl}]`, `{levels:{id:level}}` or `{id:level}` as pairs of id and level. */
function pairsOf(field: Snbt | undefined): [unknown, unknown][] {
  if (isCompound(field)) {
    const levels = field.get('levels');
    return [...(isCompound(levels) ? levels : field)];
  }
  if (!Array.isArray(field)) return [];
  return (field as readonly Snbt[]).filter(isCompound).map((entry) => [entry.get('id'), entry.get('lvl')]);
}

function potionOf(field: Snbt | undefined): string | null {
  const written = isCompound(field) ? field.get('potion') : field;
  const id = typeof written === 'string' ? withoutNamespace(written) : '';
  return id === '' || id === 'empty' ? null : id;
}

/** What a container holds is not the container's own; what a player wrote is looked at only when nothing else is there. */
const CONTENTS: ReadonlySet<string> = new Set(['Items', 'container', 'bundle_contents']);
const CONTENTS_AND_NAMES: ReadonlySet<string> = new Set([...CONTENTS, 'display', 'custom_name', 'lore']);
const CANVAS = /(?<![\da-f-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}_-?\d{1,19}(?!\d)/i;

function canvasIn(value: Snbt, without: ReadonlySet<string>): string | null {
  if (typeof value === 'string') return CANVAS.exec(value)?.[0].toLowerCase() ?? null;
  if (typeof value !== 'object') return null;
  if (!isCompound(value)) return firstCanvas(value as readonly Snbt[], without);
  for (const [key, entry] of value) {
    if (without.has(withoutNamespace(key)) || without.has(key)) continue;
    const canvas = canvasIn(key, without) ?? canvasIn(entry, without);
    if (canvas !== null) return canvas;
  }
  return null;
}

function firstCanvas(values: readonly Snbt[], without: ReadonlySet<string>): string | null {
  for (const value of values) {
    const canvas = canvasIn(value, without);
    if (canvas !== null) return canvas;
  }
  return null;
}
