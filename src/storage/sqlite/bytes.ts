import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Bytes of a store's files, with SQLite's side files: `store`, `cache`, and `shops`, the saved snapshots. Files that an
 * upgrade kept are the operator's to delete, and do not count.
 */
export async function storeBytes(stem: string): Promise<{ store: number; cache: number; shops: number }> {
  const bytes = { store: 0, cache: 0, shops: 0 };
  const begin = `${basename(stem)}.`;
  for (const name of await readdir(dirname(stem))) {
    if (!name.startsWith(begin) || name.includes('.before-')) continue;
    // A file that is deleted meanwhile counts as nothing.
    const { size } = await stat(join(dirname(stem), name)).catch(() => ({ size: 0 }));
    bytes[partOf(name.slice(begin.length))] += size;
  }
  return bytes;
}

function partOf(rest: string): 'store' | 'cache' | 'shops' {
  if (rest.startsWith('cache.')) return 'cache';
  return rest.startsWith('shops-') ? 'shops' : 'store';
}
