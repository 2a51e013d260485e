import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { reasonOf } from '../../faults/operator-fault.ts';
import { currentType } from '../../market/item/current-type.ts';
import type { Log } from '../../ports/log.ts';
import { drawSvg } from '../chart/draw-svg.ts';
import { outcomeOf } from '../rest/faults.ts';
import { type Patience, untilDone } from '../rest/until-done.ts';
import { emojiName, kindStem, kinds, shortHash, stemOf, withoutHash } from './icons.ts';

/** An emoji of the application. */
export interface UploadedEmoji {
  readonly id: string;
  readonly name: string;
}

/** The application's emojis at Discord; rejects with the errors of discord.js. */
export interface ApplicationEmojis {
  list(): Promise<readonly UploadedEmoji[]>;
  create(name: string, png: Uint8Array): Promise<UploadedEmoji>;
  delete(id: string): Promise<void>;
}

export function applicationEmojis({ application: { emojis } }: Client<true>): ApplicationEmojis {
  return {
    async list() {
      const found = await emojis.fetch(undefined, { cache: false });
      return found.map(({ id, name }) => ({ id, name: name ?? '' }));
    },
    async create(name, png) {
      const attachment = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
      const { id } = await emojis.create({ attachment, name });
      return { id, name };
    },
    delete: (id) => emojis.delete(id),
  };
}

/** Below any limit that was seen; Discord publishes none for emojis. */
const PAUSE_MS = 1_200;

const WORDS = {
  failing: 'Discord does not take icons yet; trying again until it does. Messages go without them meanwhile',
  over: 'Discord takes icons again',
};

const REFUSED = 'An icon cannot be uploaded: messages go without it';
const FULL =
  'Discord takes no further icon: delete emojis at discord.com/developers that nobody needs. Messages go without the icons that are not up';

/** Why a picture is not up. `isFull`: nor will any other be. */
interface Refusal {
  readonly why: string;
  readonly isFull: boolean;
}

/**
 * Uploads what Discord lacks of the pictures, one after the other, and deletes earlier versions of them. Others' emojis
 * are left alone. Says in the log how many went up.
 * @param onUp hears at once and after each upload which of the pictures are up: the emojis' ids, by name
 * @throws TokenRefused; the signal's reason as soon as it aborts
 */
export async function uploadIcons(
  pictures: readonly IconPicture[],
  emojis: ApplicationEmojis,
  onUp: (ids: ReadonlyMap<string, string>) => void,
  patience: Patience,
): Promise<void> {
  const present = await untilDone(() => emojis.list(), WORDS, patience);
  const wanted = new Set(pictures.map(pictureName));
  const ids = new Map(present.flatMap(({ name, id }) => (wanted.has(name) ? [[name, id] as const] : [])));
  onUp(ids);
  const replaced = present.filter(({ name }) => !wanted.has(name));
  const earlier = Map.groupBy(replaced, ({ name }) => withoutHash(name));
  // Also of what is up: a kill may have come before they were deleted.
  const deleteEarlier = async (picture: IconPicture) => {
    for (const { id } of earlier.get(withoutHash(pictureName(picture))) ?? []) {
      await untilDone(() => emojis.delete(id).catch(ignoreGone), WORDS, patience);
    }
  };
  const missing = pictures.filter((picture) => !ids.has(pictureName(picture)));
  for (const picture of pictures) if (ids.has(pictureName(picture))) await deleteEarlier(picture);
  let uploaded = 0;
  const told = new Set<string>();
  for (const picture of missing) {
    const put = await untilDone(uploadOnce(picture, emojis, patience), WORDS, patience);
    if ('why' in put) {
      // One fault of all pictures is one line: forty would hide the others.
      const level = told.has(put.why) ? 'debug' : 'error';
      told.add(put.why);
      patience.log[level]({ icon: picture.stem, why: put.why }, put.isFull ? FULL : REFUSED);
      if (put.isFull) break;
    } else {
      onUp(ids.set(put.name, put.id));
      uploaded += 1;
      await deleteEarlier(picture);
    }
    await patience.clock.sleep(PAUSE_MS, patience.signal);
    patience.signal.throwIfAborted();
  }
  if (uploaded > 0) patience.log.info({ icons: uploaded }, `Uploaded ${uploaded} ${uploaded === 1 ? 'icon' : 'icons'}`);
}

function pictureName({ stem, hash }: IconPicture): string {
  return emojiName(stem, hash);
}

/** An attempt after one that failed asks first whether that one was taken: a 5xx or a cut connection may hide it. */
function uploadOnce(picture: IconPicture, emojis: ApplicationEmojis, patience: Patience) {
  const name = pictureName(picture);
  let isRepeated = false;
  const find = async () => (await emojis.list()).find((emoji) => emoji.name === name);
  return async (): Promise<UploadedEmoji | Refusal> => {
    const taken = isRepeated ? await find() : undefined;
    if (taken) return taken;
    isRepeated = true;
    // A file can go while hundreds before it go up: that is for no later attempt to mend.
    const png = await picture.load().catch((error: unknown) => ({ why: reasonOf(error), isFull: false }));
    if ('why' in png) return png;
    try {
      return await afterRateLimits(() => emojis.create(name, png), patience);
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome.kind !== 'rejected' && outcome.kind !== 'refused') throw error;
      // Another process that ran the first shard a moment ago may have been quicker.
      const others = await find();
      if (others) return others;
      return {
        why: outcome.why,
        isFull: error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.MaximumNumberOfEmojisReached,
      };
    }
  };
}

/** Emojis have small limits: waiting for them is nothing to be told of. */
async function afterRateLimits<T>(attempt: () => Promise<T>, { clock, signal }: Patience): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      const outcome = outcomeOf(error);
      await clock.sleep(outcome.kind === 'retry' ? outcome.waitMs : PAUSE_MS, signal);
      signal.throwIfAborted();
    }
  }
}

/** Somebody has deleted it already. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownEmoji)) throw error;
}

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
