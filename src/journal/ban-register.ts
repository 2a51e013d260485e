import type { BanList, Bans } from '../ports/bans.ts';
import type { Ban, Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';

const HEARD = 'getBannedPaintings';

/** The service's answer, as fresh as it can be had within 2 s; `ids` null: none since the start. */
interface Heard {
  readonly ids: readonly string[] | null;
  readonly takenAt: number | null;
  readonly trouble: string | null;
}

/** The bans with the day each was first seen, through restarts. */
export class BanRegister implements Bans {
  readonly #journal: Journal;
  readonly #log: Log;
  readonly #hear: () => Promise<Heard>;
  #bans: readonly Ban[];
  #heardAt: number | null;
  #writing: Promise<void> = Promise.resolve();

  /** Starts from what an earlier run wrote down. */
  static async open(journal: Journal, hear: () => Promise<Heard>, log: Log): Promise<BanRegister> {
    return new BanRegister(journal, hear, log, await journal.bans(), await journal.marked(HEARD));
  }

  private constructor(
    journal: Journal,
    hear: () => Promise<Heard>,
    log: Log,
    bans: readonly Ban[],
    heardAt: number | null,
  ) {
    this.#journal = journal;
    this.#hear = hear;
    this.#log = log;
    this.#bans = bans;
    this.#heardAt = heardAt;
  }

  /** Takes in a good list of the service. */
  take(ids: readonly string[], at: number): void {
    this.#writing = this.#writing.then(() => this.#write(ids, at));
  }

  async list(): Promise<BanList | null> {
    const { trouble } = await this.#hear();
    await this.#writing;
    return this.#heardAt === null ? null : { bans: this.#bans, heardAt: this.#heardAt, trouble };
  }

  known(): readonly Ban[] {
    return this.#bans;
  }

  async #write(ids: readonly string[], at: number): Promise<void> {
    try {
      await this.#journal.recordBans(ids, at);
      await this.#journal.mark(HEARD, at);
      this.#bans = await this.#journal.bans();
    } catch (error) {
      // What the service says is still the answer; only the day it was first seen is lost.
      this.#log.error({ err: error }, 'The bans could not be written down');
      this.#bans = ids.map((id) => ({ id, firstSeenAt: null }));
    }
    this.#heardAt = at;
  }
}
