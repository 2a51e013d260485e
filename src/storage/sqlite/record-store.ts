import { z } from 'zod';
import { NotSaved } from '../../faults/not-saved.ts';
import type { Log } from '../../ports/log.ts';
import { type Namespace, openNamespace } from './namespace.ts';
import type { WalCheckpoint } from './wal-checkpoint.ts';

/** The form of a stored record; `v` says to a later Crier how to read it. */
const VERSION = 1;

/** A record with its version. */
export const formOf = <T>(schema: z.ZodType<T>) => z.strictObject({ v: z.literal(VERSION), record: schema });

interface Parts<T> {
  readonly namespace: string;
  readonly schema: z.ZodType<T>;
  readonly walCheckpoint: WalCheckpoint;
  readonly log: Log;
}

/** Records of one kind in the settings file, each checked on its way in and out. */
export class RecordStore<T extends { readonly id: string }> {
  readonly #keyv: Namespace;
  readonly #form: ReturnType<typeof formOf<T>>;
  readonly #parts: Parts<T>;
  #setAside: readonly string[] = [];
  #closed: Promise<void> | undefined;

  /** Opens the records `namespace` in the settings file at `path`, which must have been opened with `openDatabase` before. */
  static async open<T extends { readonly id: string }>(path: string, parts: Parts<T>): Promise<RecordStore<T>> {
    return new RecordStore(await openNamespace(path, parts.namespace), parts);
  }

  private constructor(keyv: Namespace, parts: Parts<T>) {
    this.#keyv = keyv;
    this.#form = formOf(parts.schema);
    this.#parts = parts;
  }

  /** Every good record. One that cannot be read stays in the file and is counted; one log line names them. */
  async all(): Promise<readonly T[]> {
    const good: T[] = [];
    const bad: string[] = [];
    for await (const [id, value] of this.#keyv.iterator()) {
      const parsed = this.#form.safeParse(value);
      if (parsed.success && parsed.data.record.id === id) good.push(parsed.data.record);
      else bad.push(String(id));
    }
    this.#setAside = bad;
    const { namespace, log } = this.#parts;
    const said = { namespace, count: bad.length, ids: bad.slice(0, 10) };
    if (bad.length > 0) log.error(said, 'settings that cannot be read are set aside');
    return good;
  }

  /** @throws NotSaved */
  async put(record: T): Promise<void> {
    const checked = this.#form.safeEncode({ v: VERSION, record });
    if (!checked.success) {
      const fields = checked.error.issues.map((issue) => issue.path.join('.'));
      throw new NotSaved(new Error(`not valid: ${fields.join(', ')}`, { cause: checked.error }));
    }
    try {
      if (!(await this.#keyv.set(record.id, checked.data))) throw new Error('no reason given');
      this.#parts.walCheckpoint.take();
    } catch (error) {
      throw this.#refused(error);
    }
  }

  /** @throws NotSaved */
  async remove(id: string): Promise<void> {
    try {
      await this.#keyv.delete(id);
      this.#parts.walCheckpoint.take();
    } catch (error) {
      throw this.#refused(error);
    }
  }

  #refused(error: unknown): NotSaved {
    this.#parts.walCheckpoint.refused(error);
    return new NotSaved(error);
  }

  /** The ids of the records that the last `all` set aside. */
  setAside(): readonly string[] {
    return this.#setAside;
  }

  close(): Promise<void> {
    this.#closed ??= this.#keyv.disconnect();
    return this.#closed;
  }
}
