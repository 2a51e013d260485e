import type { Messenger } from '../ports/delivery.ts';
import type { Log } from '../ports/log.ts';
import type { Pause } from '../ports/outbox.ts';
import type { Clock } from '../time/clock.ts';
import { within } from '../time/deadline.ts';

/** Limits how long a reply waits for Discord's answer. */
const OPENING_WAIT_MS = 2_000;

interface OpenerParts {
  readonly messenger: Pick<Messenger, 'openDirectMessages'>;
  readonly pause: (pause: Pause) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Opens the direct messages of a user who subscribes, and pauses them at once if Discord refuses. Never rejects. */
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
      log.error({ err: error, userId }, 'Could not save a pause');
    }
  }

  return (userId) => within(OPENING_WAIT_MS, openDirectMessages(userId), clock);
}
