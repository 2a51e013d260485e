import type { Outbox, Pause, Pauses } from '../../ports/outbox.ts';
import type { Target } from '../../routing/notice.ts';
import { writeTarget } from '../mappers/target.ts';
import type { Queryable } from './client.ts';

const CODE = { name: 'pause-code', text: 'SELECT code FROM pauses WHERE target = $1' };

/** Pauses as every process finds them in the database. */
export class PostgresPauses implements Pauses {
  readonly #db: Queryable;
  readonly #outbox: Pick<Outbox, 'pause' | 'unpause'>;

  constructor(db: Queryable, outbox: Pick<Outbox, 'pause' | 'unpause'>) {
    this.#db = db;
    this.#outbox = outbox;
  }

  async codeOf(target: Target): Promise<number | null> {
    const { rows } = await this.#db.query<{ code: number }>(CODE, [writeTarget(target)]);
    return rows[0]?.code ?? null;
  }

  pause(pause: Pause): Promise<void> {
    return this.#outbox.pause(pause);
  }

  resume(target: Target): Promise<void> {
    return this.#outbox.unpause(target);
  }
}
