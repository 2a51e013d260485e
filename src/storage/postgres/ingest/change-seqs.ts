import type { Queryable } from '../client.ts';

/** What one number of the sequence `change_seqs` stands for. */
const BLOCK = 10_000;

/** Numbers for changes that only ever grow, over all leaders: each takes blocks of its own, and gives up the rest of its last. */
export class ChangeSeqs {
  #next = 0;
  #end = 0;

  /** The first of so many in a row. */
  async take(count: number, db: Queryable): Promise<number> {
    if (this.#next + count > this.#end) {
      // Blocks that follow one another are one, as no other process takes any while this one leads.
      const blocks = Math.ceil(count / BLOCK);
      const { rows } = await db.query<{ first: number }>(
        `SELECT min(block) AS first FROM (SELECT nextval('change_seqs') AS block FROM generate_series(1, $1)) AS blocks`,
        [blocks],
      );
      this.#next = rows[0]?.first ?? 0;
      this.#end = this.#next + blocks * BLOCK;
    }
    const first = this.#next;
    this.#next += count;
    return first;
  }
}
