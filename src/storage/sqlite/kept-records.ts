import type { Log } from '../../ports/log.ts';
import type { Kind, OpenRecords } from '../cache/records.ts';
import { openNamespace } from './namespace.ts';
import { VersionedRecords } from './versioned-records.ts';

/** The kinds that are kept, which all lie in the settings file. */
const NAMES = [
  'undos',
  'queries',
  'removed-feeds',
  'addresses',
  'refused-token',
  'retried-refusals',
  'send-blocks',
  'stock',
] as const;

/** Opens what is kept in the settings file at `path`, which must have been opened with `openDatabase` before. */
export async function openKept(
  path: string,
  log: Log,
): Promise<{ readonly open: OpenRecords; close(): Promise<void> }> {
  const opened = await Promise.all(NAMES.map(async (name) => [name, await openNamespace(path, name)] as const));
  const namespaces = new Map<string, (typeof opened)[number][1]>(opened);
  return {
    open<T extends object>(kind: Kind<T>) {
      const namespace = namespaces.get(kind.name);
      if (namespace === undefined) throw new RangeError(`${kind.name} is not kept`);
      return new VersionedRecords(namespace, kind, log);
    },
    async close() {
      await Promise.all([...namespaces.values()].map((namespace) => namespace.disconnect()));
    },
  };
}
