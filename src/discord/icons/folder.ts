import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../../faults/operator-fault.ts';
import { currentType } from '../../market/item/current-type.ts';
import type { Log } from '../../ports/log.ts';
import { shortHash, stemOf } from './emoji-name.ts';
import type { IconPicture } from './icon-picture.ts';

/** Discord's own limits on emojis. */
const MOST_BYTES = 256_000;
export const MOST_EMOJIS = 2_000;
/** More names make a line no clearer. */
const MOST_NAMED = 10;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * The pictures of a folder, `slime_block.png` for items of that type; read one by one, and again to upload them. What is no
 * use is said in the log, and the others go on.
 */
export async function folderPictures(folder: string, most: number, log: Log): Promise<readonly IconPicture[]> {
  const pictures: IconPicture[] = [];
  const leftOut: string[] = [];
  const files = await filesIn(folder, log);
  for (const file of files) {
    if (isOfFormerType(file, files)) continue;
    if (pictures.length === most) {
      log.warn({ folder, most }, 'ITEM_ICONS has more pictures than Discord takes: take out those from this one on');
      break;
    }
    const picture = await pictureOf(join(folder, file), file).catch((error: unknown) => reasonOf(error));
    if (typeof picture !== 'string') pictures.push(picture);
    else leftOut.push(`${file}: ${picture}`);
  }
  if (leftOut.length > 0)
    log.warn(
      { leftOut: leftOut.slice(0, MOST_NAMED), count: leftOut.length },
      'Files of ITEM_ICONS are left out: each needs to be a PNG of at most 256 kB, named as slime_block.png',
    );
  return pictures;
}

async function pictureOf(path: string, file: string): Promise<IconPicture | string> {
  const type = /^([a-z0-9_]+)\.png$/i.exec(file)?.[1];
  if (type === undefined || type.startsWith('kind_')) return 'its name is not a type and .png';
  const png = await readFile(path);
  if (png.length > MOST_BYTES) return `it has ${png.length} bytes`;
  if (!png.subarray(0, PNG.length).equals(PNG)) return 'it is not a PNG';
  return { stem: stemOf(currentType(type.toUpperCase())), hash: shortHash(png), load: () => readFile(path) };
}

/** Whether the file is named for a former name of a type of which another file is named for the present one. */
function isOfFormerType(file: string, files: readonly string[]): boolean {
  const now = currentType(file.replace(/\.png$/i, '').toUpperCase()).toLowerCase();
  return file.toLowerCase() !== `${now}.png` && files.some((other) => other.toLowerCase() === `${now}.png`);
}

async function filesIn(folder: string, log: Log): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((file) => !file.startsWith('.')).toSorted();
  } catch (error) {
    log.warn({ folder, why: reasonOf(error) }, 'ITEM_ICONS cannot be read: name a folder that Crier may read');
    return [];
  }
}
