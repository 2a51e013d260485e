import type { Ban, BanLookup, BanSnapshot, Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';

/** The checkpoint of the last successful answer. */
export const BANS_HEARD = 'getBannedPaintings';

/** The service's answer, fetched within 2 s. `ids` is null if there was none since the start. */
interface FetchedBans {
  readonly ids: readonly string[] | null;
  readonly takenAt: number | null;
  readonly trouble: string | null;
}

/** The dependencies of the register. */
export interface BanRegisterParts {
  readonly journal: Pick<Journal, 'bans' | 'checkpoint' | 'saveCheckpoint'>;
  readonly fetchBans: () => Promise<FetchedBans>;
  /**
   * Writes the list and routes those that are new in it.
   * @returns false if it could not yet
   */
  readonly write: (ids: readonly string[], fresh: readonly string[], at: number) => Promise<boolean>;
  readonly log: Log;
}

/** The bans with the day on which each was first seen, through restarts. */
export class BanRegister implements BanLookup {
  readonly #parts: BanRegisterParts;
  #bans: readonly Ban[];
  #ids: ReadonlySet<string>;
  /** The ids of the last list that was written, or null if none ever was. */
  #written: ReadonlySet<string> | null;
  #heardAt: number | null;
  #isDoubted = false;
  #writing: Promise<void> = Promise.resolve();

  /** Opens the register with the bans that an earlier run wrote. */
  static async open(parts: BanRegisterParts): Promise<BanRegister> {
    return new BanRegister(parts, await parts.journal.bans(), await parts.journal.checkpoint(BANS_HEARD));
  }

  private constructor(parts: BanRegisterParts, bans: readonly Ban[], heardAt: number | null) {
    this.#parts = parts;
    this.#bans = bans;
    this.#ids = lowerCaseIds(bans.map(({ id }) => id));
    this.#written = heardAt === null ? null : this.#ids;
    this.#heardAt = heardAt;
  }

  /** Returns whether the painting of this canvas id is banned, by the last list. */
  has(canvas: string): boolean {
    return this.#ids.has(canvas.toLowerCase());
  }

  /** Takes a list of the service. One that is suddenly empty counts only if the next is empty too. */
  take(ids: readonly string[], at: number): void {
    this.#isDoubted = ids.length === 0 && this.#bans.length > 0 && !this.#isDoubted;
    if (this.#isDoubted) return;
    this.#writing = this.#writing.then(() => this.#write(ids, at));
  }

  async list(): Promise<BanSnapshot | null> {
    const { trouble } = await this.#parts.fetchBans();
    await this.#writing;
    const doubt = this.#isDoubted ? 'suddenly empty, asked again soon' : null;
    return this.#heardAt === null ? null : { bans: this.#bans, heardAt: this.#heardAt, trouble: trouble ?? doubt };
  }

  known(): readonly Ban[] {
    return this.#bans;
  }

  /** Resolves when all lists are written or given up. */
  settled(): Promise<void> {
    return this.#writing;
  }

  async #write(ids: readonly string[], at: number): Promise<void> {
    const { journal, log, write } = this.#parts;
    const known = this.#written;
    const fresh = known === null ? [] : ids.filter((id) => !known.has(id.toLowerCase()));
    try {
      const isWritten = await write(ids, fresh, at);
      if (isWritten) {
        this.#written = lowerCaseIds(ids);
        await journal.saveCheckpoint(BANS_HEARD, at);
      }
      this.#bans = isWritten ? await journal.bans() : this.#unwritten(ids);
    } catch (error) {
      log.error({ err: error }, 'Could not write the list of banned paintings');
      this.#bans = this.#unwritten(ids);
    }
    this.#ids = lowerCaseIds(ids);
    this.#heardAt = at;
  }

  /** Answers with the service's list. Its new bans are routed once the next list is written. */
  #unwritten(ids: readonly string[]): readonly Ban[] {
    const firstSeen = new Map(this.#bans.map(({ id, firstSeenAt }) => [id, firstSeenAt]));
    return ids.map((id) => ({ id, firstSeenAt: firstSeen.get(id) ?? null }));
  }
}

function lowerCaseIds(ids: readonly string[]): ReadonlySet<string> {
  return new Set(ids.map((id) => id.toLowerCase()));
}
