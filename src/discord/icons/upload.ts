import { RateLimitError } from 'discord.js';
import type { Outcome } from '../../ports/messenger.ts';
import { outcomeOf } from '../outcome.ts';
import { type Patience, untilDone } from '../until-done.ts';
import type { ApplicationEmojis, UploadedEmoji } from './application-emojis.ts';
import { emojiName, withoutHash } from './emoji-name.ts';
import type { IconPicture } from './icon-picture.ts';
import type { KnownIcons } from './known-icons.ts';

/** Below any limit that was seen; Discord publishes none for emojis. */
const PAUSE_MS = 1_200;

const WORDS = {
  failing: 'Discord does not take icons yet; trying again until it does. Messages go without them meanwhile',
  over: 'Discord takes icons again',
};

type Refusal = Extract<Outcome, { readonly why: string }>;

/**
 * Uploads what Discord lacks of the pictures, one after the other, and deletes earlier versions of them. Others' emojis are
 * left alone. Says in the log how many went up.
 * @throws TokenRefused; the signal's reason as soon as it aborts
 */
export async function uploadIcons(
  pictures: readonly IconPicture[],
  emojis: ApplicationEmojis,
  known: KnownIcons,
  patience: Patience,
): Promise<void> {
  const present = await untilDone(() => emojis.list(), WORDS, patience);
  const byName = new Map(present.map((emoji) => [emoji.name, emoji]));
  const missing: IconPicture[] = [];
  for (const picture of pictures) {
    const emoji = byName.get(emojiName(picture.stem, picture.hash));
    if (emoji) known.put(picture.stem, emoji);
    else missing.push(picture);
  }
  let uploaded = 0;
  for (const picture of missing) {
    if (await replace(picture, present, emojis, known, patience)) uploaded += 1;
    await patience.clock.sleep(PAUSE_MS, patience.signal);
    patience.signal.throwIfAborted();
  }
  if (uploaded > 0) patience.log.info({ icons: uploaded }, `Uploaded ${uploaded} ${uploaded === 1 ? 'icon' : 'icons'}`);
}

async function replace(
  picture: IconPicture,
  present: readonly UploadedEmoji[],
  emojis: ApplicationEmojis,
  known: KnownIcons,
  patience: Patience,
): Promise<boolean> {
  const name = emojiName(picture.stem, picture.hash);
  const put = await untilDone(uploadOnce(name, picture, emojis, patience), WORDS, patience);
  if ('why' in put) {
    patience.log.error({ icon: picture.stem, why: put.why }, 'Discord does not take an icon: messages go without it');
    return false;
  }
  known.put(picture.stem, put);
  for (const old of present.filter((emoji) => withoutHash(emoji.name) === withoutHash(name))) {
    await untilDone(() => emojis.delete(old.id).catch(ignoreGone), WORDS, patience);
  }
  return true;
}

/** An attempt after one that failed asks first whether that one was taken: a 5xx or a cut connection may hide it. */
function uploadOnce(name: string, picture: IconPicture, emojis: ApplicationEmojis, patience: Patience) {
  let isRepeated = false;
  return async (): Promise<UploadedEmoji | Refusal> => {
    if (isRepeated) {
      const taken = (await emojis.list()).find((emoji) => emoji.name === name);
      if (taken) return taken;
    }
    isRepeated = true;
    const png = await picture.load();
    try {
      return await afterRateLimits(() => emojis.create(name, png), patience);
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome.kind === 'rejected' || outcome.kind === 'refused') return outcome;
      throw error;
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
  if (outcomeOf(error).kind !== 'refused') throw error;
}
