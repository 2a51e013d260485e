import { z } from 'zod';
import type { Log } from '../ports/log.ts';
import { openNamespace } from './namespace.ts';
import { NotSaved } from './not-saved.ts';
import type { WalCheckpoint } from './wal-checkpoint.ts';

/** The form of a stored record; `v` tells a later Crier how to read it. */
const VERSION = 1;

/** Records of one kind in the settings file, each checked on its way in and out. */
export interface RecordStore<T extends { readonly id: string }> {
  /** Every good record. One that cannot be read stays in the file, is counted, and one log line tells of them. */
  all(): Promise<readonly T[]>;
  /** @throws NotSaved */
  put(record: T): Promise<void>;
  /** @throws NotSaved */
  remove(id: string): Promise<void>;
  /** The ids of the records that the last `all` set aside. */
  setAside(): readonly string[];
  close(): Promise<void>;
}

/** Opens the records `namespace` in the settings file at `path`, which must have been opened with `openDatabase` before. */
export async function openRecordStore<T extends { readonly id: string }>(
  path: string,
  namespace: string,
  schema: z.ZodType<T>,
  walCheckpoint: Pick<WalCheckpoint, 'take'>,
  log: Log,
): Promise<RecordStore<T>> {
  const stored = z.strictObject({ v: z.literal(VERSION), record: schema });
  const keyv = await openNamespace(path, namespace);
  let setAside: readonly string[] = [];
  let closed: Promise<void> | undefined;

  return {
    async all() {
      const good: T[] = [];
      const bad: string[] = [];
      for await (const [id, value] of keyv.iterator()) {
        const parsed = stored.safeParse(value);
        if (parsed.success && parsed.data.record.id === id) good.push(parsed.data.record);
        else bad.push(String(id));
      }
      setAside = bad;
      if (bad.length > 0) {
        log.error(
          { namespace, count: bad.length, ids: bad.slice(0, 10) },
          'settings that cannot be read are set aside',
        );
      }
      return good;
    },
    async put(record) {
      const checked = stored.safeEncode({ v: VERSION, record });
      if (!checked.success) {
        const fields = checked.error.issues.map((issue) => issue.path.join('.'));
        throw new NotSaved(new Error(`not valid: ${fields.join(', ')}`, { cause: checked.error }));
      }
      try {
        if (!(await keyv.set(record.id, checked.data))) throw new Error('no reason given');
        walCheckpoint.take();
      } catch (error) {
        throw new NotSaved(error);
      }
    },
    async remove(id) {
      try {
        await keyv.delete(id);
        walCheckpoint.take();
      } catch (error) {
        throw new NotSaved(error);
      }
    },
    setAside: () => setAside,
    close() {
      closed ??= keyv.disconnect();
      return closed;
    },
  };
}
