import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../faults/operator-fault.ts';
import type { ItemNames } from '../language/language.ts';
import { currentType, namesOfType } from '../market/item/current-type.ts';
import { enchantmentId } from '../market/item/game-ids.ts';
import { itemName } from '../market/item/item-name.ts';
import { searchText } from '../market/search/search-text.ts';
import type { Log } from '../ports/log.ts';

/** The language of Crier by the name of the game's file. */
const LANGUAGE_BY_FILE: Readonly<Record<string, string>> = {
  'en_us.json': 'en',
  'de_de.json': 'de',
  'fr_fr.json': 'fr',
  'es_es.json': 'es-ES',
  'pt_br.json': 'pt-BR',
  'it_it.json': 'it',
  'nl_nl.json': 'nl',
  'pl_pl.json': 'pl',
  'ru_ru.json': 'ru',
  'uk_ua.json': 'uk',
  'tr_tr.json': 'tr',
  'ja_jp.json': 'ja',
  'ko_kr.json': 'ko',
  'zh_cn.json': 'zh-CN',
};
/** Limits the size of a file. The game's own files have less than a million bytes. */
const MOST_NAME_FILE_BYTES = 8_000_000;

/**
 * Reads the names of items by language from a folder of the game's language files. An unusable file is logged, and the
 * others are read.
 */
export async function readItemNames(folder: string | undefined, log: Log): Promise<ReadonlyMap<string, GameNames>> {
  const names = new Map<string, GameNames>();
  if (folder === undefined) return names;
  const files = await listFiles(folder, log);
  for (const file of files) {
    const language = LANGUAGE_BY_FILE[file.toLowerCase()];
    if (language === undefined) continue;
    const read = await readNameFile(join(folder, file)).catch((error: unknown) => reasonOf(error));
    if (typeof read !== 'string') names.set(language, read);
    else log.warn({ file, why: read }, 'File of ITEM_NAMES ignored: copy it again from the game’s assets');
  }
  const unknown = files.filter((file) => LANGUAGE_BY_FILE[file.toLowerCase()] === undefined);
  if (unknown.length > 0) {
    const read = Object.keys(LANGUAGE_BY_FILE);
    log.warn(
      { files: unknown, read },
      'Files of ITEM_NAMES ignored: use the game’s own name for a language that Crier speaks',
    );
  }
  if (names.size > 0) log.info({ languages: [...names.keys()] }, 'Item names loaded from ITEM_NAMES');
  return names;
}

/** @throws Error with the reason if the file cannot be used */
async function readNameFile(path: string): Promise<GameNames> {
  const { size } = await stat(path);
  if (size > MOST_NAME_FILE_BYTES) throw new Error(`it has ${size} bytes, more than ${MOST_NAME_FILE_BYTES}`);
  // Editors on Windows begin a file with a byte order mark.
  const texts: unknown = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  if (typeof texts !== 'object' || texts === null) throw new Error('it is no JSON object');
  const names = new GameNames({ ...texts });
  if (names.size === 0) throw new Error('it names no item: keys such as block.minecraft.slime_block are missing');
  return names;
}

async function listFiles(folder: string, log: Log): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((file) => !file.startsWith('.')).toSorted();
  } catch (error) {
    log.warn({ folder, why: reasonOf(error) }, 'ITEM_NAMES unreadable: name a folder that Crier may read');
    return [];
  }
}

/** Limits a name. All items of the game have shorter ones, and a choice in Discord has at most 100 characters. */
const MOST_ITEM_NAME_CHARACTERS = 100;
const TYPE = /^(item|block)\.minecraft\.([a-z0-9_]+)$/;
const ENCHANTMENT = /^enchantment\.minecraft\.([a-z0-9_]+)$/;
const LEVEL = /^enchantment\.level\.(\d{1,3})$/;
const POTION = /^item\.minecraft\.([a-z0-9_]+)\.effect\.([a-z0-9_]+)$/;

/** The names in one of the game's language files. Its other texts are ignored. */
export class GameNames implements ItemNames {
  readonly #types = new Map<string, string>();
  readonly #enchantments = new Map<string, string>();
  readonly #levels = new Map<number, string>();
  /** Keys are the type and the effect, separated by a space. */
  readonly #potions = new Map<string, string>();

  /** @param texts by the game's keys, such as `block.minecraft.slime_block`; keys of no item are ignored */
  constructor(texts: Readonly<Record<string, unknown>>) {
    const items = new Map<string, string>();
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== 'string' || text.trim() === '' || text.length > MOST_ITEM_NAME_CHARACTERS) continue;
      this.#take(key, text, items);
    }
    this.#keepTypes(items);
  }

  get size(): number {
    return this.#types.size;
  }

  type(type: string): string | null {
    // A file of an earlier game version has the type's name of that version.
    const name = namesOfType(type).find((each) => this.#types.has(each));
    return (name && this.#types.get(name)) ?? null;
  }

  enchantment(id: string): string | null {
    return this.#enchantments.get(id) ?? null;
  }

  level(level: number): string | null {
    return this.#levels.get(level) ?? null;
  }

  typeCalled(name: string): string | null {
    const { compact } = searchText(name);
    for (const [type, known] of this.#types) if (searchText(known).compact === compact) return currentType(type);
    return null;
  }

  /** Appends II for strong and + for long, as players write it. The game shows both next to the name instead. */
  potion(type: string, potion: string): string | null {
    const [, strength, effect = ''] = /^(strong_|long_)?(.*)$/.exec(potion) ?? [];
    const name = this.#potions.get(`${type} ${effect}`);
    if (name === undefined) return null;
    if (strength === undefined) return name;
    return strength === 'long_' ? `${name} +` : `${name} ${this.level(2) ?? 'II'}`;
  }

  #take(key: string, text: string, items: Map<string, string>): void {
    const [, kind, type] = TYPE.exec(key) ?? [];
    if (type !== undefined) (kind === 'item' ? items : this.#types).set(type.toUpperCase(), text);
    const enchantment = enchantmentId(ENCHANTMENT.exec(key)?.[1]);
    if (enchantment !== null) this.#enchantments.set(enchantment, text);
    const level = LEVEL.exec(key)?.[1];
    if (level !== undefined) this.#levels.set(Number(level), text);
    const [, vessel, effect] = POTION.exec(key) ?? [];
    if (vessel !== undefined) this.#potions.set(`${vessel.toUpperCase()} ${effect}`, text);
  }

  /**
   * Prefers an item's name to a block's: wheat is an item and a block with different names, and nobody can hold the
   * block. A name shared by several types gets the type appended, because twenty discs are all called Music Disc.
   */
  #keepTypes(items: ReadonlyMap<string, string>): void {
    const ofItems = new Set(items.values());
    for (const [type, name] of this.#types) if (ofItems.has(name) && !items.has(type)) this.#types.delete(type);
    for (const [type, name] of items) this.#types.set(type, name);
    const times = new Map<string, number>();
    for (const name of this.#types.values()) times.set(name, (times.get(name) ?? 0) + 1);
    for (const [type, name] of this.#types) {
      if (times.get(name) !== 1) this.#types.set(type, `${name} (${itemName(type)})`);
    }
  }
}

/** Creates a function that returns a type's names in all languages, each name once. */
export function createOtherNames(languages: Iterable<ItemNames>): (type: string) => readonly string[] {
  const all = [...languages];
  return (type) => [...new Set(all.flatMap((names) => names.type(type) ?? []))];
}
