import type { Messenger } from '../ports/delivery.ts';
import type { Log } from '../ports/log.ts';
import type { Pause } from '../ports/outbox.ts';
import type { Clock } from '../time/clock.ts';
import { within } from '../time/within.ts';

/** A reply can wait so long for Discord's word on the person it is for. */
const PATIENCE_MS = 2_000;

interface OpenerParts {
  readonly messenger: Pick<Messenger, 'openDirectMessages'>;
  readonly pause: (pause: Pause) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Opens the direct messages of whoever subscribes, and pauses at once whom Discord refuses. Never rejects. */
export function createDirectMessageOpener({
  messenger,
  pause,
  clock,
  log,
}: OpenerParts): (userId: string) => Promise<void> {
  async function openDirectMessages(userId: string): Promise<void> {
    const code = await messenger.openDirectMessages(userId);
    if (code === null) return;
    try {
      await pause({ target: { kind: 'user', id: userId }, code, at: clock.now() });
    } catch (error) {
      log.error({ err: error, userId }, 'A pause could not be written down');
    }
  }

  return (userId) => within(PATIENCE_MS, openDirectMessages(userId), clock);
}
