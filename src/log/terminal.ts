import { constants, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Where a person looks on. Nothing waits for it: what cannot be shown just now is not. */
export interface Terminal {
  write(text: string): void;
}

/** The terminal on stderr; null: none is there. */
export function terminalOnStderr(): Terminal | null {
  const STDERR = 2;
  if (!isatty(STDERR)) return null;
  const descriptor = openWithoutWaiting(STDERR);
  return {
    write(text) {
      try {
        writeSync(descriptor, text);
      } catch {
        // It stands still (Ctrl-S), or is gone: whoever looks on again sees the next.
      }
    },
  };
}

/** A terminal as a descriptor on which a write answers EAGAIN where it would wait. */
export function openWithoutWaiting(descriptor: number): number {
  // A terminal may stand still (Ctrl-S). Opened anew, as the shell shares the one that is open.
  const flags = constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK;
  try {
    return openSync(`/proc/self/fd/${descriptor}`, flags);
  } catch {
    return descriptor; // no /proc on this system, or a terminal of another user's
  }
}
