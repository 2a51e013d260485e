import { execFileSync } from 'node:child_process';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Replaces the saved shops of a stopped bot by a pipe, so that the next bot in this process reads them only when the
 * test provides them. Must be finished in any case, because a blocked read holds a thread.
 */
export async function holdSavedShops(folder: string) {
  const name = (await readdir(folder)).find((one) => one.endsWith('.json.zst'));
  if (name === undefined) throw new Error(`no saved shops in ${folder}`);
  const path = join(folder, name);
  const bytes = await readFile(path);
  await rm(path);
  execFileSync('mkfifo', [path]);
  // Opened for both directions, so that it does not block; a reader blocks until it is closed.
  const pipe = await open(path, 'r+');
  let finishing: Promise<void> | null = null;

  async function finish(): Promise<void> {
    await rm(path);
    await writeFile(path, bytes);
    await pipe.write(bytes);
    await pipe.close();
  }

  return {
    /** Provides the shops, and restores the file. */
    finish(): Promise<void> {
      finishing ??= finish();
      return finishing;
    },
  };
}
