import { existsSync, statfsSync } from 'node:fs';

/** A folder in memory, because every write waits for the disk elsewhere; null: there is none with room enough. */
export function memoryFolder(): string | null {
  const inMemory = '/dev/shm';
  if (!existsSync(inMemory)) return null;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > ROOM_BYTES ? inMemory : null;
}

/** A container has 64 MiB there if not told otherwise. */
const ROOM_BYTES = 1_024 ** 3;
