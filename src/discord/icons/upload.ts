import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { reasonOf } from '../../faults/operator-fault.ts';
import { currentType } from '../../market/item/current-type.ts';
import type { Log } from '../../ports/log.ts';
import { PNG_SIGNATURE } from '../canvas/draw-canvas.ts';
import { drawSvg } from '../chart/draw-svg.ts';
import { outcomeOf } from '../rest/faults.ts';
import { type RequestRetryParts, retryRequest } from '../rest/retry-request.ts';
import { emojiName, iconKinds, kindStem, shortHash, stemOf, withoutHash } from './icons.ts';

/** An emoji of the application. */
export interface UploadedEmoji {
  readonly id: string;
  readonly name: string;
}

/** The application's emojis at Discord. Rejects with the errors of discord.js. */
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

/** Pause between uploads, below all observed rate limits. Discord documents none for emojis. */
const UPLOAD_PAUSE_MS = 1_200;

const UPLOAD_LOG_LINES = {
  failing: 'Icon upload failed, retrying: messages go without the missing icons',
  recovered: 'Icon upload works again',
};

const ICON_REJECTED = 'Icon rejected: messages go without it';
const NO_MORE_ICONS =
  'Discord accepts no further icons: delete unused emojis at discord.com/developers. Messages go without the missing icons';

/** Why a picture was not uploaded. `isFull` says that no other picture can be uploaded either. */
interface UploadRefusal {
  readonly why: string;
  readonly isFull: boolean;
}

/**
 * Uploads the pictures that Discord lacks, one after the other, and deletes their earlier versions, but no other
 * emojis. Logs the number of uploads.
 *
 * @param onUp called at the start and after each upload with the ids of the uploaded emojis by name
 * @throws TokenRefused if Discord rejects the token; the signal's reason as soon as it aborts
 */
export async function uploadIcons(
  pictures: readonly IconPicture[],
  emojis: ApplicationEmojis,
  onUp: (ids: ReadonlyMap<string, string>) => void,
  patience: RequestRetryParts,
): Promise<void> {
  const present = await retryRequest(() => emojis.list(), UPLOAD_LOG_LINES, patience);
  const wanted = new Set(pictures.map(pictureName));
  const ids = new Map(present.flatMap(({ name, id }) => (wanted.has(name) ? [[name, id] as const] : [])));
  onUp(ids);
  const replaced = present.filter(({ name }) => !wanted.has(name));
  const earlier = Map.groupBy(replaced, ({ name }) => withoutHash(name));
  // Runs for uploaded pictures, too, because a crash may have left their earlier versions.
  const deleteEarlier = async (picture: IconPicture) => {
    for (const { id } of earlier.get(withoutHash(pictureName(picture))) ?? []) {
      await retryRequest(() => emojis.delete(id).catch(ignoreGone), UPLOAD_LOG_LINES, patience);
    }
  };
  const missing = pictures.filter((picture) => !ids.has(pictureName(picture)));
  for (const picture of pictures) if (ids.has(pictureName(picture))) await deleteEarlier(picture);
  let uploaded = 0;
  const loggedCauses = new Set<string>();
  for (const picture of missing) {
    const put = await retryRequest(uploadOnce(picture, emojis, patience), UPLOAD_LOG_LINES, patience);
    if ('why' in put) {
      // Each cause is logged as an error once. Forty equal lines would hide the others.
      const level = loggedCauses.has(put.why) ? 'debug' : 'error';
      loggedCauses.add(put.why);
      patience.log[level]({ icon: picture.stem, why: put.why }, put.isFull ? NO_MORE_ICONS : ICON_REJECTED);
      if (put.isFull) break;
    } else {
      onUp(ids.set(put.name, put.id));
      uploaded += 1;
      await deleteEarlier(picture);
    }
    await patience.clock.sleep(UPLOAD_PAUSE_MS, patience.signal);
    patience.signal.throwIfAborted();
  }
  if (uploaded > 0) patience.log.info({ icons: uploaded }, `Uploaded ${uploaded} ${uploaded === 1 ? 'icon' : 'icons'}`);
}

function pictureName({ stem, hash }: IconPicture): string {
  return emojiName(stem, hash);
}

