import { isNameOfType } from '../market/item/item-name.ts';
import { isUuid, Pseudonyms } from './pseudonyms.ts';
import { type PieceKind, ROOT_PATH, type ValuePath, Walk } from './walk.ts';

/** Limits nesting: SNBT in JSON, a text component in SNBT, JSON in that. Deeper texts are taken as plain. */
const DEEPEST_TEXT = 5;
/** Limits the names and identifiers remembered. */
const MOST_KNOWN_NAMES = 200_000;
/** Longer lists of numbers are a painting's pixels. */
const FEWEST_PIXELS = 64;

/** Texts of a server's plugins, which no player writes. */
const KEPT_TEXTS: ReadonlySet<string> = new Set([
  ...['SMALL', 'LONG', 'TALL', 'LARGE'].map((size) => `[Joy of Painting] Canvas (${size})`),
  '[Camerapture] Picture',
  'textures',
]);

const PING_TEXT = /^\W*(ping|pong|keep-?alive|heart-?beat)\W*$/i;
const NESTED = /^\s*[{["]/;
const BLOB = /^[\w+/=-]{48,}$/;
const NAMESPACED = /^[!#]?[a-z0-9_.-]+:[a-z0-9_./-]+$/;
const IDENTIFIER = /^[!#]?[\w.:/-]+$/;

interface AnonymiserOptions {
  readonly key: Uint8Array;
  /** False turns each digit of the pixels into 1. Lengths and counts stay. */
  readonly pixels: boolean;
  /** Called with each SNBT text and its anonymised form. */
  readonly onSnbt?: (original: string, recorded: string) => void;
}

/**
 * Replaces names, titles and all other text of players, uuids and skins in frames and snapshots, equal texts alike
 * within one recording. Walks characters instead of parsing, so that a broken text stays broken in the same way.
 * Structure, order, number formats, the game's identifiers and most lengths stay.
 */
export class Anonymiser {
  readonly #pseudonyms: Pseudonyms;
  readonly #pixels: boolean;
  readonly #onSnbt: (original: string, recorded: string) => void;
  /** In lower case. */
  readonly #names = new Set<string>();
  readonly #identifiers = new Map<string, string>();

  constructor({ key, pixels, onSnbt = () => undefined }: AnonymiserOptions) {
    this.#pseudonyms = new Pseudonyms(key);
    this.#pixels = pixels;
    this.#onSnbt = onSnbt;
  }

  /** Anonymises JSON, whole or broken: a frame of the stream, or a piece of a snapshot. */
  json(text: string): string {
    if (text.length < 32 && PING_TEXT.test(text)) return text;
    new Walk(text, true, ROOT_PATH, (value, place, kind) => this.#learn(value, place, kind, 0)).run();
    return this.#rewrite(text, true, ROOT_PATH, 0);
  }

  #rewrite(text: string, isJson: boolean, place: ValuePath, depth: number): string {
    return new Walk(text, isJson, place, (value, at, kind) => {
      if (kind === 'key') return this.#key(value, at);
      if (kind === 'numbers') return this.#numbers(value, at);
      if (kind === 'number') return /uuid(?:most|least)/.test(at.key) ? this.#pseudonyms.ofDigits(value) : value;
      if (kind === 'broken') return this.#pseudonyms.ofText(value);
      return this.#string(value, at, { isJson, depth, isBare: kind === 'bare' });
    }).run();
  }

  /** Remembers the names in the fields that name players. */
  #learn(value: string, place: ValuePath, kind: PieceKind, depth: number): string {
    const isText = kind === 'string' || kind === 'bare';
    if (isText && depth < DEEPEST_TEXT && NESTED.test(value)) {
      new Walk(value, false, place, (inner, at, kind) => this.#learn(inner, at, kind, depth + 1)).run();
    } else if (isText && isPlayerField(place) && !isUuid(value)) {
      for (const [name] of value.matchAll(/[\p{L}\p{N}_]{3,}/gu)) {
        if (this.#names.size < MOST_KNOWN_NAMES) this.#names.add(name.toLowerCase());
      }
    }
    return value;
  }

  #string(
    value: string,
    place: ValuePath,
    { isJson, depth, isBare }: { isJson: boolean; depth: number; isBare: boolean },
  ) {
    if (isJson && place.key === 'snbt') {
      const recorded = this.#rewrite(value, false, { ...place, key: '', parent: '' }, depth + 1);
      this.#onSnbt(value, recorded);
      return recorded;
    }
    if (BLOB.test(value)) return this.#pseudonyms.ofBlob(value);
    if (isPlayerField(place)) return this.#pseudonyms.ofText(value);
    if (KEPT_TEXTS.has(value) || isNameOfType(value, place.itemType)) return value;
    if (!isBare && depth < DEEPEST_TEXT && NESTED.test(value)) return this.#rewrite(value, false, place, depth + 1);
    const key = bareKey(place.key);
    if (value.startsWith('minecraft:') && NAMESPACED.test(value)) return this.#pseudonyms.ofUuidsIn(value);
    if (GAME_KEYS.has(key) && IDENTIFIER.test(value)) return this.#pseudonyms.ofUuidsIn(value);
    const isServers = NAMESPACED.test(value) || (SERVER_KEYS.has(key) && IDENTIFIER.test(value));
    return isServers ? this.#identifier(value) : this.#pseudonyms.ofText(value);
  }

  #key(key: string, { parent }: ValuePath): string {
    if (KEPT_KEYS.has(key.toLowerCase()) || key.startsWith('minecraft:') || /enchant|levels/i.test(parent)) {
      return this.#pseudonyms.ofUuidsIn(key);
    }
    return IDENTIFIER.test(key) && key.length <= 128 ? this.#identifier(key) : this.#pseudonyms.ofText(key);
  }

  /** Keeps an identifier of the server, but replaces the player names that are known when it first occurs. */
  #identifier(identifier: string): string {
    const known = this.#identifiers.get(identifier);
    if (known !== undefined) return known;
    const made = this.#pseudonyms.ofUuidsIn(identifier).replace(/[^!#:./-]+/g, (part) => this.#withoutNames(part));
    if (this.#identifiers.size < MOST_KNOWN_NAMES) this.#identifiers.set(identifier, made);
    return made;
  }

  /** Returns `head_of_player_017` with the pseudonym if Player_017 is a known name. */
  #withoutNames(part: string): string {
    if (this.#names.has(part.toLowerCase())) return this.#pseudonyms.ofWord(part);
    const words = part.split('_');
    if (words.length > 16) return this.#pseudonyms.ofText(part);
    for (let length = words.length - 1; length > 0; length--) {
      for (let from = 0; from + length <= words.length; from++) {
        const name = words.slice(from, from + length).join('_');
        if (!this.#names.has(name.toLowerCase())) continue;
        const around = [words.slice(0, from), words.slice(from + length)].map((rest) =>
          this.#withoutNames(rest.join('_')),
        );
        return [around[0], this.#pseudonyms.ofWord(name), around[1]].filter((each) => each !== '').join('_');
      }
    }
    return part;
  }

  #numbers(list: string, { key }: ValuePath): string {
    const integers = list.match(/[+-]?\d+/g) ?? [];
    const isUuid = integers.length === 4 && (/^\[\s*I;/.test(list) || /uuid|^id$/.test(key));
    if (isUuid) {
      const made = this.#pseudonyms.ofUuidIntegers(integers.map(Number));
      let at = 0;
      return list.replace(/[+-]?\d+/g, () => String(made[at++] ?? 0));
    }
    return this.#pixels || integers.length < FEWEST_PIXELS ? list : list.replace(/\d/g, '1');
  }
}

function isPlayerField({ key, parent }: ValuePath): boolean {
  return PLAYER_KEYS.test(key) || (key === 'name' && PLAYER_KEYS.test(parent));
}

function bareKey(key: string): string {
  return key.startsWith('minecraft:') ? key.slice(10) : key;
}

/** Keys of the wire and of the game's item data that are kept even if a player has such a name. */
export const KEPT_KEYS: ReadonlySet<string> = new Set(
  `event timestamp data type item amount quantity name snbt childitems finalbid currencyamount itemprice
  totalamount location x y z world id owner uuid price remaining remainingstock hello-from-eco-v1 error count
  slot tag components items display lore level levels lvl text extra translate fallback with color bold italic
  underlined strikethrough obfuscated keybind font insertion clickevent hoverevent click_event hover_event
  action value contents raw pages title author generation resolved properties signature textures profile strings
  floats flags colors sound song potion effects duration amplifier enchantments storedenchantments ench
  custom_data publicbukkitvalues types pattern material fireworks flight flight_duration explosions age health
  damage repaircost unbreakable custommodeldata hideflags skullowner blockentitytag bases patterns trim
  instrument variant operation attributes creator`.split(/\s+/),
);

/** Keys whose values are the game's own identifiers. */
export const GAME_KEYS: ReadonlySet<string> = new Set(
  `event type id color potion instrument pattern material variant rarity slot action operation attribute asset_id
  equipment_slot sound_event song font shape keybind effect tropical_fish/pattern tropical_fish/base_color
  tropical_fish/pattern_color axolotl/variant cat/variant salmon/size`.split(/\s+/),
);

/** Keys whose values are identifiers of the server. */
export const SERVER_KEYS: ReadonlySet<string> = new Set(
  'world strings translate item_model jukebox_playable custom_model_data model tooltip_style'.split(' '),
);

/** Keys whose value, or whose `name`, is a player's name. */
export const PLAYER_KEYS = /author|creator|owner|player|signature|signed|profile/;
