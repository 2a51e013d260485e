import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../../faults/operator-fault.ts';
import { currentType } from '../../market/item/current-type.ts';
import type { Log } from '../../ports/log.ts';
import { drawSvg } from '../chart/draw-svg.ts';
import { kinds } from './kind.ts';
import { kindStem, shortHash, stemOf } from './known-icons.ts';

/** A picture to upload. `stem`: its own part of the emoji's name (see `stemOf`); `hash`: of its content. */
export interface IconPicture {
  readonly stem: string;
  readonly hash: string;
  /** @returns the PNG; rejects if it cannot be read or drawn */
  load(): Promise<Uint8Array>;
}

const GLYPHS = new URL('./glyphs/', import.meta.url);
const PIXELS = 128;

/** Discord's own limits on emojis. */
const MOST_BYTES = 256_000;
export const MOST_EMOJIS = 2_000;
/** More names make a line no clearer. */
const MOST_NAMED = 10;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Reads our own pictures of the kinds of things, `glyphs/<kind>.svg`: 64 x 64, with one dark outline around all parts.
 * `load` draws them in the thread that draws charts.
 */
export function drawnPictures(): Promise<readonly IconPicture[]> {
  return Promise.all(
    kinds().map(async (kind) => {
      const svg = await readFile(new URL(`${kind}.svg`, GLYPHS), 'utf8');
      return { stem: kindStem(kind), hash: shortHash(svg), load: () => drawSvg(svg, PIXELS) };
    }),
  );
}

/**
 * Reads the pictures of a folder, `slime_block.png` for items of that type, and each again to upload it. A file that is
 * no such picture is logged and left out.
 * @param most pictures to return
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
