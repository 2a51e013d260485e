import { withoutNamespace } from './game-ids.ts';
import { isCompound, isList, localName, readSnbt, type Snbt, type SnbtCompound } from './snbt.ts';

/** Contents are separate items, so the reader skips them in their container. */
const CONTENTS_NAMES: ReadonlySet<string> = new Set(['Items', 'container', 'bundle_contents']);
/** `CONTENTS_NAMES` with and without the namespace `minecraft:`, as an SNBT may write them. */
export const CONTENTS_KEYS: ReadonlySet<string> = new Set(
  [...CONTENTS_NAMES].flatMap((name) => [name, `minecraft:${name}`]),
);
/** Lore is searched only if nothing else identifies a painting. */
const CONTENTS_AND_NAMES: ReadonlySet<string> = new Set([...CONTENTS_NAMES, 'display', 'custom_name', 'lore']);
/**
 * A player can type any id into a name, so names are not searched. Crier up to 0.3.0 took such an id for a painting.
 */
const CONTENTS_AND_TYPED: ReadonlySet<string> = new Set([...CONTENTS_NAMES, 'Name', 'custom_name']);
const CANVAS_ID_WITHIN_TEXT = /(?<![\da-f-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}_-?\d{1,19}(?!\d)/i;
/** Matches every text with a painting's id. Escapes may hide an id, so a text with escapes matches too. */
const MAY_HOLD_CANVAS = /\\|[\da-f]-[\da-f]{12}_-?\d/i;
const PICTURE_KEY = 'picture_data';
const CANVAS_ID_KEY = /^canvas[_-]?id$/i;
/** Prefix of `title`, `author` and `generation` in the data of a painting. */
const CANVAS_PREFIX = /^canvas[_-]?/i;

/** A painting's id and the compound that holds it, or null if the id is part of a longer text or a list. */
interface FoundCanvas {
  readonly id: string;
  readonly siblings: SnbtCompound | null;
}

/**
 * An item's data of any game version: a bare tag, a tag in `{id,Count,tag}`, components in `{components}` or bare, keys
 * with or without `minecraft:`. `type` is in upper case, as the service writes it.
 */
export class ItemData {
  readonly type: string;
  readonly levels: readonly SnbtCompound[];
  readonly #root: SnbtCompound;
  readonly #fields: SnbtCompound;
  readonly #canvas: FoundCanvas | null;
  readonly #isCanvasById: boolean;
  readonly #mayHoldCanvas: boolean;
  /** Undefined until the first search. */
  #picture: { readonly data: SnbtCompound | null } | undefined;

  /** @param snbt the text of `root`, which is cheaper to search than its values; few hold a painting or a picture */
  constructor(type: string, root: SnbtCompound, snbt: string) {
    this.type = type;
    this.#root = root;
    this.levels = [root, root.get('tag'), root.get('components')].filter(isCompound);
    this.#fields = fieldsOf(this.levels);
    this.#mayHoldCanvas = MAY_HOLD_CANVAS.test(snbt);
    const byId = this.#mayHoldCanvas ? canvasById(root) : null;
    this.#isCanvasById = byId !== null;
    this.#canvas = byId ?? (this.#mayHoldCanvas ? canvasAnywhere(root) : null);
    if (!snbt.includes(PICTURE_KEY) && !snbt.includes(ESCAPE)) this.#picture = NO_PICTURE;
  }

  hasAny(names: ReadonlySet<string>): boolean {
    for (const name of this.#fields.keys()) if (names.has(name)) return true;
    return false;
  }

  /** Returns the value of the first key that any level has. */
  field(...names: readonly string[]): Snbt | undefined {
    for (const name of names) {
      const value = this.#fields.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  compound(...names: readonly string[]): SnbtCompound | null {
    const value = this.field(...names);
    return isCompound(value) ? value : null;
  }

  /** Returns the value of the field in the first compound that exists. */
  within(names: readonly string[], ...fields: readonly string[]): Snbt | undefined {
    const compound = this.compound(...names);
    return compound === null
      ? undefined
      : fields.map((field) => compound.get(field)).find((value) => value !== undefined);
  }

  /** The painting's id in lower case, wherever it occurs. */
  get canvas(): string | null {
    return this.#canvas?.id ?? null;
  }

  /** The painting's id as Crier up to 0.3.0 found it. Stored keys contain its hash. */
  get formerCanvas(): string | null {
    if (!this.#mayHoldCanvas) return null;
    const found = this.#isCanvasById ? canvasWithin(this.#root, CONTENTS_AND_NAMES, null) : this.#canvas;
    return (found ?? canvasWithin(this.#root, CONTENTS_NAMES, null))?.id ?? null;
  }

  /** Returns a field next to the painting's id. `title` also finds `canvas_title` and `mod:canvas_title`. */
  nextToCanvas(name: string): Snbt | undefined {
    for (const [key, value] of this.#canvas?.siblings ?? []) {
      if (localName(key).replace(CANVAS_PREFIX, '').toLowerCase() === name) return value;
    }
    return undefined;
  }

  /** The data of a camera's picture, wherever it occurs: a compound or JSON with `id` and `creator`. */
  get picture(): SnbtCompound | null {
    this.#picture ??= { data: pictureIn(this.#root) };
    return this.#picture.data;
  }
}

/**
 * Returns all fields by name without `minecraft:`. For a repeated name, the outer level wins, and on one level the bare
 * name.
 */
function fieldsOf(levels: readonly SnbtCompound[]): SnbtCompound {
  const fields = new Map<string, Snbt>();
  for (const level of levels) {
    for (const [key, value] of level) if (!key.startsWith(GAME_NAMESPACE) && !fields.has(key)) fields.set(key, value);
    for (const [key, value] of level) {
      if (!key.startsWith(GAME_NAMESPACE)) continue;
      const name = key.slice(GAME_NAMESPACE.length);
      if (!fields.has(name)) fields.set(name, value);
    }
  }
  return fields;
}

const GAME_NAMESPACE = 'minecraft:';
const ESCAPE = '\\';
const NO_PICTURE = { data: null };

function pictureIn(root: SnbtCompound): SnbtCompound | null {
  const written = findEntry(root, (key, value) => (localName(key) === PICTURE_KEY ? value : undefined));
  const value = typeof written === 'string' ? readSnbt(written) : written;
  return isCompound(value) ? value : null;
}

function canvasById(root: SnbtCompound): FoundCanvas | null {
  return (
    findEntry(root, (key, value, siblings) => {
      const id =
        typeof value === 'string' && CANVAS_ID_KEY.test(localName(key))
          ? CANVAS_ID_WITHIN_TEXT.exec(value)?.[0]
          : undefined;
      return id === undefined ? undefined : { id: id.toLowerCase(), siblings };
    }) ?? null
  );
}

function canvasAnywhere(root: SnbtCompound): FoundCanvas | null {
  return canvasWithin(root, CONTENTS_AND_NAMES, null) ?? canvasWithin(root, CONTENTS_AND_TYPED, null) ?? null;
}

/** Returns the first answer for an entry of any compound within the value, outer before inner. */
function findEntry<T>(
  value: Snbt,
  answer: (key: string, value: Snbt, siblings: SnbtCompound) => T | undefined,
): T | undefined {
  if (typeof value !== 'object') return undefined;
  if (isList(value)) return firstAnswer(value, (entry) => findEntry(entry, answer));
  if (!isCompound(value)) return undefined;
  const compound = value;
  return (
    firstAnswer(compound, ([key, entry]) => answer(key, entry, compound)) ??
    firstAnswer(compound, ([key, entry]) => (hasName(key, CONTENTS_NAMES) ? undefined : findEntry(entry, answer)))
  );
}

/** Finds the first text that looks like a painting's id, ignoring the given keys. */
function canvasWithin(
  value: Snbt,
  without: ReadonlySet<string>,
  siblings: SnbtCompound | null,
): FoundCanvas | undefined {
  if (typeof value === 'string') {
    const id = CANVAS_ID_WITHIN_TEXT.exec(value)?.[0].toLowerCase();
    return id === undefined ? undefined : { id, siblings: id.length === value.length ? siblings : null };
  }
  if (typeof value !== 'object') return undefined;
  if (isList(value)) return firstAnswer(value, (entry) => canvasWithin(entry, without, null));
  if (!isCompound(value)) return undefined;
  const compound = value;
  return firstAnswer(compound, ([key, entry]) => {
    if (hasName(key, without)) return undefined;
    return canvasWithin(key, without, null) ?? canvasWithin(entry, without, compound);
  });
}

function hasName(key: string, names: ReadonlySet<string>): boolean {
  return names.has(key) || names.has(withoutNamespace(key));
}

function firstAnswer<Entry, T>(entries: Iterable<Entry>, answer: (entry: Entry) => T | undefined): T | undefined {
  for (const entry of entries) {
    const found = answer(entry);
    if (found !== undefined) return found;
  }
  return undefined;
}
