import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Bytes of a store's files, those beside them that SQLite makes too: `settings`, `journal`, and `shops`, the saved lists. */
export async function storeBytes(stem: string): Promise<{ settings: number; journal: number; shops: number }> {
  const bytes = { settings: 0, journal: 0, shops: 0 };
  const begin = `${basename(stem)}.`;
  for (const name of await readdir(dirname(stem))) {
    if (!name.startsWith(begin)) continue;
    // One that goes meanwhile counts as nothing.
    const { size } = await stat(join(dirname(stem), name)).catch(() => ({ size: 0 }));
    bytes[partOf(name.slice(begin.length))] += size;
  }
  return bytes;
}

function partOf(rest: string): 'settings' | 'journal' | 'shops' {
  if (rest.startsWith('events.')) return 'journal';
  return rest.startsWith('shops-') ? 'shops' : 'settings';
}
