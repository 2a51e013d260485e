import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../faults/operator-fault.ts';
import type { Log } from '../ports/log.ts';
import { GameNames } from './game-names.ts';

/** The game's name of a language's file to the language that Crier speaks. */
const LANGUAGES: Readonly<Record<string, string>> = {
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
/** The game's own files have less than a million. */
const MOST_BYTES = 8_000_000;

/**
 * The names of items by language, from a folder of the game's language files. A file that is of no use is said in the log, and the
 * others are read.
 */
export async function readItemNames(folder: string | undefined, log: Log): Promise<ReadonlyMap<string, GameNames>> {
  const names = new Map<string, GameNames>();
  if (folder === undefined) return names;
  const files = await filesIn(folder, log);
  for (const file of files) {
    const language = LANGUAGES[file.toLowerCase()];
    if (language === undefined) continue;
    const read = await readNames(join(folder, file)).catch((error: unknown) => reasonOf(error));
    if (typeof read !== 'string') names.set(language, read);
    else log.warn({ file, why: read }, 'A file of ITEM_NAMES is left out: copy it anew from the game’s assets');
  }
  const unknown = files.filter((file) => LANGUAGES[file.toLowerCase()] === undefined);
  if (unknown.length > 0) {
    const read = Object.keys(LANGUAGES);
    log.warn(
      { files: unknown, read },
      'Files of ITEM_NAMES are left out: name each as the game names a language of Crier',
    );
  }
  if (names.size > 0) log.info({ languages: [...names.keys()] }, 'Items have their names of ITEM_NAMES');
  return names;
}

/** @throws Error that says why the file cannot be used */
async function readNames(path: string): Promise<GameNames> {
  const { size } = await stat(path);
  if (size > MOST_BYTES) throw new Error(`it has ${size} bytes, and ${MOST_BYTES} are read`);
  // Editors on Windows begin a file with a byte order mark.
  const texts: unknown = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  if (typeof texts !== 'object' || texts === null) throw new Error('it is not an object of texts');
  const names = new GameNames({ ...texts });
  if (names.size === 0) throw new Error('it names no item, as block.minecraft.slime_block');
  return names;
}

async function filesIn(folder: string, log: Log): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((file) => !file.startsWith('.')).toSorted();
  } catch (error) {
    log.warn({ folder, why: reasonOf(error) }, 'ITEM_NAMES cannot be read: name a folder that Crier may read');
    return [];
  }
}