/** Uploads a picture. A retry first checks for the emoji, because a 5xx or a cut connection may hide a success. */
function uploadOnce(picture: IconPicture, emojis: ApplicationEmojis, patience: RequestRetryParts) {
  const name = pictureName(picture);
  let isRepeated = false;
  const find = async () => (await emojis.list()).find((emoji) => emoji.name === name);
  return async (): Promise<UploadedEmoji | UploadRefusal> => {
    const taken = isRepeated ? await find() : undefined;
    if (taken) return taken;
    isRepeated = true;
    // No retry: a file that disappeared during the earlier uploads will not return.
    const png = await picture.load().catch((error: unknown) => ({ why: reasonOf(error), isFull: false }));
    if ('why' in png) return png;
    try {
      return await afterRateLimits(() => emojis.create(name, png), patience);
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome.kind !== 'rejected' && outcome.kind !== 'refused') throw error;
      // Another process, which ran the first shard a moment ago, may have uploaded it.
      const others = await find();
      if (others) return others;
      return {
        why: outcome.why,
        isFull: error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.MaximumNumberOfEmojisReached,
      };
    }
  };
}

/** Waits for rate limits without a log line, because Discord's limits for emojis are low. */
async function afterRateLimits<T>(attempt: () => Promise<T>, { clock, signal }: RequestRetryParts): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      const outcome = outcomeOf(error);
      await clock.sleep(outcome.kind === 'retry' ? outcome.waitMs : UPLOAD_PAUSE_MS, signal);
      signal.throwIfAborted();
    }
  }
}

/** Ignores that the emoji was deleted before. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownEmoji)) throw error;
}

/** A picture to upload. */
export interface IconPicture {
  /** The picture's part of the emoji's name (see `stemOf`). */
  readonly stem: string;
  /** The hash of the content (see `shortHash`). */
  readonly hash: string;
  /** Returns the PNG. Rejects if it cannot be read or drawn. */
  load(): Promise<Uint8Array>;
}

const GLYPH_FOLDER = new URL('./glyphs/', import.meta.url);
const GLYPH_PIXELS = 128;

/** Discord's limits for emojis. */
const MOST_EMOJI_BYTES = 256_000;
export const MOST_EMOJIS = 2_000;
/** Limits the file names in one log line. */
const MOST_NAMED_FILES = 10;

/**
 * Reads Crier's own pictures of item kinds, `glyphs/<kind>.svg`, of 64 x 64 with one dark outline around all parts.
 * `load` draws them in the thread of the charts.
 */
export function drawnPictures(): Promise<readonly IconPicture[]> {
  return Promise.all(
    iconKinds().map(async (kind) => {
      const svg = await readFile(new URL(`${kind}.svg`, GLYPH_FOLDER), 'utf8');
      return { stem: kindStem(kind), hash: shortHash(svg), load: () => drawSvg(svg, GLYPH_PIXELS) };
    }),
  );
}

/**
 * Reads the pictures of a folder, such as `slime_block.png` for items of that type. Logs and skips all other files.
 * `load` reads a picture again.
 *
 * @param most limits the returned pictures
 */
export async function folderPictures(folder: string, most: number, log: Log): Promise<readonly IconPicture[]> {
  const pictures: IconPicture[] = [];
  const leftOut: string[] = [];
  const files = await iconFilesIn(folder, log);
  for (const file of files) {
    if (isOfFormerType(file, files)) continue;
    if (pictures.length === most) {
      log.warn({ folder, most }, 'ITEM_ICONS has more pictures than Discord accepts: only the first are used');
      break;
    }
    const picture = await readPicture(join(folder, file), file).catch((error: unknown) => reasonOf(error));
    if (typeof picture !== 'string') pictures.push(picture);
    else leftOut.push(`${file}: ${picture}`);
  }
  if (leftOut.length > 0)
    log.warn(
      { leftOut: leftOut.slice(0, MOST_NAMED_FILES), count: leftOut.length },
      'Files in ITEM_ICONS skipped: each must be a PNG of at most 256 kB with a name such as slime_block.png',
    );
  return pictures;
}

async function readPicture(path: string, file: string): Promise<IconPicture | string> {
  const type = /^([a-z0-9_]+)\.png$/i.exec(file)?.[1];
  if (type === undefined || type.startsWith('kind_')) return 'its name is not a type and .png';
  const png = await readFile(path);
  if (png.length > MOST_EMOJI_BYTES) return `it has ${png.length} bytes`;
  if (!png.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'it is not a PNG';
  return { stem: stemOf(currentType(type.toUpperCase())), hash: shortHash(png), load: () => readFile(path) };
}

/** Returns whether a file has a former name of a type while another file has its current name. */
function isOfFormerType(file: string, files: readonly string[]): boolean {
  const now = currentType(file.replace(/\.png$/i, '').toUpperCase()).toLowerCase();
  return file.toLowerCase() !== `${now}.png` && files.some((other) => other.toLowerCase() === `${now}.png`);
}

async function iconFilesIn(folder: string, log: Log): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((file) => !file.startsWith('.')).toSorted();
  } catch (error) {
    log.warn({ folder, why: reasonOf(error) }, 'Could not read ITEM_ICONS: set it to a folder that Crier can read');
    return [];
  }
}
