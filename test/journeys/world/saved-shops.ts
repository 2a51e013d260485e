import { execFileSync } from 'node:child_process';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Puts a pipe in the place of the saved shops of a bot that has ended: the next one, in this process, reads them until the test
 * hands them over. To be finished in any case, as a read that waits holds a thread.
 */
export async function holdSavedShops(folder: string) {
  const name = (await readdir(folder)).find((one) => one.endsWith('.json.zst'));
  if (name === undefined) throw new Error(`no saved shops in ${folder}`);
  const path = join(folder, name);
  const bytes = await readFile(path);
  await rm(path);
  execFileSync('mkfifo', [path]);
  // Opened for both, so that it waits for nobody; whoever reads it waits until it is closed.
  const pipe = await open(path, 'r+');
  let finishing: Promise<void> | null = null;

  async function finish(): Promise<void> {
    await rm(path);
    await writeFile(path, bytes);
    await pipe.write(bytes);
    await pipe.close();
  }

  return {
    /** Hands them over, and puts the file in its place again. */
    finish(): Promise<void> {
      finishing ??= finish();
      return finishing;
    },
  };
}
