import { type Client, DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { reasonOf } from '../../faults/operator-fault.ts';
import { outcomeOf } from '../rest/outcome.ts';
import { type Patience, untilDone } from '../rest/until-done.ts';
import { emojiName, withoutHash } from './known-icons.ts';
import type { IconPicture } from './pictures.ts';

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

const MOST_EMOJIS = RESTJSONErrorCodes.MaximumNumberOfEmojisReached;

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
  const wanted = new Set(pictures.map(nameOf));
  const ids = new Map(present.flatMap(({ name, id }) => (wanted.has(name) ? [[name, id] as const] : [])));
  onUp(ids);
  const replaced = present.filter(({ name }) => !wanted.has(name));
  const earlier = Map.groupBy(replaced, ({ name }) => withoutHash(name));
  // Also of what is up: a kill may have come before they were deleted.
  const deleteEarlier = async (picture: IconPicture) => {
    for (const { id } of earlier.get(withoutHash(nameOf(picture))) ?? []) {
      await untilDone(() => emojis.delete(id).catch(ignoreGone), WORDS, patience);
    }
  };
  const missing = pictures.filter((picture) => !ids.has(nameOf(picture)));
  for (const picture of pictures) if (ids.has(nameOf(picture))) await deleteEarlier(picture);
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

function nameOf({ stem, hash }: IconPicture): string {
  return emojiName(stem, hash);
}

/** An attempt after one that failed asks first whether that one was taken: a 5xx or a cut connection may hide it. */
function uploadOnce(picture: IconPicture, emojis: ApplicationEmojis, patience: Patience) {
  const name = nameOf(picture);
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
      return { why: outcome.why, isFull: error instanceof DiscordAPIError && error.code === MOST_EMOJIS };
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
